"""Compile frames: of what was repeated, and of what a model proposes and can show."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from neuromem_graph.core.disguises import visible
from neuromem_graph.core.edges import family_of
from neuromem_graph.core.event_fields import CHANNELS
from neuromem_graph.core.sleeping import compiling, frames, grounding, grounds
from neuromem_graph.core.sleeping.compiling import Stated, Told
from neuromem_graph.core.sleeping.entering import BARRED, entered
from neuromem_graph.core.sleeping.frames import Frame
from neuromem_graph.core.sleeping.grounding import Shown
from neuromem_graph.core.sleeping.grounds import Ground
from neuromem_graph.core.sleeping.lexicon import lexicon
from neuromem_graph.core.text import normal_form
from neuromem_graph.pipeline import clearing
from neuromem_graph.pipeline.sleep_phases import Done, Night, read
from neuromem_graph.ports import Reader
from neuromem_graph.types.drafts import EvidenceDraft
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Fact, Sleeper

__all__ = ["Given", "behind", "compile_facts", "compile_tasks", "propose", "shown_of"]

Behind = Mapping[int, tuple[Ground, ...]]
Given = tuple[Sequence[Sleeper], Sequence[FrameProposal], Sequence[RelationProposal]]
"""Some memories, and what was proposed for them."""

_Frames = Callable[[Sequence[Sleeper], Mapping[int, Sequence[Fact]], Behind], Iterable[Frame]]


def behind(night: Night, reader: Reader, memories: Collection[int]) -> Behind:
    """Return the events behind memories whose word counts for what is compiled of them."""
    said = reader.sleeping.supporters(night.namespace, sorted(memories))
    events = sorted({event for found in said.values() for event in found})
    tainted = reader.safety.tainted(night.namespace, events)
    rows = reader.keeping.said(night.namespace, events)
    good = grounds.usable(rows, tainted, night.settings, night.now)
    return {one: tuple(good[e] for e in found if e in good) for one, found in said.items()}


def _lasting(rows: Iterable[Sleeper], night: Night) -> list[Sleeper]:
    """Leave out what sleep made itself, what is private, and what has expired."""
    return [
        one for one in rows
        if not one.own and not grounds.is_private(one.metadata)
        and (one.expires_at is None or one.expires_at > night.now)
    ]  # fmt: skip


def compile_tasks(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Compile procedures and failure patterns of what is known of each task."""

    def found(
        there: Sequence[Sleeper], facts: Mapping[int, Sequence[Fact]], ground: Behind
    ) -> Iterable[Frame]:
        tasks = defaultdict[str, list[Told]](list)
        for one in there:
            for event in ground.get(one.memory, ()):
                if event.task is not None:
                    tasks[normal_form(event.task)].append(Told(one, event))
        for told in tasks.values():
            told.sort(key=lambda one: (one.ground.event, one.sleeper.memory))
            memories = sorted({one.sleeper.memory for one in told})
            made = reader.sleeping.made_of(night.namespace, memories)
            asked = sorted({*(one.memory for one in made), *memories})
            used = compiling.used(reader.sleeping.served(night.namespace, asked))
            task = told[-1].ground.task or ""
            yield from compiling.results(task, told, used, night.settings.sleeping)

    return _compile(night, reader, groups, found)


