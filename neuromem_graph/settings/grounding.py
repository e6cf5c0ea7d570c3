"""What may stand in a compiled memory, and what a model may propose while memory sleeps."""

from pydantic import Field

from neuromem_graph.types.base import Record
from neuromem_graph.types.edges import ProposedRelation

REPORTED = """
say says said saying tell tells told claim claims claimed insist insists insisted report reports
reported allege alleges alleged allegedly supposedly reportedly rumor rumour rumored apparently
according hear heard mention mentions mentioned write wrote announce announced suppose supposing
supposed imagine imagined assume assuming assumed pretend pretending hypothetically maybe perhaps
possibly probably presumably likely guess guesses think thinks thought believe believes reckon
wonder doubt doubts unsure if unless whether might may could would joke joking kidding dream
dreamt dreamed
"""
"""Words by which a text gives somebody's word, or only supposes: stems are compared."""

DENYING = """
no not never none nobody nothing nowhere neither nor without hardly rarely seldom barely cannot
deny denies denied refuse refuses refused stop stopped quit unlike except false untrue wrong
"""
"""Words that turn a statement round."""

NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
thousand million billion trillion dozen half twice thrice double triple first second third
"""
"""Numbers in words."""

OPENINGS = """
a an the this that these those it its they their there here some several many most all both each
every few various such other others people persons everyone everybody someone somebody users user
we our my when whenever before after while during for in on at to by with from of and or but so
then because first next finally usually often always sometimes mostly generally typically how
what who which where whose
"""
"""Words a generalisation may begin with, though no source says them."""


class Grounding(Record):
    """Say which words of what is compiled must stand in its sources, and what models may relate."""

    reported: str = REPORTED  # a fact told with one of them is compiled into nothing
    denying: str = DENYING  # must stand in all of a proposal and its quotes, or in none
    numbers: str = NUMBERS  # must stand in the quotes
    openings: str = OPENINGS  # what a proposal may begin with besides words of its sources
    weight: float = Field(default=0.5, gt=0, lt=1)  # of a relation a model proposes
    relations: tuple[ProposedRelation, ...] = (  # a model may propose; none changes a life
        "associated_with", "precedes", "supports", "evidence_for", "generalizes", "specializes",
        "causes", "procedure_for", "applies_to",
    )  # fmt: skip
