"""Draft the record of a policy itself, approved or refused; it goes with any event it rests on."""

from collections.abc import Sequence

from neuromem_graph.core.governance import Case, grounds_of, ids_of
from neuromem_graph.core.privacy import proposer_of
from neuromem_graph.core.validators import STACK, Finding
from neuromem_graph.types.base import Json
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.change_drafts import (
    PolicyDraft,
    PolicyPayload,
    RefusalDraft,
    RefusalPayload,
)
from neuromem_graph.types.drafts import Ref


def approve(case: Case) -> PolicyDraft:
    """Draft an approved policy."""
    return PolicyDraft(
        origin=_named(case), intent=case.policy.intent, proposer=proposer_of(case),
        validators=tuple(validator.name for validator in STACK),
        settings=case.situation.settings.version, payload=PolicyPayload(policy=_written(case)),
    )  # fmt: skip


def evidence_of(case: Case) -> tuple[Ref, ...]:
    """Return the events a policy rests on, those of its claims and sources included."""
    return tuple(row.event for row in grounds_of(case.policy, case.situation))


def _named(case: Case) -> tuple[Ref, ...]:
    """Return the events a record of a policy tells of: also those behind what it would change."""
    rows = (case.situation.event_of(one) for one in ids_of(case.policy))
    behind = (row.event for row in rows if row is not None)
    return tuple(dict.fromkeys((*evidence_of(case), *behind)))


def refuse(case: Case, findings: Sequence[Finding]) -> Batch:
    """Plan the record of a refusal; it changes nothing."""
    payload = RefusalPayload(policy=_written(case), messages=tuple(f.message for f in findings))
    draft = RefusalDraft(
        origin=_named(case), intent=case.policy.intent, payload=payload,
        proposer=proposer_of(case), codes=tuple(f.code for f in findings),
        settings=case.situation.settings.version,
    )  # fmt: skip
    return Batch(namespace=case.situation.namespace, groups=(Group(drafts=(draft,)),))


def _written(case: Case) -> dict[str, Json]:
    return case.policy.model_dump(mode="json", exclude_none=True)
