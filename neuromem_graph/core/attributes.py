"""What is owned and has a value: "my e-mail is ...", "Kira's birthday is ...", favorites."""

from neuromem_graph.core.patterns import DATE, JOB, Pattern, Shape, W
from neuromem_graph.core.wordlists import DIETS, LANGUAGES
from neuromem_graph.types.base import Kind

__all__ = ["OWNED"]


def _owned(
    predicate: str,
    rest: str = "",
    shape: Shape = "whole",
    kind: Kind = "fact",
    proper: bool = False,
) -> Pattern:
    """Return how the value of an attribute is read."""
    return Pattern(predicate, "", rest, "be", shape, kind, single=True, proper=proper)


_NAMES = (
    "(?!(?:on|in|at|not|mud|a|the|embarrassing|so|very|too"
    r"|hard)\b)(?P<v>[\w'-]{1,30}(?:\s[\w'-]{1,30}){0,2}?)(?=\s{0,3}(?:[.,;!)(]|$|\b(?:and|but"
    r"|now)\b))"
)
_ATTRIBUTES: dict[str, Pattern] = {
    "name first_name full_name real_name": _owned("name", _NAMES),
    "nickname": _owned("nickname", _NAMES),
    "last_name surname family_name": _owned("last_name", _NAMES),
    "birthday bday date_of_birth birth_date birthdate": _owned(
        "birthday", rf"(?:on{W})?(?:the{W})?{DATE}"
    ),
    "age": _owned("age", r"(?P<v>\d{1,3})\b"),
    "email e-mail email_address e-mail_address": _owned("email", r"(?P<v>\S{1,80}@\S{1,80})"),
    "phone phone_number number cell_number mobile_number cell": _owned(
        "phone", r"(?P<v>\+?[\d(][\d ()./-]{4,20}\d)"
    ),
    "address home_address": _owned("address", r"(?P<v>(?=[^.!?]{0,60}\d)[^.!?;]{4,80})"),
    "hometown home_town": _owned("from", "", "name", proper=True),
    "job occupation profession job_title": _owned(
        "works_as", rf"(?:(?:being|as|working{W}as){W})?(?:(?:an?|the){W})?{JOB}"
    ),
    "employer": _owned("works_at", "", "name", proper=True),
    "diet": _owned("diet", rf"(?P<v>(?:mostly{W})?{DIETS})\b", kind="constraint"),
    "pronouns": _owned("pronouns", r"(?P<v>\w+/\w+)"),
    "native_language mother_tongue first_language": _owned(
        "native_language", rf"(?P<v>{LANGUAGES})\b"
    ),
}
OWNED = {
    name.replace("_", " "): (pattern,)
    for names, pattern in _ATTRIBUTES.items()
    for name in names.split()
}
"""What can follow "my", "Kira's" or "her"; "my favorite X" is read without a table."""
