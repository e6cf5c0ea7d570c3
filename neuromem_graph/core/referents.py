"""Find whose words a clause is: quoted, pasted, reported or denied; and whom "she" means."""

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

from neuromem_graph.core.attributing import attributed
from neuromem_graph.core.clauses import KIN, NAME, Clause
from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.wordlists import GENDERS, LANGUAGES, NOT_NAMES

__all__ = ["Embedding", "Passage", "Person", "Referents", "embedding"]

_PASTED = re.compile(r"(?m:^)[ \t]{0,3}(?:>|&gt;)[^\n]*|```(?s:.*?)(?:```|\Z)")
_QUOTE = re.compile(
    r"(?<!\w)[\"\u201c\u201e\u00ab](?=\S)[^\"\u201c-\u201e\u00ab\u00bb]*[\"\u201c\u201d\u00bb]"
    r"|(?<!`)`[^`\n]+`(?!`)"
)
_COLON = re.compile(r":(?=\s|$|[\"\u201c']|[A-Z][a-z']|I\b)")
_SMALL = (
    r"(?:(?:hey|hi|hello)\s\w{1,20}[,!]\s)?(?:(?:hey|hi|hello|oh|so|ok|okay|and|but|also|well"
    "|anyway|just|please|quick|small|important"
    r"|one|another|some|two|three|an?|the|my|few|more|last|first|big|good|bad|great|sad|fun|random"
    r"|personal|friendly|brief|little|side|final|minor|latest)[,!]?\s){0,4}"
)
_PLAIN = re.compile(
    rf"""\W*(?:{_SMALL}(?:fyi|notes?|note\sthat|n\.?b|p\.?s|p\.?p\.?s|updates?|correction|actually
    |things?|facts?|news|btw|by\sthe\sway|reminder|important|disclaimer|clarification|to\sclarify
    |to\sbe\sclear|to\sanswer\syour\squestion|tl;?dr|for\s(?:context|the\srecord|reference|your\sinformation)|in\sshort
    |basically|seriously|honestly|yes|yeah|yep|no|nope|sure|ok|okay|well|so|also|plus|confession
    |guess\swhat|remember(?:\sthis)?|don't\sforget|keep\sin\smind|warning|psa|heads[-\s]up
    |for\sthe\s\w+(?:\s\w+)?|if\syou're\s\w+ing|\w+\snote|doctor's\sorders|(?:big|small|quick|little|major|exciting|happy)
     \s(?:changes?|news|updates?|announcement)(?:\s\w+){{0,3}}|shoes?|allerg(?:y|ies)|sizes?|diet|pets?|food|gifts?
    |(?:[\w']+\s){{0,4}}(?:moved|switched|changed|got|retested|measured|bought|joined|adopted|upgraded)(?:\s[\w'-]+){{0,6}}
    |(?:here's\s)?the\s(?:thing|truth|fact|point)(?:\sis)?|long\sstory\sshort|bottom\sline|aside
    |first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|again|secret|rules?|instructions?
    |preferences?|sorry|oops|wait|(?:sorry,?\s)?(?:typo|i\smade\sa\s(?:mistake|typo)|my\smistake)|(?:fact|rule|point|\W)?\s?\d{{1,2}})
    |(?:(?:here|these|this|are|is|some|an?|few|facts?|things?|info|information|details|bit|more
     |little|something|what|the|basics|stuff|summary|of|to|know|and|all|quick)\s){{0,8}}
     about\s(?:me|myself|us)
    |(?:[\w']+\s){{0,6}}(?:you\s(?:should\s|must\s|need\sto\s|to\s)?know|let\syou\sknow
     |tell\syou\s(?:something|this|that)|i\s(?:should|must|forgot\sto)\s(?:add|mention))
    |(?:hi|hello|hey|dear)\b[\w\s.']{{0,30}})\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_PLAIN = 80
_FIRST_PERSON = re.compile(r"(?i)\b(?:i|we|my|our)\b")
_LISTED = re.compile(r"\s(?!i\b|i'|im\b|my\b|we\b)[a-z0-9+\u20ac$\u00a3]")
_THEIRS = re.compile(r"'s\s[a-z -]{2,30}$")
_NEWLY = re.compile(
    r"(?i)(?:^|[,;]\s)\W*(?:(?:so|ok|okay|btw|and|my|our|finally|a|well|update)\s){0,3}(?:new|cur"
    r"rent|favou?rite|fave|latest)\s"
    r"[\w' -]{2,40}$|(?:^|[,;]\s)(?:my|our)\s(?:(?:home|e-?mail|phone|mobile|cell|work|current|sh"
    r"oe)\s)?(?:gym|dentist|car|editor|city|e-?mail"
    r"|address|number|phone|mobile|cell|employer|job|team|diet|hobby|pet|bank|doctor|size|manager"
    r"|boss|browser|commute)$"
)
_TASK = re.compile(
    r"\W*(?:(?:please|hey|hi|ok|now|then|can|could|would|will|you|help|me|just)[,!]?\s){0,4}"
    r"(?:translate|summari[sz]e|proofread|paraphrase|rephrase|rewrite|reword|spell-?check"
    r"|(?:fix|correct|check|edit|improve)\s(?:the\s(?:grammar|spelling)|this|these|the\sfollowing)"
    r"|analy[sz]e\s(?:this|these|the\sfollowing))"
    r"\b(?=\s[^.!?\n]{0,80}?\b(?:this|these|it|following|below|grammar|spelling|sentences?|text"
    rf"|e-?mail|paragraph|in(?:to)?|to\s{LANGUAGES})\b)",
    re.IGNORECASE,
)


class Passage:
    """Tell which parts of one turn are the speaker's own words; sentences come in order."""

    def __init__(self, text: str, first_person: bool) -> None:
        self.first_person = first_person  # "I" is somebody we know, and "my sister" is known to be
        self._pasted = _spans(_PASTED, text)
        self._quotes = _spans(_QUOTE, text)
        self._framed = False  # "Translate to French: ...": what follows is not the speaker's

    def limit(self, said: str, start: int) -> int:
        """Return how much of a sentence, from its beginning, is the speaker's own.

        Args:
            said: the sentence.
            start: where it stands in the turn.
        """
        if self._framed or _inside(self._pasted, start):
            return 0
        if _TASK.match(said, 0, 200):
            self._framed = True
            return 0
        if ":" not in said:
            return len(said)
        begin = 0
        for colon in _COLON.finditer(said):
            if not _is_plain(said, begin, colon):
                self._framed = True
                return colon.start()
            begin = colon.end()
        return len(said)

    def quoted(self, position: int) -> bool:
        """Tell whether a position of the turn stands between quotes."""
        return _inside(self._quotes, position)


def _is_plain(said: str, begin: int, colon: re.Match[str]) -> bool:
    """Tell whether what stands before a colon leaves what follows the speaker's own words."""
    before = said[max(begin, colon.start() - _LONGEST_PLAIN) : colon.start()]
    if _PLAIN.match(before) or not any(c.isalnum() for c in before):
        return True
    if before[before.rfind(" ") + 1 :].startswith(":"):  # ":smile:"
        return True
    if _NEWLY.search(before):
        return True
    known = _FIRST_PERSON.search(before) or _THEIRS.search(before)
    return _LISTED.match(said, colon.end()) is not None and known is not None


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]


