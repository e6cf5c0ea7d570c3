"""Verbs that the rules tell apart by what they do to a clause."""

__all__ = ["DROPPABLE", "HEDGES", "NOUNS", "OF_THINGS", "OTHERS", "PLURAL", "REPORTS", "STATES"]

PLURAL = frozenset(
    """live reside work hate love like enjoy adore speak play study drive use have own avoid eat
    drink prefer collect dislike detest volunteer move come hail join start major""".split()
)
"""Verbs in the form that goes with several people."""

NOUNS = frozenset("love like work play study use drink drive".split())
"""Verbs that are nouns, too."""

OTHERS = frozenset(
    """cancelled canceled finished wiped wrapped outgrew stopped gave dropped discovered
    uninstalled ditched repainted decided changed finally listens listen found saw read watched
    wanted needed tried went gets swore returned retested feels wrote orders packed had has
    closed died broke discarded beat beats thinks hates forgot""".split()
)
"""Verbs that state no fact, but have a subject."""

STATES = frozenset(
    "a an the in on at with under into part of over up behind called named from my our".split()
)
"""Words that follow a form of be, and begin no clause without it."""

DROPPABLE = frozenset(
    """live lives moved work works hate hates love loves like likes enjoy enjoys speak speaks play
    plays study studies drive drives use uses have has own owns allergic vegetarian vegan left
    quit sold joined married became avoid avoids eat drink prefer prefers collect collects
    dislike dislikes adopted bought took joined installed signed started picked brought got
    codes code reacts react landed switched changed turned went wears trains goes takes take
    ended adopted rescued hired commutes upgraded moved settled discovered transferred replaced
    doing do does dropped quit stopped using driving learning eats running studying reading
    watching working living commuting coding""".split()
)
"""Verbs that may do without their subject after a conjunction."""

REPORTS = frozenset("said says saying told tells mentioned mentions claims claimed texted".split())
"""Verbs of saying."""

HEDGES = frozenset(
    """think thinks thought hope hopes hoped hoping wish wishes wished guess imagine imagines
    suppose bet doubt doubts heard hear believe believes dreamed dreamt dream pretend feel
    wonder wonders assume swear expect worry wants want""".split()
)
"""Verbs that leave open whether it is so."""

OF_THINGS = frozenset(
    """hosted deployed written coded implemented programmed built based developed made on at run
    runs keep keeps store stores save saves sits due backed lives moved migrated switched
    went""".split()
)
"""What is said of things that run, are written or fall due."""
