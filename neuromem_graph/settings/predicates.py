"""The predicates that are known: how many values each takes, and what it is about."""

from pydantic import Field

from neuromem_graph.types.base import Cardinality, EntityType, Kind, Record


class Predicate(Record):
    """Declare one predicate, or with a name that ends in "*" all whose names begin so."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,62}[a-z0-9_*]?$")
    cardinality: Cardinality | None = None  # None: as the extractor proposes, else "multi"
    kind: Kind = "fact"
    subject: EntityType = "unknown"
    value: EntityType = "unknown"
    asked: tuple[str, ...] = ()  # phrases by which people ask for it; see `settings.phrases`


_TABLE = """
lives_in              single    fact        person   place
born_in               single    fact        person   place
born_on               single    fact        person   unknown
from                  single    fact        person   place
grew_up_in            single    fact        person   place
address               single    fact        person   place
works_at              single    fact        person   organisation
works_as              single    fact        person   unknown
volunteers_at         multi     fact        person   organisation
studies_at            single    fact        person   organisation
studies               multi     fact        person   unknown
graduated_from        multi     fact        person   organisation
name                  single    fact        unknown  unknown
last_name             single    fact        person   unknown
nickname              single    fact        unknown  unknown
pronouns              single    fact        person   unknown
age                   single    fact        unknown  unknown
birthday              single    fact        unknown  unknown
email                 single    fact        unknown  unknown
phone                 single    fact        unknown  unknown
relation_to_user      multi     fact        unknown  unknown
married_to            single    fact        person   person
partner               single    fact        person   person
has_pet               multi     fact        person   thing
has                   multi     fact        unknown  thing
drives                multi     fact        person   thing
speaks                multi     fact        person   unknown
native_language       single    fact        person   unknown
plays                 multi     fact        person   unknown
uses                  multi     fact        unknown  thing
school                single    fact        person   organisation
team                  single    fact        person   organisation
manager               single    fact        person   person
salary                single    fact        person   unknown
project               -         fact        person   unknown
plan                  single    fact        person   unknown
nationality           single    fact        person   unknown
religion              single    fact        person   unknown
timezone              single    fact        unknown  unknown
height                single    fact        person   unknown
weight                single    fact        person   unknown
shoe_size             single    fact        person   unknown
insurance             single    fact        person   organisation
gym                   single    fact        person   organisation
commute               single    fact        person   unknown
wakes_up_at           single    fact        person   unknown
reading               single    fact        person   thing
watching              single    fact        person   thing
learning              single    fact        person   unknown
hobby                 multi     fact        person   unknown
medication            multi     fact        person   thing
goes_to               multi     fact        person   place
car                   single    fact        unknown  thing
phone_model           single    fact        unknown  thing
laptop                single    fact        unknown  thing
tablet                single    fact        unknown  thing
camera                single    fact        unknown  thing
editor                single    fact        unknown  thing
operating_system      single    fact        unknown  thing
browser               single    fact        unknown  thing
programming_language  single    fact        unknown  thing
framework             single    fact        unknown  thing
bank                  single    fact        unknown  organisation
doctor                single    fact        person   person
dentist               single    fact        person   person
vet                   single    fact        person   person
hairdresser           single    fact        person   person
pet_name              multi     fact        person   unknown
clothing_size         single    fact        person   unknown
subscription          multi     fact        person   thing
database              single    fact        unknown  thing
hosting               single    fact        unknown  thing
deadline              single    fact        unknown  unknown
version               single    fact        unknown  unknown
budget                single    fact        unknown  unknown
goal                  multi     fact        person   unknown
fears                 multi     fact        person   unknown
collects              multi     preference  person   thing
likes                 multi     preference  unknown  unknown
prefers               multi     preference  unknown  unknown
favorite_*            -         preference  unknown  unknown
diet                  single    constraint  person   unknown
avoids                multi     constraint  person   unknown
allergic_to           multi     constraint  person   unknown
has_condition         multi     constraint  person   unknown
visited               interval  fact        person   place
stayed_in             interval  fact        person   place
traveled_to           interval  fact        person   place
attended              interval  fact        person   unknown
participated_in       interval  fact        person   unknown
"""


def _read(line: str) -> Predicate:
    name, many, kind, subject, value = line.split()
    return Predicate.model_validate(
        {"name": name, "cardinality": None if many == "-" else many, "kind": kind,
         "subject": subject, "value": value}
    )  # fmt: skip


PREDICATES: tuple[Predicate, ...] = tuple(map(_read, _TABLE.strip().splitlines()))
"""What is declared without `Settings.predicates`. Where no number of values is declared, the
wording says it: "my favorite color is" or "my favorite colors are"."""
