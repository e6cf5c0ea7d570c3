"""What is not so is no lack of knowledge, and never its opposite."""

from tests.scenarios.scenario import (
    Answers,
    Believes,
    Fact,
    Mark,
    NotBelieves,
    Recalls,
    ReceiptLacks,
    Recorded,
    Said,
    scenario,
)

SCENARIOS = (
    scenario(
        "not eating meat is no meal of meat",
        Said("I don't eat meat.", at="2025-01-10"),
        NotBelieves("user", "likes", "meat"),
        NotBelieves("user", "eats", "meat"),
        Recalls("Do I eat meat?", first="I don't eat meat."),
    ),
    scenario(
        "not allergic is the opposite of allergic, not the same",
        Said("I'm not allergic to nuts.", at="2025-01-10"),
        Believes("user", "allergic_to", ["not nuts"]),
        NotBelieves("user", "allergic_to", "nuts"),
        Recalls("Am I allergic to nuts?", first="not allergic"),
    ),
    scenario(
        "allergic after not allergic",
        Said("I'm not allergic to nuts.", at="2025-01-10"),
        Mark("before the test"),
        Said("I'm allergic to nuts.", at="2025-04-10"),
        Believes("user", "allergic_to", ["nuts"]),
        Believes("user", "allergic_to", ["not nuts"], at="2025-02-10"),
        Believes("user", "allergic_to", ["not nuts"], as_of="before the test"),
        Answers("What am I allergic to?", "nuts"),
        Recalls("Am I allergic to nuts?", first="I'm allergic to nuts.", absent=["not allergic"]),
        Recalls("Am I allergic to nuts?", first="not allergic", at="2025-02-10"),
    ),
    scenario(
        "not allergic after allergic",
        Said("I'm allergic to nuts.", at="2025-01-10"),
        Mark("before the cure"),
        Said("I'm not allergic to nuts.", at="2025-04-10"),
        Believes("user", "allergic_to", ["not nuts"]),
        Believes("user", "allergic_to", ["nuts"], at="2025-02-10"),
        Believes("user", "allergic_to", ["nuts"], as_of="before the cure"),
        Recalls("Am I allergic to nuts?", first="not allergic", absent=["I'm allergic to nuts."]),
    ),
    scenario(
        "not allergic to nuts says nothing about shellfish",
        Said("I'm allergic to shellfish.", at="2025-01-10"),
        Said("I'm not allergic to nuts.", at="2025-04-10"),
        Believes("user", "allergic_to", ["shellfish", "not nuts"]),
    ),
    scenario(
        "not having a dog is no dog",
        Said("I don't have a dog.", at="2025-01-10"),
        NotBelieves("user", "has_pet", "dog"),
        NotBelieves("user", "has", "dog"),
    ),
    scenario(
        "not living somewhere is no home there",
        Said("I live in Ghent.", at="2025-01-10"),
        Said("I don't live in Brussels.", at="2025-01-11"),
        NotBelieves("user", "lives_in", "Brussels"),
        Answers("Where do I live?", "Ghent"),
    ),
    scenario(
        "no need to end what never was: no longer of something unheard of",
        Said("I no longer smoke.", at="2025-01-10"),
        NotBelieves("user", "*", "smoke"),
        Recalls("Do I smoke?", contains=["no longer smoke"]),
    ),
    scenario(
        "a double negation in free words is what the model made of it",
        Recorded(
            "It's not like I don't enjoy opera.",
            Fact("user", "likes", "opera", kind="preference", cardinality="multi"),
            at="2025-01-10",
        ),
        Believes("user", "likes", ["opera"]),
    ),
    scenario(
        "what is not so anymore was so before, what is simply not so was a mistake",
        Said("I had a birthday, I turned 31.", at="2025-01-10"),
        Said("I just turned 32, not 31 anymore.", at="2026-01-10"),
        Believes("user", "age", ["32"]),
        Believes("user", "age", ["31"], at="2025-06-10"),
        Said("I'm 33, not 32.", at="2026-02-10"),
        Believes("user", "age", ["33"], at="2026-01-20"),
        Believes("user", "age", ["31"], at="2025-06-10"),
    ),
    scenario(
        "not married any more",
        Said("I'm married to Tom.", at="2025-01-10"),
        Mark("married"),
        Recorded(
            "Tom and I are not married anymore.",
            Fact("user", "married_to", "Tom", polarity="retracted", update="end"),
            at="2025-04-10",
        ),
        Believes("user", "married_to", []),
        Believes("user", "married_to", ["Tom"], at="2025-02-10"),
        Believes("user", "married_to", ["Tom"], as_of="married"),
    ),
    scenario(
        "neither likes: two dislikes",
        Recorded(
            "I like neither beets nor parsnips.",
            Fact("user", "likes", "beets", polarity="negated", cardinality="multi"),
            Fact("user", "likes", "parsnips", polarity="negated", cardinality="multi"),
            at="2025-01-10",
        ),
        Believes("user", "likes", ["not beets", "not parsnips"]),
    ),
    scenario(
        "irony is no fact",
        Recorded("Oh sure, I just LOVE being stuck in traffic.", at="2025-01-10"),
        NotBelieves("user", "*"),
        Recalls("What about traffic?", contains=["stuck in traffic"]),
    ),
    scenario(
        "not only this allergy but that one too",
        Said("I'm not only allergic to nuts but to cats too.", at="2025-01-10"),
        NotBelieves("user", "allergic_to", "not nuts"),
        Recalls("What am I allergic to?", first="nuts"),
    ),
    scenario(
        "allergic to the one and not to the other",
        Said("I'm allergic to nuts, not to cats.", at="2025-01-10"),
        Believes("user", "allergic_to", ["nuts"]),
        NotBelieves("user", "allergic_to", "cats"),
    ),
    scenario(
        "not disliking is no dislike",
        Said("I don't hate jazz.", at="2025-01-10"),
        NotBelieves("user", "likes", "not jazz"),
    ),
    scenario(
        "nobody in my family",
        Said("Nobody in my family is allergic to nuts.", at="2025-01-10"),
        NotBelieves("*", "allergic_to", "nuts"),
    ),
    scenario(
        "I never lived there, although nobody said so",
        Said("I live in Ghent.", at="2025-01-10"),
        Said("I have never lived in Rome.", at="2025-01-11"),
        ReceiptLacks("superseded"),
        Believes("user", "lives_in", ["Ghent"]),
    ),
    scenario(
        "it is not true that",
        Said("I live in Ghent.", at="2025-01-10"),
        Said("It's not true that I live in Rome.", at="2025-01-11"),
        Believes("user", "lives_in", ["Ghent"]),
        NotBelieves("user", "lives_in", "Rome"),
    ),
    scenario(
        "a denial competes with its own value, and comes behind what is so",
        Said("I live in Porto.", at="2025-01-10"),
        Said("I never lived in Ghent.", at="2025-01-19"),
        Answers("Where do I live?", "Porto"),
        Recalls("Where do I live?", contains=["Porto", "not Ghent"], absent=["disputed"]),
        Answers("Do I live in Ghent?", "not Ghent"),
    ),
    scenario(
        "never means all the times that it was told, and nothing that came between",
        Said("I live in Ghent.", at="2025-01-01"),
        Said("I moved to Porto.", at="2025-01-31"),
        Said("I moved to Ghent.", at="2025-03-02"),
        Mark("mistaken"),
        Said("I never lived in Ghent.", at="2025-04-11"),
        *(NotBelieves("user", "lives_in", "Ghent", at=at) for at in ("2025-01-11", "2025-03-20")),
        *(Believes("user", "lives_in", ["Porto"], at=at) for at in ("2025-02-10", "2025-03-20")),
        Believes("user", "lives_in", ["Porto"]),
        Believes("user", "lives_in", ["Ghent"], as_of="mistaken", at="2025-01-11"),
        Believes("user", "lives_in", ["Ghent"], as_of="mistaken", at="2025-03-20"),
        Believes("user", "lives_in", ["Porto"], as_of="mistaken", at="2025-02-10"),
    ),
    scenario(
        "never means all the times where many values hold, too, whatever was said to be over",
        Said("I like tea.", at="2025-01-01"),
        Said("I like coffee.", at="2025-01-02"),
        Said("I no longer like tea.", at="2025-01-31"),
        Said("I like tea.", at="2025-03-02"),
        Mark("mistaken"),
        Said("I never liked tea.", at="2025-04-11"),
        *(
            Believes("user", "likes", ["not tea", "coffee"], at=at)
            for at in ("2025-01-11", "2025-02-10", "2025-03-20", "2025-04-12")
        ),
        Believes("user", "likes", ["tea", "coffee"], as_of="mistaken", at="2025-01-11"),
        Believes("user", "likes", ["coffee"], as_of="mistaken", at="2025-02-10"),
        Said("I like tea.", at="2025-05-11"),
        Believes("user", "likes", ["tea", "coffee"]),
    ),
    scenario(
        "never finds what is imported after it and was said before",
        Said("I moved to Porto.", at="2025-01-31"),
        Said("I never lived in Ghent.", at="2025-04-11"),
        Said("I live in Ghent.", at="2025-01-01"),
        NotBelieves("user", "lives_in", "Ghent", at="2025-01-11"),
        Believes("user", "lives_in", ["Porto"]),
    ),
    *(
        scenario(
            f"{denied} takes {value} off the record, at all times",
            Said(said, at="2025-01-10"),
            Mark("mistaken"),
            Said(denied, at="2025-03-10"),
            NotBelieves(subject, attribute, value),
            NotBelieves(subject, attribute, value, at="2025-02-01"),
            Believes(subject, attribute, [value], as_of="mistaken"),
        )
        for said, denied, subject, attribute, value in (
            (
                "I'm allergic to nuts.",
                "I was never allergic to nuts.",
                "user",
                "allergic_to",
                "nuts",
            ),
            (
                "I'm allergic to nuts.",
                "I never was allergic to nuts.",
                "user",
                "allergic_to",
                "nuts",
            ),
            (
                "I'm allergic to nuts.",
                "I've never been allergic to nuts.",
                "user",
                "allergic_to",
                "nuts",
            ),
            ("I'm vegan.", "I was never vegan.", "user", "diet", "vegan"),
            ("I work as a nurse.", "I was never a nurse.", "user", "works_as", "nurse"),
            ("My email is b@x.org.", "My email was never b@x.org.", "user", "email", "b@x.org"),
            ("My boss is Tom.", "My boss was never Tom.", "user", "manager", "Tom"),
            ("My boss is Tom.", "Tom was never my boss.", "user", "manager", "Tom"),
            ("My sister Nina is vegan.", "Nina was never vegan.", "Nina", "diet", "vegan"),
        )
    ),
    *(
        scenario(
            f"{denied} tells what it was, too",
            Said(said, at="2025-01-10"),
            Said(denied, at="2025-03-10"),
            Believes("user", attribute, [value]),
            Believes("user", attribute, [value], at="2025-02-01"),
        )
        for said, denied, attribute, value in (
            ("My boss is Tom.", "My boss was never Tom, it was Tim.", "manager", "Tim"),
            (
                "My favorite color is red.",
                "My favorite color was never red, it was blue.",
                "favorite_color",
                "blue",
            ),
        )
    ),
    *(
        scenario(
            f"{text} claims nothing",
            Said(text, at="2025-01-10"),
            NotBelieves("user", "*", value),
            Recalls(text, contains=[text]),
        )
        for text, value in (
            ("Please forget that I'm allergic to nuts.", "nuts"),
            ("Forget that I live in Lisbon.", "Lisbon"),
            ("You can forget I live in Lisbon.", "Lisbon"),
            ("It was never true that I live in Lisbon.", "Lisbon"),
        )
    ),
    *(
        scenario(
            f"{text} claims what it says",
            Said(text, at="2025-01-10"),
            Believes("user", "lives_in", ["Lisbon"]),
        )
        for text in (
            "Don't forget that I live in Lisbon.",
            "I forgot to say that I live in Lisbon.",
            "Forget it, I live in Lisbon.",
        )
    ),
    scenario(
        "a job that somebody never stopped working at goes on",
        Said("I work at Acme.", at="2025-01-10"),
        Said("I never stopped working at Acme.", at="2025-03-10"),
        Believes("user", "works_at", ["Acme"]),
    ),
)
