"""What channels, gates and reasons mean, in one sentence each: data of every explanation."""

from collections.abc import Mapping

CHANNELS: Mapping[str, str] = {
    "lexical": "its own words are those of the question",
    "window": "it and its neighbours in the thread hold words of the question",
    "near": "words of the question, or their kin, stand in it or close to it in the thread",
    "far": "words of the question, or their kin, stand in the same part of the thread",
    "answer": "words of the question stand in it, or in a question just before it",
    "belief": "a believed fact that the question asks for stands in it",
    "dense": "its embedding is near that of the question",
    "activation": "what was found leads to it: by its thread, a slot, an entity or an edge",
    "rewrite": "words of the question, said otherwise, stand in it or around it",
    "passage": "words of a text that would answer the question stand in it or around it",
    "recent": "it was said lately, and the question names nothing to look for",
    "speaker": "it was said by whom the question names",
    "date": "it was said at the time that the question names",
    "cue": "it holds what is asked for: a time, a number, a name, a place, a reason, a feeling",
    "said": "it says much",
    "kind": "it is of a kind that the lens favours",
    "question": "it ends with a question",
    "importance": "outcomes or decay have moved it",
    "reranker": "the reranker read it and put it at this place",
    "order": "it changed places with memories that tell the asked value, say the same, or by the "
    "reranker",
}
"""Channel -> what it says of a memory that it found."""

STORE = "store "
"""What stands before the name of a channel that found an item of a store, not a memory."""

UNKNOWN_CHANNEL = "a channel of this name found it"

GATES: Mapping[str, str] = {
    "namespace": "no other namespace is read",
    "moment": "it was recorded by the moment that is read",
    "state": "its state is one that the lens, or the filter, looks at",
    "valid time": "it was true at the moment of the world that is asked about",
    "expiry": "its time is not up",
    "kind": "it is of a kind that the filter lets pass",
    "channel": "it came from where the filter lets pass",
    "thread": "it stands in the thread that the filter names",
}
"""Gate -> what a memory must be to be ranked at all; those without a filter ask for nothing."""

ORDER = "order"
"""Not a channel: the part of a score that comes from changing places."""


def says(channel: str) -> str:
    """Return what a channel says of a memory that it found."""
    return CHANNELS.get(channel.removeprefix(STORE), UNKNOWN_CHANNEL)
