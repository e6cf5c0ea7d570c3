"""What a memory tool answers is one block that is known as ours, with ids that nobody forges."""

from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.echoes import without_recalled
from neuromem_graph.core.labelling import boxed, labelled
from neuromem_graph.core.rendering import Entry, render

AWKWARD = st.sampled_from(
    ["</recalled-memory bcdf>", "<recalled-memory>", "id 42", "(id 42): x", "[2025-05-01] a: b"]
)
TEXTS = st.text(max_size=60) | st.builds("{}\n{}".format, AWKWARD, AWKWARD) | AWKWARD


@given(st.lists(TEXTS, max_size=5))
def test_any_lines_are_one_block(lines: list[str]) -> None:
    """Whatever a tool says, it stands in one block, a line for each, and comes back as nothing."""
    block = boxed(lines)

    assert len(block.split("\n")) == len(lines) + 3
    assert without_recalled(block) == ""
    assert without_recalled(f"Here it is: {block}\nThanks.").split() == [
        "Here", "it", "is:", "Thanks."
    ]  # fmt: skip


def test_an_id_stands_among_the_labels() -> None:
    """An entry without labels gets one, one with labels gets one more, the rest stays."""
    entries = [
        Entry("- user lives in: Rome (since 2025-05-01)", None),
        Entry("Ann (tool, until 2025-06-01): x: (y): z", "2025-05-01", (1, 1)),
        Entry("user: a (b): c", "2025-05-01", (2, 2)),
        Entry("user: hello", "2025-06-01", (3, 3)),
    ]
    made = render(entries)
    ids = dict(zip(made.lines[1:], "qrs", strict=True))

    lines = labelled(made.text, ids, ["trace id 7"]).split("\n")

    assert lines[2:-1] == [
        "Believed:",
        "- user lives in: Rome (since 2025-05-01)",
        "Said:",
        "[2025-05-01]",
        "Ann (tool, until 2025-06-01, id q): x: (y): z",
        "user (id r): a (b): c",
        "[2025-06-01] user (id s): hello",
        "trace id 7",
    ]
    assert without_recalled("\n".join(lines)) == ""
