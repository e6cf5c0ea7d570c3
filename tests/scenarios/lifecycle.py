"""Memories are put away, brought back, corrected, and judged by how they served."""

from tests.scenarios.scenario import (
    Answers,
    Believes,
    Correct,
    Forget,
    Later,
    Mark,
    NotBelieves,
    Recalls,
    Restore,
    Said,
    Used,
    scenario,
)

TEA = Said("I love green tea.", at="2025-01-10")
OTHER = Said("My sister Nina lives in Antwerp.", at="2025-01-11")


def put_away(sentence, action, *expected):
    """Put the memory of the green tea away in one of the ways there are."""
    return scenario(
        sentence,
        TEA,
        OTHER,
        Mark("known"),
        Forget("I love green tea.", action),
        *expected,
        Recalls("Which tea do I love?", contains=["green tea"], as_of="known"),
        Recalls("Where does Nina live?", contains=["Antwerp"]),
    )


def gone(*lenses):
    """Expect that no question in these views brings the green tea back."""
    return [Recalls("Which tea do I love?", absent=["green tea"], lens=lens) for lens in lenses]


SCENARIOS = (
    put_away(
        "what is inhibited is served by no view",
        "inhibit",
        *gone("auto", "associative", "logical", "historical", "audit"),
    ),
    put_away("to suppress is to inhibit", "suppress", *gone("auto", "historical", "audit")),
    put_away("what is invalidated leaves the current view", "invalidate", *gone("auto", "logical")),
    put_away("to expire is to invalidate", "expire", *gone("auto", "logical")),
    put_away("what is archived leaves the current view", "archive", *gone("auto")),
    put_away("what is compressed leaves the current view", "compress", *gone("auto")),
    put_away(
        "what decays is less important, and still there",
        "decay",
        Recalls("Which tea do I love?", contains=["green tea"]),
        Believes("user", "likes", ["green tea"]),
    ),
    *(
        scenario(
            f"what was put away ({action}) can be brought back",
            TEA,
            OTHER,
            Forget("I love green tea.", action),
            Mark("away"),
            Restore("I love green tea."),
            Recalls("Which tea do I love?", first="green tea"),
            Recalls("Which tea do I love?", absent=["green tea"], as_of="away"),
        )
        for action in ("inhibit", "invalidate", "archive")
    ),
    scenario(
        "saying the words again does not lift a suppression",
        TEA,
        OTHER,
        Forget("I love green tea.", "inhibit"),
        Said("Nice weather for tea, Nina says.", at="2025-02-10"),
        Recalls("Which tea do I love?", absent=["I love green tea."]),
        Later("2026-02-10"),
        Recalls("Which tea do I love?", absent=["I love green tea."]),
    ),
    scenario(
        "forgetting one memory leaves the newer one of the same slot",
        Said("I live in Ghent.", at="2025-01-10"),
        Said("I moved to Porto.", at="2025-03-10"),
        Forget("I live in Ghent.", "inhibit"),
        Believes("user", "lives_in", ["Porto"]),
        Answers("Where do I live?", "Porto"),
        Recalls("Where did I live before?", lens="historical", absent=["I live in Ghent."]),
    ),
    scenario(
        "forgetting the newer memory does not revive the older one",
        Said("I live in Ghent.", at="2025-01-10"),
        Said("I moved to Porto.", at="2025-03-10"),
        Forget("I moved to Porto.", "inhibit"),
        Recalls("Where do I live?", absent=["I moved to Porto.", "Ghent"]),
    ),
    scenario(
        "a corrected memory answers with the right words",
        Said("I live in Braga.", at="2025-01-10"),
        Mark("mistaken"),
        Correct("I live in Braga.", "I live in Porto."),
        Believes("user", "lives_in", ["Porto"]),
        Believes("user", "lives_in", ["Porto"], at="2025-01-20"),
        Believes("user", "lives_in", ["Braga"], as_of="mistaken"),
        Recalls("Where do I live?", first="Porto", absent=["Braga"]),
        Recalls("Where do I live?", first="Braga", as_of="mistaken"),
    ),
    scenario(
        "a correction leaves other facts alone",
        Said("I live in Braga.", at="2025-01-10"),
        OTHER,
        Correct("I live in Braga.", "I live in Porto."),
        Believes("Nina", "lives_in", ["Antwerp"]),
        NotBelieves("user", "lives_in", "Braga"),
    ),
    scenario(
        "one failure hides nothing",
        TEA,
        OTHER,
        Used("Which tea do I love?", "failure", "wrong tea"),
        Recalls("Which tea do I love?", first="green tea"),
        Believes("user", "likes", ["green tea"]),
    ),
    scenario(
        "ten failures make nothing false",
        TEA,
        OTHER,
        *(Used("Which tea do I love?", "failure") for _ in range(10)),
        Believes("user", "likes", ["green tea"]),
        Recalls("Which tea do I love?", contains=["green tea"]),
    ),
    scenario(
        "success does not revive what was put away",
        TEA,
        OTHER,
        Forget("I love green tea.", "inhibit"),
        Used("Which tea do I love?", "success"),
        *gone("auto", "historical", "audit"),
    ),
    scenario(
        "success of an old truth does not lift it over the new one",
        Said("I live in Ghent.", at="2025-01-10"),
        *(Used("Where do I live?", "success") for _ in range(5)),
        Said("I moved to Porto.", at="2025-03-10"),
        Recalls("Where do I live?", first="Porto", absent=["Ghent"]),
        Answers("Where do I live?", "Porto"),
    ),
    scenario(
        "an unknown outcome changes nothing",
        TEA,
        Used("Which tea do I love?", "unknown"),
        Used("Which tea do I love?", "partial"),
        Recalls("Which tea do I love?", first="green tea"),
        Believes("user", "likes", ["green tea"]),
    ),
)
