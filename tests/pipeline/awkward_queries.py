"""Queries that trip others up, each with the memory it must find; near misses stand beside them.

Escapes show what nobody sees: joiners, soft hyphens, combining marks, lone surrogates.
"""

from typing import NamedTuple


class Case(NamedTuple):
    """A query and the memory that it must find."""

    name: str
    query: str
    finds: str


def _long(needle: str) -> str:
    """A megabyte of text with a few words that matter, in the middle."""
    half = "and then we went on talking about this and that for a while. " * 8_200
    return f"{half}{needle} {half}"


CASES: tuple[Case, ...] = (
    # what full-text indexes take for operators
    Case("fts or", 'coffee OR NOT "tea', "Coffee or tea, the kettle is on the left shelf."),
    Case("fts near", "NEAR(kettle shelf, 5)", "Coffee or tea, the kettle is on the left shelf."),
    Case("fts column", "text:walrus", "The walrus exhibit opens at ten."),
    Case("fts prefix", "walrus*", "The walrus exhibit opens at ten."),
    Case("fts caret", "^walrus", "The walrus exhibit opens at ten."),
    Case("fts minus", "-walrus +exhibit", "The walrus exhibit opens at ten."),
    Case("fts parentheses", "((walrus) AND (exhibit", "The walrus exhibit opens at ten."),
    Case("sql", "'; DROP TABLE memories; --", "He joked about Bobby; drop table students."),
    Case("like", "100%_off", "The outlet store had 100%_off stickers."),
    # quotes and apostrophes
    Case("one double quote", '"walrus', "The walrus exhibit opens at ten."),
    Case("curly quotes", "“walrus exhibit”", "The walrus exhibit opens at ten."),
    Case("apostrophe name", "O’Brien", "Mr. O'Brien mends violins."),
    Case("apostrophe left out", "OBrien violins", "Mr. O'Brien mends violins."),
    Case("contraction", "dont like cilantro", "I don't like cilantro."),
    Case("possessive", "Zuleika's parrot", "Zuleika has a parrot."),
    # hyphens and compounds
    Case("hyphen typed", "well-known baker", "A well known baker lives next door."),
    Case("hyphen left out", "e mail etiquette", "The e-mail etiquette course was dull."),
    Case("hyphen closed", "email etiquette", "The e-mail etiquette course was dull."),
    Case("non-breaking hyphen", "K\u20119 unit", "The K-9 unit trains on Mondays."),
    Case("number that differs", "K-8 school", "The K-8 school has a new gym hall."),
    Case("underscore", "get_user_name", "getUserName returns null for guests."),
    Case("camel case", "maxRetryCount", "max_retry_count is set to seven."),
    # programmers' names
    Case("c sharp", "C#", "She writes C# at the bank."),
    Case("c plus plus", "C++", "He learned C++ in school."),
    Case("c", "the C language", "They ported the driver to C."),
    Case("f sharp", "F#", "F# is what the quants use."),
    Case("dot net", ".NET", "The billing service runs on .NET in Dublin."),
    Case("node", "node.js", "The dashboard is a node.js app."),
    Case("ampersand", "R&D", "R&D moved to the third floor."),
    Case("slash", "AC/DC", "We saw AC/DC in Munich."),
    Case("arrow", "->", "In Rust the -> marks what a function returns."),
    Case("operator", ">>=", "In Haskell >>= is called bind."),
    Case("regex", r"^\d+$", r"The pattern ^\d+$ matches digits only."),
    Case("shell", "$(ls -la | grep foo)", "Run ls -la and grep for foo."),
    Case("json", '{"colour": "teal"}', "The accent colour is teal."),
    Case("html", "<b>teal</b>", "The accent colour is teal."),
    # versions and numbers
    Case("version", "v1.2.3", "Release v1.2.3 broke the login."),
    Case("version without v", "2.4.1", "We pinned v2.4.1 of the parser."),
    Case("version with v", "v3.7.9", "Upgraded the kernel to 3.7.9 on Sunday."),
    Case("decimal", "3.14159", "Pi is about 3.14159."),
    Case("thousands", "12500 euros", "The kitchen cost 12,500 euros."),
    Case("room", "room 1041", "Invoice for room 1041."),
    Case("leading zero", "gate 7", "Boarding is at gate 07."),
    Case("ordinal", "42nd street", "The hotel is on 42nd street."),
    Case("fraction", "1½ cups", "The recipe needs 1½ cups of buttermilk."),
    # addresses
    Case("e-mail", "zoe.park+news@example.org", "Write to zoe.park+news@example.org."),
    Case("e-mail part", "zoe.park", "Write to zoe.park+news@example.org."),
    Case("url", "https://docs.example.com/a/setup?x=1", "See docs.example.com/a/setup for help."),
    Case("url host", "wiki.example.net", "It is on http://www.wiki.example.net/Main_Page."),
    Case("unix path", "/etc/nginx/nginx.conf", "The limit stands in /etc/nginx/nginx.conf."),
    Case("file of a path", "nginx.conf", "The limit stands in /etc/nginx/nginx.conf."),
    Case("windows path", r"C:\Users\kim\todo.txt", r"The backup wrote C:\Users\kim\todo.txt."),
    Case("ip", "10.20.30.40", "The printer answers at 10.20.30.40."),
    Case("handle", "@quokkafan", "Follow @quokkafan for pictures."),
    Case("hashtag", "#throwbackthursday", "He posts every #throwbackthursday."),
    Case("hashtag without sign", "throwbackthursday", "He posts every #throwbackthursday."),
    # numbers that are names
    Case("phone spaced", "+49 30 901820", "The surgery is at +4930901820."),
    Case("phone closed", "5550123987", "Call the plumber at (555) 012-3987."),
    Case("phone dashed", "555-012-3987", "Call the plumber at (555) 012-3987."),
    Case("iban spaced", "DE89 3704 0044 0532 0130 00", "The IBAN is DE89370400440532013000."),
    Case("iban closed", "GB82WEST12345698765432", "Refund to GB82 WEST 1234 5698 7654 32."),
    Case("date iso", "2031-08-17", "The lease ends on 2031-08-17."),
    Case("date dotted", "5.9.2033", "The warranty ends on 05.09.2033."),
    Case("time", "06:45", "The ferry leaves at 06:45."),
    # emoji
    Case("emoji", "🦜", "Our balcony visitor again 🦜"),
    Case("emoji with a tone", "👏", "Standing ovation 👏🏽👏🏽 for the choir"),
    Case("emoji joined", "👩\u200d🚀", "Halloween costume: 👩\u200d🚀"),
    Case("emoji with selector", "❤\ufe0f", "Her note ended with ❤"),
    Case("flag", "🇵🇹", "Summer plans: 🇵🇹"),
    Case("keycap", "7\ufe0f\u20e3 dwarfs", "The play about 7 dwarfs."),
    Case("emoticon", ":-)", "He ends every letter with :-)"),
    # Chinese, Japanese, Korean, Thai
    Case("one character", "猫", "我家有一只猫。"),
    Case("two characters", "上海", "他在上海工作。"),
    Case("three characters", "图书馆", "图书馆星期一关门。"),
    Case("japanese", "寿司が好き", "母は寿司が大好きです。"),
    Case("katakana", "カメラ", "新しいカメラを買った。"),
    Case("half-width kana", "ｶﾒﾗ", "新しいカメラを買った。"),
    Case("iteration mark", "佐々木", "佐々木さんは隣に住んでいる。"),
    Case("mixed scripts", "iPhone15の充電器", "iPhone15の充電器を忘れた。"),
    Case("korean", "부산", "부산에서 열리는 축제에 간다."),
    Case("korean decomposed", "\u1107\u116e\u1109\u1161\u11ab", "부산에서 열리는 축제에 간다."),
    Case("thai", "กาแฟ", "ฉันชอบดื่มกาแฟตอนเช้า"),
    # other scripts
    Case("arabic bare", "محمد", "جاء مُحَمَّد إلى البيت."),
    Case("arabic with marks", "كِتَاب", "هذا كتاب جديد."),
    Case("arabic letters", "مكتبه احمد", "مكتبة أحمد كبيرة."),
    Case("arabic stretched", "سـلام", "قال سلام للجميع."),
    Case("arabic digits", "٢٠٣٥", "The dam will be finished in 2035."),
    Case("hebrew with points", "שָׁלוֹם", "הוא אמר שלום."),
    Case("hindi", "हिन्दी", "वह हिन्दी पढ़ाती है।"),
    Case("cyrillic", "ЁЖИК", "Под яблоней живёт ежик."),
    Case("greek final", "ΟΔΥΣΣΕΎΣ", "Ο σκύλος λέγεται Οδυσσεύς."),
    # one text, several spellings
    Case("composed", "caf\u00e9 Zoë", "We met at Cafe\u0301 Zoe\u0308."),
    Case("decomposed", "jalapen\u0303o", "The jalape\u00f1o plant died."),
    Case("no accents", "creme brulee", "Dessert was crème brûlée."),
    Case("full width", "ＴＯＹＯＴＡ　１９９８", "Grandpa drove a Toyota from 1998."),
    Case("dotless i", "ısparta", "Roses come from Isparta."),
    Case("dotted capital", "İZMİR", "The conference is in Izmir."),
    Case("ligature", "ﬂugelhorn", "He plays the flugelhorn."),
    Case("sharp s", "HAUPTSTRASSE", "The shop is in the Hauptstraße."),
    Case("soft hyphen", "extra\u00adordinary", "It was an extraordinary eclipse."),
    Case("zero width space", "ec\u200blipse", "It was an extraordinary eclipse."),
    Case("mathematical letters", "𝓽𝓮𝓵𝓮𝓼𝓬𝓸𝓹𝓮", "The telescope is in the attic."),
    Case("right to left mark", "\u200fوردة\u200f", "اسم القطة وردة."),
    # what can't be stored, or is nearly nothing
    Case("nul", "tele\0scope", "The label read tele\0scope."),
    Case("lone surrogate", "gramophone \ud83d", "The gramophone \udc4d needs a needle."),
    Case("newlines", "\n\n gramophone \t\r\n", "The gramophone \udc4d needs a needle."),
    Case("only stop words", "Who is it?", "Who is it?"),
    Case("only stop words, a name", "The Who", "The Who."),
    Case("only punctuation", "?!", "?!"),
    Case("one letter", "x", "The unknown is called x."),
    Case("one digit", "9", "The house number is 9."),
    Case("shouting", "WHERE IS THE SUBMARINE?!?!", "The toy submarine is under the sofa."),
    Case("repeated word", "submarine " * 300, "The toy submarine is under the sofa."),
    Case("very long word", "b" * 1_000, "He typed " + "b" * 1_000),
    Case("a megabyte", _long("the theremin lesson"), "Her theremin lesson was moved to Friday."),
)

