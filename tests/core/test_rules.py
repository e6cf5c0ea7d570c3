"""What the rules make of English sentences: the table that users and patterns agree on."""

from datetime import UTC, datetime

import pytest

from neuromem_graph.core.rules import extract
from neuromem_graph.types.ingest import Claim, Turn, Turns

AT = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)

# A text => its facts, as `line` writes them. Nothing after the arrow: no fact is stated.
TABLE = """
# where
I live in Porto. => user: lives_in = Porto
I live in New York City with my wife => user: lives_in = New York City
I live in the Netherlands => user: lives_in = Netherlands
We live in São Paulo => user: lives_in = São Paulo
I’m based in Berlin => user: lives_in = Berlin
i live in porto => user: lives_in = porto
I WORK AT ACME AND LIVE IN PORTO => user: works_at = ACME | user: lives_in = PORTO
I moved to Porto and I work at Acme => user: lives_in = Porto; change | user: works_at = Acme
I've moved from Berlin to Porto. => user: lives_in = Porto; change
Tom moved out of Berlin => Tom: lives_in = Berlin; end
I live in Porto now. => user: lives_in = Porto; change
I was born in Lisbon => user: born_in = Lisbon
I’m from Porto => user: from = Porto
im from porto => user: from = porto
I grew up in Évora. => user: grew_up_in = Évora
My hometown is Braga. => user: from = Braga
I live in a small town. =>
I live at home =>
I live in the moment =>
I love the city I live in =>
Porto is where I live. =>
# work and study
I work at Acme. => user: works_at = Acme
Ive worked at Acme since 2019 => user: works_at = Acme
I work for Acme full-time => user: works_at = Acme
I work for hours every day. =>
I started working at Acme => user: works_at = Acme; change
I got a new job at Google. => user: works_at = Google; change
I joined Google in 2021 => user: works_at = Google; change
I was hired by Acme => user: works_at = Acme; change
I quit my job at Acme. => user: works_at = Acme; end
I quit my job. => user: works_at = None; end
I was fired from Acme => user: works_at = Acme; end
I stopped working at Acme => user: works_at = Acme; end
I work as a nurse at Santa Maria. => user: works_as = nurse | user: works_at = Santa Maria
I'm a software engineer at Acme => user: works_as = software engineer | user: works_at = Acme
I'm an interior designer. => user: works_as = interior designer
I'm a big fan =>
My sister became a doctor. => sister (sister): works_as = doctor; change
My job is teacher. => user: works_as = teacher
I study physics at MIT => user: studies_at = MIT | user: studies = physics
I'm learning German. => user: studies = German
I graduated from MIT => user: graduated_from = MIT
The company I work at is great. =>
# who
My name is Sarah Connor. => user: name = Sarah Connor
Hi, I'm Anna and I live in Porto. => user: name = Anna | user: lives_in = Porto
Hello! I'm Sarah. => user: name = Sarah
Hi, I'm German. =>
I'm Sarah. =>
I'm 34 years old => user: age = 34
im 30 => user: age = 30
I turned 30! => user: age = 30; change
I'm 100% sure =>
I'm 5 minutes away =>
My birthday is May 5. => user: birthday = May 5
I was born on 5 May 1990 in Lisbon => user: born_on = 5 May 1990 | user: born_in = Lisbon
My email is anna@example.org. => user: email = anna@example.org
my phone number is +351 912 345 678 => user: phone = +351 912 345 678
I'm married to Tom. => user: married_to = Tom
I'm dating Tom => user: partner = Tom
I broke up with Tom. => user: partner = Tom; end
Anna is my sister. => Anna (sister): relation_to_user = sister
My sister's name is Anna => Anna (sister): relation_to_user = sister
My cat is called Luna => Luna (cat): relation_to_user = cat
I have a sister named Anna. She lives in Rome. =>
    Anna (sister): relation_to_user = sister
    | Anna: lives_in = Rome
I have a daughter. Her name is Lily. => user: has = daughter | Lily (daughter): name = Lily
# has, can, does
I have a dog named Rex. => user: has_pet = dog named Rex
I've got two cats => user: has_pet = two cats
I bought a new bike yesterday => user: has = new bike
I sold my car => user: has = car; end
I don't have a car => user: has = car; negated
I have no kids =>
I have a car accident to report =>
I have diabetes => user: has_condition = diabetes
I speak Spanish and a little French => user: speaks = Spanish | user: speaks = French
I don't speak French. => user: speaks = French; negated
I play the guitar => user: plays = guitar
I started playing chess => user: plays = chess; change
I play with my kids =>
I drive a Tesla. => user: drives = Tesla
I drive to work. =>
I use Neovim. => user: uses = Neovim
i use neovim btw => user: uses = neovim
I use it daily. =>
we switched from Slack to Teams => user: uses = Teams; change
I collect stamps => user: collects = stamps
# likes
I love hiking and sailing. => user: likes = hiking | user: likes = sailing
I really like mac and cheese! => user: likes = mac and cheese
I hate olives => user: likes = olives; negated
I don't like olives. => user: likes = olives; negated
I like pizza but hate olives. => user: likes = pizza | user: likes = olives; negated
I can't stand cilantro => user: likes = cilantro; negated
I don't hate sushi =>
I used to love chess => user: likes = chess; end
I prefer tea => user: likes = tea
I prefer tea over coffee. => user: prefers = tea over coffee | user: likes = tea
I'm a huge fan of jazz. => user: likes = jazz
I'm into chess these days => user: likes = chess; change
I'm not into hiking. => user: likes = hiking; negated
I love you =>
I love it! =>
I love how it looks. =>
I love the color. =>
I love the ocean. => user: likes = ocean
I'd love to see them. =>
Love is all around. =>
Peace and love everywhere. =>
My favourite colour is blue. => user: favorite_color = blue
My favorite food isn't sushi => user: favorite_food = sushi; negated; end
My favourite movies are Alien and Heat => user: favorite_movie = Alien | user: favorite_movie = Heat
Pizza is my favorite food => user: favorite_food = Pizza
My favorite part is the end. =>
I'm afraid of spiders => user: fears = spiders
# constraints
I'm allergic to peanuts and shellfish => user: allergic_to = peanuts | user: allergic_to = shellfish
I'm not allergic to nuts. => user: allergic_to = nuts; negated
I'm no longer allergic to nuts => user: allergic_to = nuts; negated; end
I'm lactose intolerant => user: allergic_to = lactose
I have a nut allergy => user: allergic_to = nut
I'm vegetarian => user: diet = vegetarian
im vegan and allergic to nuts => user: diet = vegan | user: allergic_to = nuts
I'm not vegan anymore. => user: diet = vegan; negated; end
I went vegan => user: diet = vegan; change
I can't eat gluten. => user: avoids = gluten
I don't eat pork or beef. => user: avoids = pork | user: avoids = beef
I don't eat much. =>
I avoid dairy. => user: avoids = dairy
# others than the user
my sister Anna lives in Porto => Anna (sister): lives_in = Porto
my sister lives in Porto. => sister (sister): lives_in = Porto
Anna, my sister, lives in Porto => Anna (sister): lives_in = Porto
My best friend Tom is allergic to nuts. => Tom (friend): allergic_to = nuts
Mom lives in Rome => mom (mom): lives_in = Rome
My parents live in Rome. => parents (parents): lives_in = Rome
my mom's birthday is March 3rd => mom (mom): birthday = March 3rd
Kira lives in Lisbon => Kira: lives_in = Lisbon
Kira is from Lisbon and works at Acme => Kira: from = Lisbon | Kira: works_at = Acme
Kira's dog loves bacon => Kira's dog: likes = bacon
Kira's allergic to nuts => Kira: allergic_to = nuts
Kira's favourite food is sushi. => Kira: favorite_food = sushi
my friend's mother is from Rome => friend's mother: from = Rome
Anna's husband Tom lives in Rome => Tom: lives_in = Rome
I met Anna yesterday. She lives in Porto. => Anna: lives_in = Porto
My brother is a doctor. He lives in Oslo. =>
    brother (brother): works_as = doctor
    | brother (brother): lives_in = Oslo
My brother and my sister came. She lives in Rome. => sister (sister): lives_in = Rome
She lives in Porto. =>
He is allergic to nuts. =>
The owner of Blue Cafe loves dogs. =>
my wife and I live in Porto => user: lives_in = Porto
# reported
Anna said she hates fish. => Anna: likes = fish; negated
Tom told me that he moved to Rome. => Tom: lives_in = Rome; change
Anna said "I hate fish". => Anna: likes = fish; negated
Anna said that Kira lives in Lisbon. => Kira: lives_in = Lisbon
I told Anna that I live in Porto. => user: lives_in = Porto
Anna thinks I live in Rome => user: lives_in = Rome; hypothetical
You said I live in Lisbon, but I live in Porto. =>
    user: lives_in = Lisbon; hypothetical
    | user: lives_in = Porto
# not stated
Do you live in Porto? =>
I live in Porto, right? =>
If I move to Porto, I will work at Acme. =>
    user: lives_in = Porto; hypothetical
    | user: works_at = Acme; hypothetical
I live in Porto, if you want to visit. => user: lives_in = Porto
I might move to Porto => user: lives_in = Porto; hypothetical
Maybe I live in Porto => user: lives_in = Porto; hypothetical
I wish I lived in Porto => user: lives_in = Porto; hypothetical
I'm thinking of moving to Porto => user: lives_in = Porto; hypothetical
I hope to move to Canada => user: lives_in = Canada; hypothetical
I would live in Porto => user: lives_in = Porto; hypothetical
I think I'm allergic to nuts => user: allergic_to = nuts; hypothetical
Imagine I live in Porto => user: lives_in = Porto; hypothetical
when I have kids =>
I'm moving to Porto => user: lives_in = Porto; hypothetical
# changes, ends, corrections
I no longer live in Berlin, I live in Porto =>
    user: lives_in = Berlin; negated; end
    | user: lives_in = Porto; change
I don't live in Berlin => user: lives_in = Berlin; negated; end
I don't live in Berlin any more. => user: lives_in = Berlin; negated; end
I used to live in Berlin => user: lives_in = Berlin; end
I left Berlin => user: lives_in = Berlin; end
I lived in Berlin => user: lives_in = Berlin; end
I have always lived in Berlin => user: lives_in = Berlin
I've never lived in Berlin => user: lives_in = Berlin; negated; correction
I didn't move to Porto. => user: lives_in = Porto; negated; correction
Actually, I live in Porto => user: lives_in = Porto; correction
I actually live in Porto now => user: lives_in = Porto; change
No, I live in Porto. => user: lives_in = Porto; correction
Sorry, my name is Bob. => user: name = Bob; correction
I'm 31, not 30 => user: age = 31; correction
I live in Porto, not Lisbon => user: lives_in = Porto; correction
I misspoke. I live in Porto. => user: lives_in = Porto; correction
That was wrong. I work at Acme. => user: works_at = Acme; correction
I live in Lisbon. Sorry, I meant Porto. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. It's Porto, not Lisbon. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. Not Lisbon but Porto. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. Wait, it's Porto. => user: lives_in = Lisbon | user: lives_in = Porto; correction
I live in Lisbon. It's great, not perfect. => user: lives_in = Lisbon
# other languages and spellings
私はポルトに住んでいます。 =>
👍🏽 =>
I love hiking 🥾🥾 => user: likes = hiking
I live in “Porto”… => user: lives_in = Porto
# found while reading chats
We moved to PostgreSQL => user: uses = PostgreSQL; change
I turned 5 pages. =>
I used to work at Acme, but now I work at Initech. =>
    user: works_at = Acme; end
    | user: works_at = Initech; change
I started a new job at Initech => user: works_at = Initech; change
I prefer not to say. =>
I'm from the marketing team. =>
I left my keys at home. =>
I work at night. =>
My boss said I should move to Berlin. => user: lives_in = Berlin; hypothetical
My boss, Maria, lives in Cascais. => Maria (boss): lives_in = Cascais
I feel like I live in Porto. => user: lives_in = Porto; hypothetical
Tom's email is tom@x.org and his phone number is 555-1234. =>
    Tom: email = tom@x.org
    | Tom: phone = 555-1234
I met Tom in Rome. He lives in Paris. => Tom: lives_in = Paris
They live in Paris. =>
I never eat pork. => user: avoids = pork
I'm going to Paris. =>
Sorry to hear that, I love dogs. => user: likes = dogs
Being my own boss and doing something I love is awesome. =>
My wife and I just left for our vacation! =>
"""

