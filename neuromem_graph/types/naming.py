"""How people are told whom something is about: two may have one name."""


def called(name: str, relation: str | None) -> str:
    """Write a name with what its bearer is to the speaker: "Nina (sister)".

    Args:
        name: of the entity.
        relation: what it is to the speaker; None if that was never told. It is not said again of
            one that is named by it alone: "my sister".

    Returns:
        What tells two of one name apart wherever people read names.
    """
    if not relation or relation.casefold() == name.casefold().rpartition(" ")[2]:
        return name
    return f"{name} ({relation})"