def _inside(spans: list[tuple[int, int]], position: int) -> bool:
    index = bisect_right(spans, position, key=lambda span: span[0])
    return index > 0 and position < spans[index - 1][1]


Embedding = Literal["own", "doubted", "denied"]
"""Whether a clause is said by the speaker, is only somebody's word, or is not claimed at all."""

_SAYING = (
    r"(?:sa(?:ys?|id|ying)|t(?:ells?|old|elling)|claim(?:s|ed|ing)?|assum(?:es?|ed|ing)|think(?:s"
    r"|ing)?|thought|believ(?:es?|ed|ing)|insist(?:s|ed|ing)?|alleg(?:es?|ed|ing)|suggest(?:s|ed"
    "|ing)?|impl(?:y|ies|ied|ying)|argu(?:es?|ed|ing)|stat(?:es|ed|ing)|report(?:s|ed|ing)?"
    "|writes?"
    r"|wrote|writing|hear(?:s|d)?|figur(?:es?|ed)|reckon(?:s|ed)?|swears?|swore|suspect(?:s|ed)?"
    r"|guess(?:es|ed)?|expect(?:s|ed)?|convinced|goes|sings?|sang|reads?|mention(?:s|ed|ing)?"
    r"|announc(?:es?|ed|ing)|post(?:s|ed)|text(?:s|ed)|hopes?|hoped|wish(?:es|ed))"
)
_LYING = (
    r"(?:den(?:y|ies|ied|ying)|lied|lying|jok(?:ed?|es|ing)|kidding|disput(?:es?|ed|ing)"
    r"|pretend(?:s|ed|ing)|refut(?:es?|ed|ing)|contest(?:s|ed)?)"
)
_THAT = (
    r"(?:\s{1,3}(?:to\s)?(?:me|us|you|him|her|them|it|myself|any(?:one|body)|every(?:one|body)"
    r"|people|some(?:one|body)|(?-i:[A-Z])\w{1,20}))?(?:\s{1,3}(?:that|how|like|as\sif"
    r"|about\show))?"
    r"\s{1,3}$"
)
_REPORTED = re.compile(rf"(?i)\b{_SAYING}\b{_THAT}")
_YOU_SAID = re.compile(rf"(?i)\byou(?:'ve|\shave)?\s{_SAYING}\b{_THAT}")
_LIED = re.compile(rf"(?i)\b{_LYING}\b{_THAT}")
_NO = (
    r"(?:never|not|\w{1,10}n't|dont|didnt|cannot|nobody|no[\s-]one|noone|none|neither|nor|no|few"
    r"|refus(?:es?|ed|ing)|declin(?:es?|ed)|stop(?:s|ped|ping)?|quit|without|hardly|rarely|avoid)"
)
_NOT_SAID = re.compile(rf"(?i)\b{_NO}\b[^,;:.!?]{{0,40}}\b{_SAYING}\b{_THAT}")
_OWN = re.compile(
    rf"(?i)(?:\s{{1,3}}(?:to|be|able|just|also|finally|proudly|proud|happy|glad))*"
    rf"(?:\s{{1,3}}{_SAYING})?{_THAT}"
)
_TELL = re.compile(rf"(?i)^\W*(?:please\s|and\s|so\s|just\s)?(?:tell|text|believe(?=\sme)){_THAT}")
_UNTRUE = re.compile(
    r"""\b(?:(?:not|\w{1,10}n't|hardly|far\sfrom(?:\sit\sbeing)?)\s(?:\w{1,10}\s)?
     (?:true|the\scase|correct|right|so|a\sfact|like|as\sif|as\sthough)
    |false|untrue|wrong|incorrect|nonsense|doubtful|unlikely|impossible|possible|fake|absurd
    |(?:an?|the|this|that|any|all)\s(?:\w{1,12}\s)?(?:lie|myth|rumou?r|legend|joke|fiction|theory
     |idea|claim|assumption|hoax|allegation|belief|hypothesis|dream|story|notion|misconception
     |mistake|suggestion)s?(?:\s(?:is|was|has\sit))?
    |the\sfact(?=\sthat)|(?:rumou?r|legend|word)\shas\sit|no\sway|there's\sno\sway|as\sif)(?:,?\sthat)?\s{1,3}$""",
    re.IGNORECASE | re.VERBOSE,
)
_ACCORDING = re.compile(
    r"(?i)\b(?:(?:according|thanks)\sto\s(?!me\b|(?:the|my)\s(?:doctor|dentist|test|tests|scale"
    r"|lab|results?|label|passport)\b)[^,;:.!?]{1,40}"
    r"|(?:allegedly|supposedly|reportedly|rumou?redly)),?\s{1,3}$"
)
_AND = re.compile(r"(?i),?\s(?:and|or|nor)\s(?:that\s|also\s)?$")
_WINDOW = 80


