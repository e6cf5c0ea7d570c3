"""Words with which somebody says nothing of their own beside a fact: "by the way", "finally"."""

__all__ = ["LINKS", "SAYING_NOTHING"]

LINKS = (
    r"[,;:()\[\]\u2013\u2014]|\s--?\s|\b(?:and|but|so|because|since|as|while|where|when|who|which"
    r"|that|whose|though|although|after|before|until|with)\b"
)
"""Between two parts of a sentence that may say things of their own."""

SAYING_NOTHING = frozenset(
    """
    way fact record side note day days week weeks weekend month months year years moment time
    times while bit lot bunch sure yay hooray hurray yippee phew cheers bye goodbye alas tada
    yeah yup ugh whew news reminder ps p.s aka fwiw imo imho fyi btw tbh rn atm asap lately
    permanently temporarily initially forever ago earlier later soon ages since long hence
    instead altogether anymore longer officially full-time part-time everyone everybody guys folks
    told said mentioned say tell told asked wondering case clear honest fair happen happened
    """.split()
)
"""Content words that tell nothing about anything."""
