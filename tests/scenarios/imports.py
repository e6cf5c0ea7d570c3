"""Old chats are imported after newer facts are known: the order of import changes nothing."""

from itertools import permutations

from tests.scenarios.scenario import (
    Answers,
    Believes,
    Fact,
    Later,
    Mark,
    NotBelieves,
    Recalls,
    ReceiptLacks,
    Recorded,
    Said,
    scenario,
)

HOMES = (
    Said("I live in Ghent.", at="2025-01-10"),
    Said("I live in Porto.", at="2025-03-10"),
    Said("I live in Turin.", at="2025-05-10"),
)
JOBS = (
    Said("I work at Acme.", at="2025-01-10"),
    Said("I no longer work at Acme.", at="2025-03-10"),
    Said("I work at Initech.", at="2025-05-10"),
)
TASTES = (
    Said("I love sushi.", at="2025-01-10"),
    Said("I hate sushi.", at="2025-03-10"),
    Said("I love sushi.", at="2025-05-10"),
)


def orders(sentence, said, *expected):
    """Write one scenario for every order in which three old messages can be imported."""
    for order in permutations(range(len(said))):
        words = ", ".join(("first", "second", "third")[number] for number in order)
        yield scenario(
            f"{sentence}: {words}",
            Later("2025-08-01"),
            *(said[number] for number in order),
            *expected,
        )


