"""What is said of an error holds no secret, whole, cut or escaped."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.disguises import visible
from neuromem_graph.core.failures import Teller
from neuromem_graph.settings.redacting import Redacting

TOKEN = "ghp_" + "aZ09bY18cX27dW36eV45"
UNSEEN = "\u200b\u2060\ufeff\u202e\u00ad\x00\U000e0041"
SETTINGS = Redacting(key="k")


def parts(text: str) -> set[str]:
    """Return the runs of eight characters in a text."""
    return {text[at : at + 8] for at in range(len(text) - 7)}


def bare(text: str) -> str:
    """Return a text without escapes of what is unseen, however often it was escaped."""
    for one in UNSEEN:
        for form in (repr(one)[1:-1], json.dumps(one)[1:-1], one):
            for times in (4, 2, 1):
                text = text.replace(form.replace("\\", "\\" * times), "")
    return text


disguised = st.lists(
    st.tuples(st.integers(1, len(TOKEN) - 1), st.sampled_from(UNSEEN)), max_size=4
).map(lambda cuts: _with(sorted(cuts, reverse=True)))


def _with(cuts: list[tuple[int, str]]) -> str:
    text = TOKEN
    for at, sign in cuts:
        text = text[:at] + sign + text[at:]
    return text


@given(disguised, st.integers(0, 90), st.integers(0, 3), st.text(max_size=8))
def test_a_secret_that_was_given_is_told_in_no_form(
    secret: str, cut: int, escaped: int, before: str
) -> None:
    """Cut anywhere, shown by `repr` once or more often, or both: less than eight of it is told."""
    given_ = f"{before} {secret}"
    said = given_
    for _ in range(escaped):
        said = repr(said)
    for quoted in (f"text={said:.{cut}} is wrong", f"text={said} is wrong", said[cut:]):
        told = Teller(SETTINGS, [given_]).tell(quoted)
        assert not parts(bare(told)) & (parts(TOKEN) - parts(before))


@given(disguised, st.integers(0, 2))
def test_a_secret_that_nobody_gave_is_found_whole(secret: str, escaped: int) -> None:
    """What a provider quotes is found by its pattern, invisible characters escaped or not."""
    said = f"refused key {secret}, sorry"
    for _ in range(escaped):
        said = repr(said)
    told = Teller(SETTINGS).tell(said)
    assert not parts(bare(told)) & parts(TOKEN)
    assert "sorry" in told


@given(st.text(), st.text())
def test_telling_again_changes_nothing(given_: str, text: str) -> None:
    """What was told is told as it is."""
    teller = Teller(SETTINGS, [given_, {"password": given_}, TOKEN])
    told = teller.tell(f"{text} {TOKEN[5:20]} {given_!r}")
    assert teller.tell(told) == told


@pytest.mark.parametrize("given_", [
    TOKEN, [TOKEN], {"a": [{TOKEN: 1}]}, ("x", {"content": TOKEN}), f"{TOKEN}\u200b",
    {"password": TOKEN[4:16]}, {"api_key": [TOKEN[4:16]]}, TOKEN.encode(),
])  # fmt: skip
def test_a_part_is_known_by_what_was_given(given_: object) -> None:
    """A part alone has no pattern: it is known from the arguments, wherever it stands in them."""
    text = f"text='{TOKEN[4:14]}... can't be used"
    assert Teller(SETTINGS).tell(text) == text
    told = Teller(SETTINGS, [given_]).tell(text)
    assert TOKEN[4:10] not in told
    assert told.startswith("text='[redacted ")
    assert told.endswith("... can't be used")


def test_what_holds_no_secret_is_told_as_it_is() -> None:
    """Escapes, paths and marks stay; with redaction off everything does."""
    for text in (r"C:\new\temp '\u200b' \x41", "[redacted github_token 1f2e3d4c] is no id", ""):
        assert Teller(SETTINGS, [TOKEN]).tell(text) == text
    assert Teller(Redacting(on=False), [TOKEN]).tell(f"no {TOKEN}") == f"no {TOKEN}"


def test_a_mark_names_the_whole_secret() -> None:
    """A part bears the fingerprint of the whole, as the ledger does."""
    whole = Teller(SETTINGS).tell(TOKEN)
    assert Teller(SETTINGS, [TOKEN]).tell(TOKEN[:12]) == whole
    assert visible(whole) == whole
