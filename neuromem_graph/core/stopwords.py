"""Word lists and character classes that `neuromem_graph.core.text` works with: data, no code."""

# The usual short English list (Snowball's and NLTK's agree on nearly all of it) with its question
# words and auxiliaries, and the contractions "i'm" to "we'd" as the words they are made of. Left
# out on purpose: "no", "nor" and "not", because "not allergic" must not be indexed as "allergic".
STOP_WORDS = frozenset(
    """
    a an the this that these those
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves
    what which who whom whose when where why how
    am is are was were be been being do does did doing done have has had having
    can could may might must shall should will would ought let
    and but or if because as until while than so though although
    of at by for with about against between into through during before after above below to from
    up down in out on off over under upon via
    again further then once here there all any both each few more most other some such only own
    same too very just now also
    """.split()
)

# Names that are stop words but for their capitals.
CAPITAL_NAMES = frozenset({"IT", "US", "WHO"})

# What stands before "n't" where cutting it off leaves no word, and what the other endings say.
NEGATED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
ENDINGS = {"m": ("am",), "re": ("are",), "ve": ("have",), "ll": ("will",), "d": (), "s": ()}

# Contractions typed without their apostrophe. Those that are words of their own ("wont", "cant",
# "were", "well") stay what they are, except "cant" and "wont", which nearly nobody means.
BARE_CONTRACTIONS = {
    "arent": ("are", "not"),
    "cannot": ("can", "not"),
    "cant": ("can", "not"),
    "couldnt": ("could", "not"),
    "didnt": ("did", "not"),
    "doesnt": ("does", "not"),
    "dont": ("do", "not"),
    "hadnt": ("had", "not"),
    "hasnt": ("has", "not"),
    "havent": ("have", "not"),
    "im": ("i", "am"),
    "isnt": ("is", "not"),
    "ive": ("i", "have"),
    "shouldnt": ("should", "not"),
    "wasnt": ("was", "not"),
    "werent": ("were", "not"),
    "wont": ("will", "not"),
    "wouldnt": ("would", "not"),
    "youre": ("you", "are"),
}

# Abbreviations with a full stop, the stop left off. After a title no sentence ends.
TITLES = frozenset(
    """
    mr mrs ms mx dr prof rev hon st gen col capt lt sgt messrs mme mlle hr sr sra srta
    e.g i.e vs cf viz al approx resp incl
    """.split()
)
# These are abbreviations in front of a number only: "no. 5" but "no."
NUMBERED = frozenset(
    """
    no nos nr fig figs vol ch sec art p pp
    jan feb mar apr jun jul aug sep sept oct nov dec
    str blvd ave rd apt
    """.split()
)
NUMBERED_ENDINGS = ("str",)  # "Lindenstr. 8"
# These may also end a sentence; the next word tells.
OPEN_ABBREVIATIONS = frozenset("etc inc ltd co corp bros dept est jr ph.d a.m p.m u.s u.k".split())
STARTERS = frozenset(
    """
    a an the this that these those i we you he she it they my our your his her its their there
    and but or so then when where what who why how if after before since although however
    yes no not in on at as for from with is are was do did does have has can let please
    """.split()
)

# Letters that have no decomposition into a base letter and marks.
PLAIN_LETTERS = {
    "\u00e6": "ae",
    "\u0153": "oe",
    "\u00f8": "o",
    "\u0142": "l",
    "\u0111": "d",
    "\u00f0": "d",
    "\u00fe": "th",
    "\u0127": "h",
    "\u0131": "i",
    # Arabic letters that are written one for the other.
    "\u0629": "\u0647",
    "\u0649": "\u064a",
    "\u06a9": "\u0643",
    "\u06cc": "\u064a",
}

# The digits of other scripts, each from its zero on, as they are typed on a keyboard.
ZEROS = (
    "\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0"
    "\u0f20\u1040\u17e0\u1810"
)
DIGITS = {ord(zero) + n: str(n) for zero in ZEROS for n in range(10)}

# What makes signs between two spaces an operator, for use inside brackets; what may stand around.
SIGN = r"<>=+*/|&^%$#@~\\\u20a0-\u20bf\u00a3\u00a5"
SIGN_EDGES = "\"'`,.;!?\u00ab\u00bb"

# What follows is written for use inside the brackets of a regular expression.

# Format characters (Cf), fillers and variation selectors: what nobody sees. They are named, not
# looked up, so that every Python draws the same line. U+200D is apart: it joins emoji.
JOINER = r"\u200d"
FORMAT = (
    r"\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    r"\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
CONTROL = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Hangul, Kana, Bopomofo, Yi, Han.
SOLID = (
    r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1100-\u11ff"
    r"\u1780-\u17d3\u17d7\u17db-\u17dd\u17e0-\u17e9\u3005-\u3007\u3041-\u3096\u3099-\u309f"
    r"\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c"
    r"\ua960-\ua97f\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\U0001aff0-\U0001b16f"
    r"\U00020000-\U0003ffff"
)
# `\w` lacks the combining marks and the joiner without which words of many scripts fall apart.
ACCENT = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670"
    r"\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
WORD = (
    rf"\w{JOINER}{ACCENT}\u06d6-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u0900-\u0963\u0966-\u0dff"
    r"\u0f18-\u0fbc"
)
FLAG, TONE = r"\U0001f1e6-\U0001f1ff", r"\U0001f3fb-\U0001f3ff"
EMOJI = (
    r"\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    r"\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
)

# Stops of East Asian and Indic scripts: the next sentence may follow without a space.
SOLID_STOP = "\u3002\uff01\uff1f\uff61\u0964\u0965\u06d4\u104b\u1362\u17d4"
STOP = ".!?\u2026\u061f" + SOLID_STOP
# What may stand between a stop and the space after it: closing quotes, brackets, markup, emoji.
CLOSER = (
    rf"\"'\u2019\u201d\u00bb\u203a)\]}}\u300d\u300f\uff09\u3011*_~{EMOJI}{TONE}{FLAG}{JOINER}\ufe0f"
)

# Typographic apostrophes, quotes and hyphens, as they are typed on a keyboard.
TYPEWRITER = (
    dict.fromkeys("\u2018\u2019\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
    | dict.fromkeys("\u2010\u2011\u2212", "-")
)
QUOTES = "'\"`\u201a\u201b\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f"
FINAL_STOPS = ".!\u2026\u3002\uff61\u0964"
NAME_EDGES = QUOTES + FINAL_STOPS + ",;:?\u00a1\u00bf\u3001\u2013\u2014\u2015 "
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "\u3010": "\u3011", "\u300a": "\u300b"}
