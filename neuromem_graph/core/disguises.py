"""Take the disguise off a text: before it is searched for orders to a model, and where it is shown.

What is searched is neither stored nor shown; what is shown lacks only what nobody would see.
Look-alikes are those of Unicode Technical Standard 39 (confusables) between Latin, Cyrillic, Greek
and Armenian letters.
"""

import re
import unicodedata

from neuromem_graph.core import stopwords as data

__all__ = ["undisguised", "visible"]

_UNSEEN = re.compile(rf"[{data.JOINER}{data.FORMAT}{data.CONTROL}]+")
# Arabic signs of number and verse are seen, the blank of Braille and a separator of fields are not.
_HIDDEN = re.compile(
    rf"(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])[{data.JOINER}{data.FORMAT}{data.CONTROL}"
    r"\x1f\u2800]"
)
_BREAKS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_SPACES = re.compile(rf"[^\S{_BREAKS}]+")
_BREAK = re.compile(rf" ?[{_BREAKS}]\s*")  # after the spaces: the time taken grows with the length
_LOOKS = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u04bb\u0501\u051b\u051d\u04cf"
    "\u043a\u043c\u0442\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u0406\u0405\u0408\u04ae\u04c0\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0585\u057d\u0578\u0570\u0261\u0251\u0131\u03f2\u03f3",
    "aeopcyxisjhdqwl" "kmtABEKMHOPCTYX" "ISJYl" "aeiknoptux" "ABEZHIKMNOPTYX" "ounhgaicj",
)  # fmt: skip
_TYPEWRITER = str.maketrans(data.TYPEWRITER)


def undisguised(text: str) -> tuple[str, ...]:
    """Return the forms of a text that are searched: line by line, and as if it were one line.

    Width, invisible characters, accents, typographic punctuation, runs of space and letters that
    look like Latin ones do not count.

    Args:
        text: any text.

    Returns:
        One form, or two if there is a line break.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", _UNSEEN.sub("", text))
        text = "".join(one for one in text if not unicodedata.combining(one))
        text = text.translate(_TYPEWRITER).translate(_LOOKS)
    lines = _BREAK.sub("\n", _SPACES.sub(" ", _UNSEEN.sub("", text))).strip()
    return (lines, lines.replace("\n", " ")) if "\n" in lines else (lines,)


def visible(text: str) -> str:
    """Return a text without what nobody sees, as it is shown to a model.

    Zero-width and bidirectional controls, tags, variation selectors, fillers and control characters
    are left out: orders hidden in them reach nobody. Lines stay.

    Args:
        text: any text.
    """
    return _HIDDEN.sub("", text)