def compile_facts(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Compile schemas of what several have in common, and summaries of lists."""
    words, how = lexicon(night.settings.sleeping), night.settings.sleeping

    def found(
        there: Sequence[Sleeper], facts: Mapping[int, Sequence[Fact]], ground: Behind
    ) -> Iterable[Frame]:
        told = [
            Stated(fact, one, event) for one in there for fact in facts.get(one.memory, ())
            for event in ground.get(one.memory, ())
            if event.event == fact.event and fact.held
            and compiling.is_plain(fact, one, words, how)
        ]  # fmt: skip
        return (*compiling.schemas(told, words, how), *compiling.summaries(told, words, how))

    return _compile(night, reader, groups, found)


def _compile(
    night: Night, reader: Reader, groups: Sequence[tuple[int, ...]], found: _Frames
) -> Done:
    done, seen = Done(), set[tuple[str, str]]()
    rows, facts = read(night, reader, (one for group in groups for one in group))
    firm = [one for one in _lasting(rows.values(), night) if one.commitment != "candidate"]
    ground = behind(night, reader, [one.memory for one in firm])
    known = {one.memory: one for one in firm}
    for group in groups:
        there = [known[one] for one in sorted(set(group)) if one in known]
        for frame in found(there, facts, ground):
            if (frame.kind, frame.group) not in seen:
                seen.add((frame.kind, frame.group))
                _made(frame, done, night, reader)
    return done


def _made(frame: Frame, done: Done, night: Night, reader: Reader) -> None:
    """Draft a frame in the place of the one before, unless that says the same of the same."""
    told = entered(frame.text, frame.parts, night.settings)
    if told.why is not None:
        done.tell("refused", BARRED[told.why], told.text, frame.sources)
        return
    frame, ends = frame._replace(text=told.text), frames.ends_of(frame)
    made = {one.memory: {*one.sources} for one in reader.safety.derived(night.namespace, ends)
            if one.frail}  # fmt: skip
    known = reader.sleeping.sleepers(night.namespace, sorted(made))
    wanted = (True, frame.kind, frame.commitment)
    earlier = [one for one in known if (one.active, one.kind, one.commitment) == wanted]
    if frame.commitment == "candidate":  # a model may say several things of the same
        earlier = [one for one in earlier if normal_form(one.text) == frame.group]
    sources = {*ends, *(one.event for one in frame.grounds)}
    if any(one.text == frame.text and made[one.memory] == sources for one in earlier):
        return
    ref = -len(done.drafts) - 1
    done.drafts += frames.drafts(frame, earlier, night.settings, len(done.drafts))
    done.tell("compiled", frame.reason, frame.text, frame.sources, ref)


def shown_of(night: Night, reader: Reader, group: Sequence[int]) -> tuple[Sleeper, ...]:
    """Return the newest memories of a group that a model may be shown."""
    most = night.settings.sleeping.cluster
    newest = sorted(set(group))[-most:]
    rows = reader.sleeping.sleepers(night.namespace, newest)
    good = _lasting((one for one in rows if one.active), night)
    ground = behind(night, reader, [one.memory for one in good])
    return tuple(one for one in good if ground.get(one.memory))


def propose(night: Night, reader: Reader, given: Given) -> Done:
    """Ground what a model proposed for some memories; what it can't show is refused."""
    sleepers, proposals, relations = given
    done = Done()
    there = shown_of(night, reader, [one.memory for one in sleepers])
    shown = Shown(there, behind(night, reader, [one.memory for one in there]),
                  _known(night, reader, proposals))  # fmt: skip
    for proposal in proposals:
        frame = grounding.frame_of(proposal, shown, night.settings)
        if isinstance(frame, str):
            text = visible(clearing.words(proposal.text, night.resources))
            done.tell("refused", grounding.REASONS[frame], text)
        else:
            _made(frame, done, night, reader)
    if relations:
        _relate(done, night, reader, (shown, relations))
    return done


def _known(
    night: Night, reader: Reader, proposals: Sequence[FrameProposal]
) -> frozenset[str]:  # fmt: skip
    """Return which words of proposals are names or values that the memory knows."""
    longest = night.settings.limits.memory_characters
    keys = sorted({name for one in proposals for name in grounding.names_in(one.text[:longest])})
    if not keys:
        return frozenset()
    names = {row.key for row in reader.entities(night.namespace, keys)}
    values = {key for key, _ in reader.safety.valued(night.namespace, keys)}
    return frozenset(names | values) - frozenset(CHANNELS)


def _relate(
    done: Done, night: Night, reader: Reader, given: tuple[Shown, Sequence[RelationProposal]]
) -> None:
    """Draft evidence for relations that are shown; one that is known already is passed over."""
    shown, relations = given
    memories = [one.memory for one in shown.sleepers]
    ties = reader.safety.ties(night.namespace, memories)
    known = {(one.source, one.target, one.relation) for one in ties}
    for related in relations:
        ends = grounding.relation_of(related, shown, night.settings)
        if isinstance(ends, str):
            done.tell("refused", grounding.REASONS[ends], related.relation)
            continue
        one, other = ends
        if (one.memory, other.memory, related.relation) in known:
            continue
        known.add((one.memory, other.memory, related.relation))
        done.drafts.append(
            EvidenceDraft(origin=tuple(sorted({one.event, other.event})), type="support",
                          source=one.memory, target=other.memory,
                          weight=night.settings.sleeping.grounding.weight,
                          family=family_of(related.relation), relation=related.relation,
                          settings=night.settings.version)
        )  # fmt: skip
        done.tell("compiled", related.relation, one, [other])