KINDS = {
    "likes": "preference", "prefers": "preference", "collects": "preference",
    "favorite_color": "preference", "favorite_food": "preference", "favorite_movie": "preference",
    "allergic_to": "constraint", "avoids": "constraint", "diet": "constraint",
    "has_condition": "constraint",
}  # fmt: skip
SINGLE = set(
    """lives_in born_in born_on from grew_up_in works_at works_as studies_at name age birthday email
    phone married_to partner diet favorite_color favorite_food""".split()
)


def rows() -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for written in TABLE.strip().replace("\n    ", " ").split("\n"):
        if not written.startswith("#"):
            text, _, facts = written.partition(" =>")
            found.append((text, facts.strip().split(" | ") if facts.strip() else []))
    return found


def facts(*texts: str) -> list[Claim]:
    turns = tuple(
        Turn(id=str(n), namespace=("u",), text=text, channel="user", at=AT, digest="")
        for n, text in enumerate(texts)
    )
    claims = extract(Turns(namespace=("u",), turns=turns)).claims
    return [claim for claim in claims if claim.predicate is not None]


def line(claim: Claim) -> str:
    who = f"{claim.subject} ({claim.relation})" if claim.relation else claim.subject
    notes = [claim.polarity] * (claim.polarity != "asserted")
    notes += [claim.update] * (claim.update != "none")
    return "; ".join((f"{who}: {claim.predicate} = {claim.value}", *notes))


