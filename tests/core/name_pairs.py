"""Pairs of mentions, each labelled: the same one, or two. And what each threshold makes of them.

`python -m tests.core.name_pairs` writes the tables of docs/entities.md anew.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler

from neuromem_graph.core import names
from neuromem_graph.core.resolution import Known, Mention, match
from neuromem_graph.core.text import fold
from neuromem_graph.settings.matching import Matching
from neuromem_graph.types.base import EntityType
from neuromem_graph.types.ledger import EntityRow

PAGE = Path(__file__).parents[2] / "docs" / "entities.md"
THRESHOLDS = (0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 0.97, 0.99, 1.00)


class Pair(NamedTuple):
    """Two mentions; a mention is a name, or "name | relation", or "name | relation | type"."""

    one: str
    other: str
    same: bool
    group: str


_SAME = {
    "letter case and width": """
        John Smith = JOHN SMITH
        nina = Nina
        Ｊｏｈｎ　Ｓｍｉｔｈ = John Smith
        ＩＢＭ = IBM
        McDonald = MCDONALD
        straße 5 = STRASSE 5
        ΑΘΗΝΑ = Αθηνα
        Анна Петрова = АННА ПЕТРОВА""",
    "composition and invisible characters": """
        Jose\u0301 Garcia = Jos\u00e9 Garcia
        Zoe\u0308 = Zo\u00eb
        A\u030angstr\u00f6m = \u00c5ngstro\u0308m
        Ann\u200b Lee = Ann Lee
        Ann\u00a0Lee = Ann Lee
        \ufeffBruno = Bruno
        e\u0301cole 42 = \u00e9cole 42
        \u1100\u1161\u11bc\u1102\u1161\u11b7 = \uac15\ub0a8
        か\u3099っこう = がっこう
        ﬁona = fiona""",
    "punctuation": """
        O'Brien = O\u2019Brien
        O'Brien = OBrien
        "Nina" = Nina
        Nina, = Nina
        Nina's = Nina
        J.R.R. Tolkien = JRR Tolkien
        N.B.C. = NBC
        3M = 3 M
        J.P. Morgan = JP Morgan
        St. John = St John
        Yahoo! = Yahoo
        Jean-Luc Picard = Jean Luc Picard
        T-Mobile = T Mobile
        Marks & Spencer = Marks and Spencer
        Dr. Strangelove (film) = Dr Strangelove film""",
    "word order with a comma": """
        Smith, John = John Smith
        SMITH, John = John Smith
        García Márquez, Gabriel = Gabriel García Márquez
        Tolkien, J.R.R. = JRR Tolkien
        van Gogh, Vincent = Vincent van Gogh""",
    "titles before a full name": """
        Dr. John Smith = John Smith
        Prof. Dr. Maria Weber = Maria Weber
        Mrs. Jane Doe = Jane Doe
        Ms. Ann Lee = Ann Lee
        Sir Paul McCartney = Paul McCartney
        John Smith, PhD = John Smith
        Smith, Dr. John = John Smith""",
    "legal forms and articles": """
        Acme Inc. = Acme
        Acme, Inc. = Acme
        Acme Inc = Acme Incorporated
        Acme Ltd. = Acme Limited
        Siemens AG = Siemens
        Robert Bosch GmbH = Robert Bosch
        Globex Corporation = Globex Corp.
        Initech LLC = Initech
        The Beatles = Beatles
        the New York Times = New York Times
        The Netherlands = Netherlands""",
    "diacritics left out of a full name": """
        José García = Jose Garcia
        Zoë Kravitz = Zoe Kravitz
        São Paulo = Sao Paulo
        Søren Kierkegaard = Soren Kierkegaard
        Ana Peña = Ana Pena
        Łukasz Nowak = Lukasz Nowak""",
    "identifiers": """
        K-9 = K9
        K-9 = k 9
        invoice #1041 = Invoice #1041
        version 1.2.0 = Version 1.2.0
        AB-12 = ab-12
        Boeing 747 = boeing-747
        C++ = c++
        ann@example.com = Ann@Example.com""",
    "CJK": """
        山田太郎 = 山田 太郎
        東京 = 東京
        ジョン・スミス = ジョンスミス
        ﾄﾖﾀ = トヨタ
        김철수 = 김 철수
        王小明 = 王小明""",
    "a relation that is known": """
        Sarah | sister = Sarah | sister
        Sarah = Sarah | sister
        Rex | dog = Rex | dog
        Tom Baker | friend = Baker, Tom | friend""",
    "found by nothing but knowledge": """
        Bob Smith = Robert Smith
        Liz = Elizabeth
        Bill Clinton = William Clinton
        J. Smith = John Smith
        John F. Kennedy = John Kennedy
        IBM = International Business Machines
        NYC = New York City
        Müller = Mueller
        Peking = Beijing
        Сергей = Sergei
        東京 = Tokyo
        Tchaikovsky = Tschaikowski
        Mohammed Ali = Muhammad Ali
        MS Word = Microsoft Word
        VS Code = Visual Studio Code
        Jonathon Price = Jonathan Price
        Katherine | wife = Kate | wife
        FB = Facebook
        U.S.A. = USA
        Saint Petersburg = St. Petersburg
        Фёдор = Федор
        WiFi = Wi-Fi
        De la Cruz = Dela Cruz""",
}

_TWO = {
    "a letter in a given name": """
        Jon Smith = John Smith
        Anna Smith = Anne Smith
        Sara = Sarah
        Jon = John
        Ana = Anna
        Marie = Mario
        Maria Lopez = Mario Lopez
        Eric = Erica
        Daniel Kim = Daniela Kim
        Carl Berg = Karl Berg
        Francis = Frances
        Steven Hall = Stephen Hall
        Gerry = Jerry
        Marc = Mark
        Brian Cole = Bryan Cole
        Christian = Christina
        Alan = Allan
        Toni = Tony
        Catherine Ross = Katherine Ross
        Micheal Ryan = Michael Ryan""",
    "another word": """
        John Smith = John Smythe
        John Smith = Jane Smith
        Tom Baker = Tim Baker
        Acme Corp = Acme Labs
        Acme Inc. = Acme Ltd.
        Kim Lee = Lee Kim
        Smith John = John Smith
        Dr. Weber = Mrs. Weber
        Dr. Weber = Weber
        Mr. John Smith = Mrs. John Smith
        Bad Company = Bad
        The Rock = Rock
        Paris = Paris Hilton
        Georgia = Georgia Tech
        New York = New York City
        Washington = Washington DC
        North Korea = South Korea
        Apple = Apple Records
        Google = Google Maps
        Sarah = Sarah Connor
        Tom = Tom Baker
        Smith = John Smith
        Springfield, Illinois = Springfield, Ohio
        London = London, Ontario
        Silver Spring MD = Silver Spring
        Ocean View Spa = Ocean View
        Doctor Who Magazine = Who Magazine
        MacDonald = McDonald
        O'Neil = O'Neill
        Mr. Bean = Bean
        D'Arcy = Darcy
        E.D. Jones = Ed Jones
        A.I. = Ai
        J.O. = Jo""",
    "numbers and identifiers": """
        invoice 1041 = invoice 1042
        K-9 = K-8
        ticket AB-12 = ticket AB-21
        A-11 = A1-1
        Building 7 = Building 7A
        room 12a = room 12b
        flight BA 12 = flight BA 112
        order #99 = order #999
        agent 007 = agent 7
        Boeing 747 = Boeing 777
        +49 30 1234 = +49 30 1235
        2001-02-03 = 2001-03-02
        10-41 = 1041
        ISBN 978-3-16 = ISBN 978-3-17
        Area 51 = Area 52
        7-Eleven = 11-Eleven
        5'10 = 510
        Level 3 = Level III
        Channel 4 = Channel 5
        F-16 = F-18
        PS4 = PS5
        iPhone 14 = iPhone 15""",
    "versions, ordinals and letters": """
        v1.2 = v1.3
        version 1.2.0 = version 1.20
        Python 3.1 = Python 3.11
        Postgres 14 = Postgres 15
        Project Alpha 1 = Project Alpha 2
        Project Alpha = Project Beta
        Henry IV = Henry VI
        Rocky II = Rocky III
        Rocky = Rocky II
        John Smith Jr. = John Smith Sr.
        John Smith = John Smith Jr.
        Pitt the Elder = Pitt the Younger
        First Bank = Second Bank
        Team One = Team Two
        Vitamin C = Vitamin D
        Group A = Group B
        Model S = Model X
        Windows XP = Windows XP SP2""",
    "symbols": """
        C = C++
        C++ = C#
        F = F#
        .NET = NET
        A+ = A
        AT&T = ATT
        rock = rock*
        temperature -5 = temperature 5""",
    "handles and addresses": """
        ann@example.com = ann@example.org
        ann@example.com = anna@example.com
        ann.lee@example.com = annlee@example.com
        @ann = ann
        john.smith = John Smith
        john_smith = John Smith
        user_1 = user_2
        acme.com = Acme
        acme.io = acme.ai
        github.com/ann = github.com/anna""",
    "scripts": """
        Аnna = Anna
        Рaul = Paul
        Αnna = Anna
        Сергей = Сергий
        Сергей = Сергеи
        が = か
        ジョン = じょん
        Иванов = Иванова""",
    "diacritics that make another name": """
        Peña = Pena
        Märta = Marta
        Renée = René
        Öl = Ol
        Bär = Bar
        Ola = Óla
        Åsa Berg = Äsa Berg""",
    "CJK, one character": """
        山田 = 山本
        王小明 = 王小朋
        東京 = 京都
        김철수 = 김철호
        大阪 = 大坂
        トヨタ = トヨダ
        李 = 李明""",
    "homonyms": """
        Sarah | sister = Sarah | boss
        Sarah Connor | friend = Sarah Connor | dentist
        Tom | dog = Tom | brother
        Ann | mother = Ann | cousin
        John Smith | boss = Smith, John | neighbour
        Paris | | person = Paris | | place
        Jordan | | person = Jordan | | place
        Amazon | | organisation = Amazon | | place
        Mercedes | | person = Mercedes | | thing
        Ford | | person = Ford | | organisation
        Morgan | | person = Morgan Inc.
        Victoria | friend | person = Victoria | | place
        Washington | | person = Washington | | place
        Tesla | | thing = Tesla | | person""",
}


def _read(table: dict[str, str], same: bool) -> Iterator[Pair]:
    for group, lines in table.items():
        for line in filter(None, map(str.strip, lines.split("\n"))):
            one, _, other = line.partition(" = ")
            yield Pair(one.strip(" "), other.strip(" "), same, group)


PAIRS = (*_read(_SAME, True), *_read(_TWO, False))


def mention(text: str) -> Mention:
    """Read one side of a pair."""
    name, relation, kind = (*map(str.strip, text.split("|")), "", "")[:3]
    form = names.parts(fold(name)).form
    assumed: EntityType = "unknown" if form is None else "organisation"
    given: dict[str, EntityType] = {"person": "person", "place": "place", "thing": "thing",
                                    "organisation": "organisation"}  # fmt: skip
    return Mention(name, fold(name), relation or None, type=given.get(kind, assumed))


def merges(pair: Pair, same_at: float = 1.0, *, turned: bool = False) -> bool:
    """Tell whether the second mention is taken for the first, when that is all that is known."""
    first, second = mention(pair.one), mention(pair.other)
    if turned:
        first, second = second, first
    row = EntityRow(
        entity=1, id="1", name=first.name, key=first.key, relation=first.relation, seq=1
    )
    exact = (row,) if first.key == second.key else ()
    known = Known(exact, () if exact else (row,), {1: first.type})
    matching = Matching(same_at=same_at, near_at=same_at)
    return match(second, known, matching).entity == 1


def figures(same_at: float) -> tuple[int, int, int]:
    """Return how many pairs a threshold merges rightly, merges wrongly, and misses."""
    done = [(pair.same, merges(pair, same_at)) for pair in PAIRS]
    return done.count((True, True)), done.count((False, True)), done.count((True, False))


Measure = Callable[[str, str], float]

MEASURES: dict[str, Measure] = {
    "`core.names.similarity`": names.similarity,
    "Jaro-Winkler": JaroWinkler.normalized_similarity,
    "token sort ratio": lambda a, b: fuzz.token_sort_ratio(a, b) / 100,
    "token set ratio": lambda a, b: fuzz.token_set_ratio(a, b) / 100,
    "WRatio": lambda a, b: fuzz.WRatio(a, b) / 100,
}


def weighed(measure: Measure) -> tuple[int, int, int]:
    """Return what a bare measure does to pairs of different names, without any context.

    Returns:
        How many of those that are two it puts at 0.9 and above, and at 0.95 and above; and how
        many that are the same are above all that are two.
    """
    scores = [
        (pair.same, measure(mention(pair.one).key, mention(pair.other).key))
        for pair in PAIRS if pair.group != "homonyms"
    ]  # fmt: skip
    two = [score for same, score in scores if not same]
    above = sum(score > max(two) for same, score in scores if same)
    return sum(score >= 0.9 for score in two), sum(score >= 0.95 for score in two), above


def tables() -> str:
    """Render what the page shows."""
    same = sum(pair.same for pair in PAIRS)
    lines = [f"{len(PAIRS)} pairs: {same} are the same, {len(PAIRS) - same} are two.", ""]
    lines += ["| same_at | merged rightly | merged wrongly | missed | precision | recall |"]
    lines += ["|---|---|---|---|---|---|"]
    for threshold in THRESHOLDS:
        right, wrong, missed = figures(threshold)
        precision, recall = right / (right + wrong), right / (right + missed)
        lines.append(f"| {threshold:.2f} | {right} | {wrong} | {missed} | {precision:.3f} "
                     f"| {recall:.3f} |")  # fmt: skip
    count = sum(pair.same for pair in PAIRS)
    lines += ["", "| measure alone | two at 0.90 and above | two at 0.95 and above "
              f"| same above all that are two, of {count} |", "|---|---|---|---|"]  # fmt: skip
    for name, measure in MEASURES.items():
        lines.append(f"| {name} | {' | '.join(map(str, weighed(measure)))} |")
    lines += ["", "| group | pairs | label | merged at the default |", "|---|---|---|---|"]
    for group in dict.fromkeys(pair.group for pair in PAIRS):
        theirs = [pair for pair in PAIRS if pair.group == group]
        label = "same" if theirs[0].same else "two"
        lines.append(f"| {group} | {len(theirs)} | {label} | {sum(map(merges, theirs))} |")
    return "\n".join(lines)


BEGIN, END = "<!-- name pairs -->\n", "\n<!-- end of name pairs -->"


def shown(page: str) -> str:
    """Return the tables as a page has them."""
    return page.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text.replace(BEGIN + shown(text) + END, BEGIN + tables() + END), "utf-8")
