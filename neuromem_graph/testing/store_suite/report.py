"""Tell how a store did: per case and mode, per capability, and as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from neuromem_graph.testing.store_suite.capabilities import Capability, Mode

Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class CaseResult:
    """Tell what became of one case in one mode."""

    id: str
    capability: Capability
    mode: Mode
    outcome: Outcome
    detail: str = ""
    """Why it failed or was skipped."""


@dataclass(frozen=True)
class CapabilityResult:
    """Count the cases of one capability; a case fails if it fails in any mode."""

    detected: bool
    passed: bool | None
    """None if nothing was run."""

    tests_passed: int = 0
    tests_failed: int = 0
    tests_skipped: int = 0
    failures: tuple[str, ...] = ()
    """The ids of the cases that failed."""

    detail: str = ""
    """Why it was not detected."""


@dataclass
class Report:
    """Hold the results of one run."""

    store_name: str
    required: frozenset[Capability]
    """What must be there and pass."""

    cases: list[CaseResult] = field(default_factory=list)
    absent: dict[Capability, str] = field(default_factory=dict)
    """What was not checked, and why."""

    @property
    def results(self) -> dict[str, CapabilityResult]:
        """The counts of each capability, by its name."""
        return {one.value: self._result(one) for one in Capability}

    @property
    def failures(self) -> tuple[str, ...]:
        """The ids of the cases that failed in any mode."""
        failed = (one.id for one in self.cases if one.outcome == "failed")
        return tuple(dict.fromkeys(failed))

    def passed(self) -> bool:
        """Tell whether nothing failed and all that is required was there.

        Returns:
            True if so.
        """
        results = self.results
        return not self.failures and all(results[one].passed for one in self.required)

    def outcomes(self, capability: Capability) -> dict[str, Outcome]:
        """Return what became of each case over all modes.

        Args:
            capability: whose cases.

        Returns:
            The outcome by the id of the case: failed if it failed anywhere, passed if it passed
            anywhere, else skipped.
        """
        found: dict[str, Outcome] = {}
        for one in self.cases:
            if one.capability is capability:
                found[one.id] = _worse(found.get(one.id, "skipped"), one.outcome)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain JSON.

        Returns:
            A new dictionary.
        """
        return {
            "store_name": self.store_name,
            "passed": self.passed(),
            "required": sorted(self.required),
            "results": {name: _plain(one) for name, one in self.results.items()},
            "cases": [_plain(one) for one in self.cases],
        }

    def render(self) -> str:
        """Return the report as text: a line per capability, then every failure with its reason.

        Returns:
            Lines, without a newline at the end.
        """
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.store_name}: {'passed' if self.passed() else 'failed'}"
        for name, one in self.results.items():
            if not one.detected:
                yield f"  {name:<12} absent: {one.detail}"
                continue
            counts = f"{one.tests_passed} passed, {one.tests_failed} failed"
            yield f"  {name:<12} {counts}, {one.tests_skipped} skipped"
        for case in self.cases:
            if case.outcome == "failed":
                yield f"FAILED {case.id} [{case.mode}]: {case.detail}"

    def _result(self, capability: Capability) -> CapabilityResult:
        if capability in self.absent:
            return CapabilityResult(False, None, detail=self.absent[capability])
        outcomes = self.outcomes(capability)
        counts = list(outcomes.values())
        failed, passed = counts.count("failed"), counts.count("passed")
        return CapabilityResult(
            detected=True,
            passed=failed == 0 if failed or passed else None,
            tests_passed=passed,
            tests_failed=failed,
            tests_skipped=counts.count("skipped"),
            failures=tuple(id for id, outcome in outcomes.items() if outcome == "failed"),
        )


def _worse(one: Outcome, other: Outcome) -> Outcome:
    order: tuple[Outcome, ...] = ("skipped", "passed", "failed")
    return max(one, other, key=order.index)


def _plain(record: CaseResult | CapabilityResult) -> dict[str, Any]:
    named = {name: getattr(record, name) for name in record.__dataclass_fields__}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in named.items()
    }
