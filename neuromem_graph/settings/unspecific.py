"""Words of questions that name nothing to look for: "what do you know about me?"."""

__all__ = ["COURTESY", "ME", "NAMING", "POINTING", "RECALLING", "SPARE", "STATING", "WHATEVER"]

COURTESY = (
    r"(?:please|ok|okay|so|now|hi|hey|hello|well|and|then|just|(?:can|could|would|will|do|did|have)"
    r" (?:you|i)|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|let me|lets|let's)"
)
"""What may stand before such a question."""

WHATEVER = frozenset(
    """
    what whats what's whatever everything anything all summarize summarise summarized summary
    recap overview rundown profile
    """.split()
)
"""One of these is in it: it asks for no thing in particular."""

RECALLING = frozenset(
    """
    know knows known remember remembered remembers recall recalled tell told say said mention
    mentioned talk talked discuss discussed chat chatted share shared learn learned learnt heard
    store stored save saved note noted notes memorize memorized memory memories record recorded
    summarize summarise summarized summary recap overview rundown profile
    """.split()
)
"""One of these is in it, too, unless it asks about the asker."""

ME = r"\b(?:about|on|of) (?:me|myself|us|ourselves)\b|\bwho (?:am i|are we)\b"
"""What asks about the asker."""

SPARE = frozenset(
    """
    please far already ever something thing things fact facts info information detail details
    stuff list show give describe conversation conversations message messages chat chats until
    exactly really else sum whole yet got okay ok hi hey hello thanks
    """.split()
)
"""Words that name nothing either."""

NAMING = frozenset(
    """
    summary recap overview rundown profile memory memories note notes record fact facts info
    information detail details stuff list conversation conversations message messages chat chats
    """.split()
)
"""Words of it that may be the name of something all the same: they are looked for, too."""

POINTING = frozenset(
    """
    he him his himself she her hers herself it its itself they them their theirs themselves this
    that these those which whom whose when where why how before after
    """.split()
)
"""Stop words that such a question has not: they point at something."""

STATING = frozenset("i you we my our your".split())
"""It does not begin so: that would be a statement."""