DISTRACTORS: tuple[str, ...] = (
    "They ported the driver to D.",
    "She writes Java at the bakery.",
    "Release v1.2.4 fixed the logout.",
    "Release v3.2.1 was withdrawn.",
    "We pinned v2.4.0 of the lexer.",
    "Upgraded the kernel to 3.7.8 on Saturday.",
    "Invoice for room 1042.",
    "Boarding was at gate 17.",
    "The hotel is on 43rd street.",
    "Write to zoe.parker@example.com.",
    "See docs.example.org for prices.",
    "The limit stands in /etc/apache/httpd.conf.",
    r"The backup wrote D:\Users\lee\done.txt.",
    "The printer answers at 10.20.30.41.",
    "The dentist is at +4930901821.",
    "Call the painter at (555) 012-3978.",
    "The IBAN is DE89370400440532013001.",
    "Refund to GB82 WEST 1234 5698 7654 33.",
    "The lease began on 2030-08-17.",
    "The warranty ended on 05.09.2023.",
    "The ferry leaves at 07:45.",
    "Our balcony visitor again 🦉",
    "Halloween costume: 👩\u200d🚒",
    "Summer plans: 🇪🇸",
    "我家有一只狗。",
    "他在北京工作。",
    "博物馆星期二关门。",
    "母は天ぷらが大好きです。",
    "新しいテレビを買った。",
    "대구에서 열리는 축제에 간다.",
    "ฉันชอบดื่มชาตอนเย็น",
    "جاء محمود إلى المدرسة.",
    "هذا قلم جديد.",
    "The sea lion exhibit opens at nine.",
    "The puppet theatre is closed.",
    "In Rust the ? passes an error on.",
    "In Haskell <$> is called fmap.",
    "He ends every letter with a drawing.",
    "Mr. O'Connor mends clocks.",
    "The dam will be begun in 2032.",
    "I don't like coriander tea.",
    "The accent colour was green.",
    "I walked along the river in the rain.",
    "The meeting was about the budget again.",
)
"""What must not come before: near misses, and talk."""