def embedding(text: str, clause: Clause, before: Clause | None, last: Embedding) -> Embedding:
    """Tell what the words in front of a clause, and those at the end, make of it.

    Args:
        text: the sentence.
        clause: one of its clauses.
        before: the clause before it.
        last: what was made of that one.
    """
    begin = max(0, clause.start - _WINDOW)
    window = text[begin : clause.start]
    if clause.who == "elided" or (last != "own" and _AND.search(window)):
        return last
    if clause.who == "user" and attributed(text):
        return "doubted"
    if not window.strip():
        return "own"
    if _LIED.search(window) or _NOT_SAID.search(window) or _UNTRUE.search(window):
        return "denied"
    if _ACCORDING.search(window) and clause.who == "user":
        return "denied"
    if not _REPORTED.search(window):
        return "own"
    if _YOU_SAID.search(window):
        return "doubted"
    gap = before is not None and _OWN.fullmatch(text, before.rest, clause.start)
    if before is None or not gap:
        return "own" if _TELL.search(text, begin, clause.start) else "denied"
    if before.who == "user":
        return "own"
    if before.who == "pronoun" and before.subject == "they":
        return "denied"
    return "doubted" if clause.who == "user" else "own"


_W = r"\s{1,3}"
_MENTION = re.compile(
    rf"""(?<!\w)(?:(?:(?:have|has|got|had){_W}an?|my|our){_W}{KIN % "relation"}
     (?:,?{_W}(?P<called>{NAME}))?
    |(?:met|meet|saw|with|named|called|asked|visited|invited|hired|texted|phoned|hugged|dating|know
    |married|miss){_W}(?P<name>{NAME})(?!'s))""",
    re.IGNORECASE | re.VERBOSE,
)
_NAMED = re.compile(
    r"(?:^|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.!?;,:\u2014-]\s|\b(?:and"
    "|but|so|because|that|also|when|if|for|like|since|says"
    rf"|think)\s)\s{{0,2}}(?P<name>{NAME})(?='s\b|,?\s+[a-z]|\s*[,.])",
    re.IGNORECASE,
)
_OWNERS = re.compile(rf"(?<![\w'])(?P<name>{NAME})'s\b", re.IGNORECASE)
_PRONOUNS = {"his": "he", "her": "she", "their": "they"}
_FURTHEST = 5


