"""Judge a policy: a stack of pure validators, each with its own stable reason codes.

All of them are asked, so that a refusal names every reason. Nothing here can be switched off: what
the thresholds are is data in `Settings`, that they are asked is not.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core import judging_change as change
from neuromem_graph.core import judging_form as form
from neuromem_graph.core.governance import Case
from neuromem_graph.core.judging_form import Findings
from neuromem_graph.core.privacy import privacy


class Finding(NamedTuple):
    """Hold one reason against a policy."""

    code: str
    message: str


class Validator(NamedTuple):
    """Name one validator, the codes it may give with their meaning, and the function."""

    name: str
    codes: Mapping[str, str]
    judge: Callable[[Case], Findings]


STACK: tuple[Validator, ...] = (
    Validator("schema", {
        "no_delta": "the intent needs a delta that is not there",
        "unexpected_delta": "the intent changes nothing, yet there are deltas",
        "too_many_deltas": "a list is longer than `governing.deltas`",
        "name_twice": "two new memories bear one name",
        "unknown_name": "`#name` is no new memory of the policy",
        "unknown_claim": "`claims` names a grounded claim that is not there",
        "same_ends": "something is connected with itself",
        "blank_text": "a new memory says nothing",
        "text_too_long": "a new memory is longer than `limits.memory_characters`",
        "fact_without_value": "a claim has a predicate but no value",
    }, form.schema),
    Validator("evidence", {
        "no_evidence": "there are deltas but no `evidence_chain`",
        "unknown_evidence": "an id of an event or memory is not known in this namespace",
        "erased_evidence": "what stood there was erased",
    }, form.evidence),
    Validator("provenance", {
        "outside_evidence": "a claim or source is not in the `evidence_chain`",
        "quote_not_found": "a quote does not stand in its event",
        "quote_cut": "a quote begins or ends inside a word",
        "quote_too_short": "a quote is no sentence and has fewer letters than `governing.quote`",
        "value_not_in_quote": "a value does not stand in its quote, as whole words",
        "quote_asked": "a claim states what its sentence asks",
        "quote_negated": "a claim states what its sentence denies",
        "quote_supposed": "a claim states what its sentence only supposes",
        "said_otherwise": "its sentence says so of somebody else, or that it is over",
        "subject_not_in_evidence": "the subject is named in no evidence",
        "text_not_in_evidence": "a memory is neither verbatim nor derived from sources",
        "out_of_context": "a memory is a piece of a sentence without its question or denial",
        "derived_not_candidate": "a derived memory claims to be validated",
    }, form.provenance),
    Validator("temporal", {
        "interval_reversed": "an interval ends before it begins",
        "time_out_of_range": "a time lies outside the calendar",
        "expired_already": "a new memory would expire before it is added",
        "supersedes_backwards": "something older would displace something newer",
    }, form.temporal),
    Validator("conflict", {
        "unmentioned_conflict": "a claim would end a belief that no SupersedeMemory names",
        "contradicts_itself": "two claims of the policy can't hold together",
        "ambiguous_subject": "several are known by the subject's name",
    }, change.conflict),
    Validator("namespace", {
        "other_namespace": "the policy names another namespace",
        "unknown_memory": "a memory or claim to be changed or connected is not in this one",
    }, change.namespace),
    Validator("privacy", {
        "not_permitted": "`governing.rights` do not let this proposer do it",
        "private_memory": "something private is touched without the actor it belongs to",
        "mixed_owners": "a memory is derived from what is private to different actors",
    }, privacy),
    Validator("deletion", {
        "destructive_update": "the intent is to update in place",
        "destructive_delete": "the intent is to delete",
    }, change.deletion),
    Validator("poisoning", {
        "risky_content": "a text or quoted event matches `risks` with at least `governing.risk`",
        "instruction_shaped": "a text or quoted event is an order in its form, and no user said it",
        "repeated_text": "one source says the same words again and again",
    }, change.poisoning),
    Validator("lifecycle", {
        "bad_transition": "the memory is in none of the states of `governing.transitions`",
        "moved_twice": "two deltas suppress, restore or supersede one memory",
        "not_a_memory": "a claim can't be suppressed or restored",
        "already_over": "the claim is not believed any more",
        "ends_a_claim": "an edge would end a claim in passing",
    }, change.lifecycle),
    Validator("source_gate", {
        "ungrounded_delta": "no grounded claim speaks for a delta",
        "channel_cannot_ground": "one of its claims quotes a channel that may not ground",
        "unrelated_claim": "what moves a memory speaks of something else",
        "quarantined": "it rests on an event that waits for a review, or was not accepted",
        "put_away": "it would say again what was suppressed, archived or expired",
    }, change.source_gate),
    Validator("index", {
        "not_findable": "once written, the memory is not found by its words: all is rolled back",
    }, change.index),
)  # fmt: skip
"""Every validator, in the order in which they are asked and their reasons are given."""


def validate(case: Case, stack: Sequence[Validator] = STACK) -> tuple[Finding, ...]:
    """Return every reason against a policy; none approves it.

    Args:
        case: the policy and what it means where it would be committed.
        stack: who is asked.
    """
    found = (Finding(*one) for validator in stack for one in validator.judge(case))
    return tuple(dict.fromkeys(found))