def test_the_table_is_large() -> None:
    """The table holds at least 120 texts, each once."""
    texts = [text for text, _ in rows()]

    assert len(texts) >= 120
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("text", "expected"), rows())
def test_facts_of_a_text(text: str, expected: list[str]) -> None:
    """A text states exactly these facts, about whom, how firmly, and as which update."""
    assert [line(claim) for claim in facts(text)] == expected


@pytest.mark.parametrize(("text", "expected"), [row for row in rows() if row[1]])
def test_kind_and_number_go_with_the_predicate(text: str, expected: list[str]) -> None:
    """Each predicate has one kind, and one value or many, however it was said."""
    for claim in facts(text):
        assert claim.kind == KINDS.get(str(claim.predicate), "fact")
        assert claim.single is (claim.predicate in SINGLE)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["I live in Lisbon.", "Sorry, I meant Porto."], "user: lives_in = Porto; correction"),
        (["I live in Lisbon.", "It's Porto, not Lisbon."], "user: lives_in = Porto; correction"),
        (
            ["My sister Anna lives in Oslo.", "No, not Oslo but Rome."],
            "Anna (sister): lives_in = Rome; correction",
        ),
    ],
)
def test_a_later_turn_repairs_an_earlier_one(texts: list[str], expected: str) -> None:
    """A correction without a verb takes over subject and predicate of what it corrects."""
    assert line(facts(*texts)[-1]) == expected


def test_another_speaker_repairs_nothing() -> None:
    """ "I meant" refers to what the same speaker said."""
    said = {"namespace": ("u",), "at": AT, "digest": ""}
    turns = (
        Turn(id="1", text="I live in Lisbon.", channel="user", **said),
        Turn(id="2", text="I meant Porto.", channel="assistant", **said),
    )

    assert extract(Turns(namespace=("u",), turns=turns)).claims[1].predicate is None


def test_an_unknown_correction_keeps_its_value() -> None:
    """What corrects something said elsewhere is an episode that carries the new value."""
    turn = Turn(
        id="1", namespace=("u",), text="It's Porto, not Lisbon.", channel="user", at=AT, digest=""
    )
    (claim,) = extract(Turns(namespace=("u",), turns=(turn,))).claims

    assert (claim.predicate, claim.value, claim.update) == (None, "Porto", "correction")
