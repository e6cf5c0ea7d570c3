"""Forget, restore and correct memories, tell how they served, and erase them for good."""

from datetime import datetime

from neuromem_graph.pipeline import correcting, erasing, lifecycle
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt
from neuromem_graph.types.keeping import Erased


class Keeping:
    """Forget, restore and correct memories, and tell how they served."""

    namespace: Namespace
    resources: Resources

    def forget(
        self, memory_id: str, action: str = "inhibit", *, reason: str | None = None
    ) -> Receipt:
        """Put a memory away; nothing is lost, and `restore` brings it back.

        What it alone told is no longer believed; what others told as well still is. Saying the same
        words again, support, success or an import never bring it back. Asking again adds nothing.

        Args:
            memory_id: its id, from a receipt or an item of a context.
            action: "decay" (stays, with less importance), "inhibit" or "suppress" (served by no
                lens), "invalidate" or "expire", "archive" or "compress" (served by the lens audit
                only).
            reason: a code such as "asked_by_user" that stands in the record; no free text.

        Raises:
            InvalidInput: another action, "delete" and "update" among them; the message says what
                to use.
            NotFound: this namespace holds no such memory, or its content was erased.
        """
        return lifecycle.forget(self.namespace, memory_id, action, self.resources, reason=reason)

    def restore(self, memory_id: str, *, reason: str | None = None) -> Receipt:
        """Bring back a memory that was put away, has expired or decayed.

        It comes back as what it would be now: superseded, if what it said was closed meanwhile.

        Raises:
            InvalidInput: an argument can't be used; nothing was written.
            NotFound: this namespace holds no such memory.
        """
        return lifecycle.restore(self.namespace, memory_id, self.resources, reason=reason)

    def correct(self, memory_id: str, text: str, *, at: datetime | None = None) -> Receipt:
        """Put the right words in the place of a memory: it was never so.

        The text is a new event said by the user, read as any turn; it takes over the time of what
        the old memory told, which is superseded. `as_of` still shows what was believed before.

        Args:
            memory_id: what is wrong.
            text: the right words, a whole sentence.
            at: when it was corrected, aware; now by default.

        Returns:
            What it did. The same correction again adds nothing.

        Raises:
            InvalidInput: the text is blank, says the same, or talks to the model.
            NotFound: this namespace holds no such memory, or its content was erased.
            ProviderError: the extractor failed; nothing was written.
        """
        return correcting.correct(self.namespace, memory_id, text, self.resources, at=at)

    def after_turn(self, trace_id: str, outcome: str, feedback: str | None = None) -> Receipt:
        """Tell how a turn went that had used what a query gave; its memories gain or lose a little.

        Args:
            trace_id: of the query: `MemoryContext.trace_id`.
            outcome: "success", "partial", "failure" or "unknown"; "succeeded", "ok", "positive",
                "failed", "negative" and the like are understood.
            feedback: what was said about it, kept with the record.

        Returns:
            What moved. The same outcome for the same query again adds nothing; another one is
            recorded as well. One failure hides nothing, and nothing that was put away comes back.

        Raises:
            InvalidInput: another outcome.
            NotFound: this namespace holds no such trace.
        """
        return lifecycle.after_turn(
            self.namespace, trace_id, outcome, self.resources, feedback=feedback
        )

    def erase(self, id: str, reason: str = "requested") -> Erased:
        """Remove the content of a memory or an event for good, at every moment.

        What was derived from it alone goes with it: other memories of the same event, facts,
        names. It can't be undone. See docs/lifecycle.md for what is not in its reach.

        Args:
            id: of a memory (all events that said its words are erased) or of an event.
            reason: a code that stands in the ledger.

        Returns:
            What is gone, and which facts stay because other events say so, too.

        Raises:
            InvalidInput: the reason is no code.
            NotFound: this namespace holds no such memory or event.
        """
        return erasing.erase(self.namespace, id, self.resources, reason=reason)

    def erase_all(self, namespace: tuple[str, ...], reason: str = "requested") -> Erased:
        """Remove everything of this namespace for good: events, memories, facts, store items.

        Args:
            namespace: this runtime's own, to confirm what is meant.
            reason: a code that stands in the ledger.

        Raises:
            InvalidInput: it is another namespace; nothing was erased.
        """
        return erasing.erase_all(self.namespace, namespace, self.resources, reason=reason)

    aforget = twin_of(forget)
    arestore = twin_of(restore)
    acorrect = twin_of(correct)
    aafter_turn = twin_of(after_turn)
    aerase = twin_of(erase)
    aerase_all = twin_of(erase_all)
