"""Helpers to put sentences together: those that games tell, and all sentences about games."""

from languages import say


def named(seat: int) -> str:
    """What stands for the name of this seat in a sentence of `Game.tell`."""
    return f"{{{seat}}}"


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[0].upper() + text[1:]


def coded(space: str, code: str) -> str:
    """A space of a map within a sentence, by its name and code: "Owl Hollow (W1)"."""
    # Translators: a space and its code on the map, as after "from" or "at"; the code may come first: it has no article
    return say("{space} ({code})", space=space, code=code)


def shortened(text: str, limit: int) -> str:
    """The first sentences of a text, as many as fit into `limit` characters."""
    return text if len(text) <= limit else text[: text.rfind(".", 0, limit) + 1] or text[:limit]