class Person(NamedTuple):
    """A person named in a turn."""

    name: str
    relation: str | None


class Referents:
    """Keep who was named where in one turn."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._people: list[tuple[int, Person]] | None = None
        self._subjects: list[tuple[int, Person]] = []

    def add(self, position: int, person: Person) -> None:
        """Remember the subject of a clause that begins at a position."""
        self._subjects.append((position, person))

    def last(self, begin: int, end: int) -> tuple[int, Person] | None:
        """Return who was named last in a part of the text, and where.

        Args:
            begin: where the part begins.
            end: where it ends.
        """
        if self._people is None:
            self._people = _mentions(self._text)
        index = bisect_right(self._people, end - 1, key=lambda known: known[0])
        last = self._people[index - 1] if index else None
        return last if last is not None and last[0] >= begin else None

    def before(self, position: int, pronoun: str, begin: int = 0) -> Person | None:
        """Return the last person named before a position whom a pronoun can mean."""
        if self._people is None:
            self._people = _mentions(self._text)
        wanted = _PRONOUNS.get(pronoun, pronoun)
        for place, person in reversed(self._subjects[-_FURTHEST:]):
            if place >= begin and GENDERS.get(person.relation or "") in (wanted, None):
                return person
        index = bisect_right(self._people, position, key=lambda known: known[0])
        near = self._people[max(0, index - _FURTHEST) : index] + self._subjects[-_FURTHEST:]
        for _, person in sorted(near, key=lambda known: known[0], reverse=True):
            gender = GENDERS.get(person.relation or "")
            if gender in (wanted, None):
                return person
        return None


def _mentions(text: str) -> list[tuple[int, Person]]:
    found = []
    for match in _MENTION.finditer(text):
        relation = (match["relation"] or "").lower() or None
        name = match["called"] or match["name"] or relation
        if name is None or name.split()[0].lower() in NOT_NAMES:
            continue
        found.append((match.start(), Person(name, relation)))
    for match in (*_NAMED.finditer(text), *_OWNERS.finditer(text)):
        words = [word.lower() for word in match["name"].split()]
        while words and words[0] in NOT_NAMES:
            del words[0]
        name = match["name"][-len(" ".join(words)) :] if words else ""
        if name and (words[0] in NAMES or not sort_of(name)) and not name.isupper():
            found.append((match.start("name"), Person(name, None)))
    return sorted(found)
