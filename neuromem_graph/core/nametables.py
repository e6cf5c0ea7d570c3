"""What names are made of besides themselves: titles, legal forms, numerals, nicknames."""

__all__ = [
    "CREDENTIALS", "FEMALE", "FORMS", "MALE", "NICKNAMES", "NUMERALS", "TITLES",
]  # fmt: skip

MALE = frozenset("mr sir herr monsieur señor".split())
FEMALE = frozenset("mrs ms miss frau señora señorita".split())
TITLES = MALE | FEMALE | frozenset("dr prof professor rev mx".split())
"""Words before a full name that aren't part of it."""

CREDENTIALS = frozenset("phd esq".split())
"""Words after a full name that aren't part of it; "MD" is also where a town lies."""

FORMS = {
    "inc": "inc", "incorporated": "inc", "corp": "corp", "corporation": "corp", "ltd": "ltd",
    "limited": "ltd", "llc": "llc", "llp": "llp", "plc": "plc", "gmbh": "gmbh", "ag": "ag",
    "kgaa": "kgaa", "bv": "bv", "sarl": "sarl", "srl": "srl", "oyj": "oyj", "pty": "pty",
    "株式会社": "kk",
}  # fmt: skip
"""Legal forms of organisations at the end of a name, by the form they stand for. Those that are
words, too ("co", "company", "spa", "se"), are left out: "Bad Company" is not "Bad"."""

NUMERALS = frozenset(
    "ii iii iv vi vii viii ix xi xii xiii xiv xv xvi jr sr junior senior elder younger"
    " one two three four five six seven eight nine ten eleven twelve"
    " first second third fourth fifth sixth seventh eighth ninth tenth"
    " alpha beta gamma delta epsilon zeta".split()
)
"""Words that count or order: two names that differ in one name two things."""

_GIVEN = """
abigail: abby gail
alexander: alex al sasha xander
alexandra: alex alexa sandra sasha
andrew: andy drew
anthony: tony ant
benjamin: ben benny benji
catherine: cathy cat kate katie kitty
charles: charlie chuck chas
christina: chris tina chrissie
christopher: chris kit topher
daniel: dan danny
david: dave davy
deborah: deb debbie
dorothy: dot dottie dolly
edward: ed eddie ted ned
elizabeth: liz lizzie beth betty eliza lisa libby
frances: fran frankie
francis: frank
frederick: fred freddie
gabriel: gabe
gregory: greg
henry: harry hank
isabella: bella izzy isa
jacob: jake
james: jim jimmy jamie
jennifer: jen jenny
jessica: jess jessie
john: jack johnny
jonathan: jon jonny nathan
joseph: joe joey
joshua: josh
katherine: kate kathy katie kit
lawrence: larry
leonard: leo len lenny
margaret: maggie meg peggy greta
matthew: matt
michael: mike mick mickey
nathaniel: nate nathan
nicholas: nick nicky
patricia: pat patty trish
patrick: pat paddy
peter: pete
philip: phil
rebecca: becca becky
richard: rick dick rich richie
robert: bob rob bobby robbie bert
ronald: ron ronnie
samantha: sam sammy
samuel: sam sammy
stephen: steve
susan: sue susie
theodore: ted theo teddy
thomas: tom tommy
timothy: tim
victoria: vicky tori
vincent: vince
william: bill will billy liam willy
zachary: zach zack
"""


def _nicknames() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _GIVEN.split("\n"):
        given, _, short = line.partition(": ")
        for name in short.split():
            found.setdefault(name, set()).add(given)
    return {short: frozenset(given) for short, given in found.items()}


NICKNAMES = _nicknames()
"""Short name -> the given names it may stand for."""