SCENARIOS = (
    *orders(
        "three homes imported in any order are one story",
        HOMES,
        Believes("user", "lives_in", ["Turin"]),
        Believes("user", "lives_in", ["Ghent"], at="2025-02-10"),
        Believes("user", "lives_in", ["Porto"], at="2025-04-10"),
        Answers("Where do I live?", "Turin"),
        Recalls("Where do I live?", first="Turin", absent=["Ghent", "Porto"]),
        Recalls("Where do I live?", first="Porto", absent=["Ghent", "Turin"], at="2025-04-10"),
    ),
    *orders(
        "a job, its end and the next job imported in any order are one story",
        JOBS,
        Believes("user", "works_at", ["Initech"]),
        Believes("user", "works_at", ["Acme"], at="2025-02-10"),
        Believes("user", "works_at", [], at="2025-04-10"),
        Recalls("Where do I work?", first="I work at Acme.", absent=["Initech"], at="2025-02-10"),
        Recalls("Where do I work?", first="Initech", absent=["I work at Acme."]),
    ),
    *orders(
        "love, hate and love again imported in any order are one story",
        TASTES,
        Believes("user", "likes", ["sushi"]),
        Believes("user", "likes", ["sushi"], at="2025-02-10"),
        Believes("user", "likes", ["not sushi"], at="2025-04-10"),
        Recalls("Do I like sushi?", first="hate", absent=["love"], at="2025-04-10"),
        Recalls("Do I like sushi?", first="love", absent=["hate"]),
    ),
    scenario(
        "an old chat imported later displaces nothing newer",
        Said("I live in Porto.", at="2025-05-10"),
        Mark("before the import"),
        Said("I live in Ghent.", at="2024-02-10", thread="old chat"),
        ReceiptLacks("superseded", "Porto"),
        Believes("user", "lives_in", ["Porto"]),
        Believes("user", "lives_in", ["Ghent"], at="2024-06-10"),
        Believes("user", "lives_in", [], as_of="before the import", at="2024-06-10"),
        Answers("Where do I live?", "Porto"),
        Recalls("Where do I live?", first="Porto", absent=["Ghent"]),
        Recalls("Where do I live?", first="Ghent", absent=["Porto"], at="2024-06-10"),
    ),
    scenario(
        "an import can't pretend to have been known earlier",
        Said("I love tea.", at="2025-05-10"),
        Mark("before the import"),
        Said("My favorite color is green.", at="2024-02-10"),
        Believes("user", "favorite_color", ["green"]),
        Believes("user", "favorite_color", ["green"], at="2024-03-10"),
        Believes("user", "favorite_color", [], as_of="before the import"),
        Believes("user", "favorite_color", [], as_of="2024-06-01", at="2024-06-01"),
    ),
    scenario(
        "an end in an old chat does not end what began later",
        Said("I work at Initech.", at="2025-05-10"),
        Said("I no longer work at Initech.", at="2024-02-10"),
        Believes("user", "works_at", ["Initech"]),
    ),
    scenario(
        "an old plan that is imported when it is long past",
        Said("I live in Porto.", at="2025-05-10"),
        Recorded(
            "From July I'll be living in Graz.",
            Fact("user", "lives_in", "Graz", since="2023-07-01"),
            at="2023-05-10",
        ),
        Believes("user", "lives_in", ["Porto"]),
        Believes("user", "lives_in", ["Graz"], at="2023-08-10"),
        NotBelieves("user", "lives_in", "Graz"),
    ),
    scenario(
        "the same chat imported twice is imported once",
        Later("2025-08-01"),
        Said("I live in Ghent.", at="2024-02-10"),
        Said("I live in Porto.", at="2024-05-10"),
        Said("I live in Ghent.", at="2024-02-10"),
        ReceiptLacks("created"),
        ReceiptLacks("superseded"),
        Believes("user", "lives_in", ["Porto"]),
        Believes("user", "lives_in", ["Ghent"], at="2024-03-10"),
    ),
    scenario(
        "an imported taste of others does not touch the user's",
        Said("I love sushi.", at="2025-05-10"),
        Said("My brother Max hates sushi.", at="2023-05-10"),
        Believes("user", "likes", ["sushi"]),
        Believes("Max", "likes", ["not sushi"]),
    ),
    *orders(
        "a past period among newer homes, imported in any order",
        (
            Said("I lived in Rome from 2018 to 2020.", at="2025-01-05"),
            Said("I live in Porto.", at="2025-01-10"),
            Said("I moved to Ghent.", at="2025-05-10"),
        ),
        Believes("user", "lives_in", ["Ghent"]),
        Believes("user", "lives_in", ["Porto"], at="2025-03-10"),
        Believes("user", "lives_in", ["Rome"], at="2019-03-10"),
        Believes("user", "lives_in", [], at="2022-03-10"),
    ),
    *orders(
        "allergies and the end of one imported in any order",
        (
            Said("I'm allergic to cats.", at="2025-01-10"),
            Said("I'm allergic to nuts.", at="2025-02-10"),
            Said("I'm no longer allergic to cats.", at="2025-03-10"),
        ),
        Believes("user", "allergic_to", ["nuts"]),
        Believes("user", "allergic_to", ["cats"], at="2025-01-20"),
        Believes("user", "allergic_to", ["cats", "nuts"], at="2025-02-20"),
    ),
    *orders(
        "a mistake, its correction and a later move imported in any order",
        (
            Said("I live in Braga.", at="2025-01-10"),
            Said("Actually, I meant I live in Porto.", at="2025-01-12"),
            Said("I moved to Turin.", at="2025-05-10"),
        ),
        Believes("user", "lives_in", ["Turin"]),
        Believes("user", "lives_in", ["Porto"], at="2025-03-10"),
    ),
    scenario(
        "an old denial imported later does not deny the present",
        Said("I'm allergic to nuts.", at="2025-05-10"),
        Said("I'm not allergic to nuts.", at="2024-05-10"),
        Believes("user", "allergic_to", ["nuts"]),
        Believes("user", "allergic_to", ["not nuts"], at="2024-08-10"),
    ),
    scenario(
        "an old correction imported later corrects what was said then",
        Said("I live in Turin.", at="2025-05-10"),
        Said("Actually, I meant I live in Porto.", at="2024-01-12"),
        ReceiptLacks("superseded", "Turin"),
        Believes("user", "lives_in", ["Turin"]),
        Believes("user", "lives_in", ["Porto"], at="2024-06-10"),
    ),
)
