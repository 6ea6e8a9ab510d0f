"""A game's slash commands as data: what each is called and which moves its options name."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    """What a command asks for, and the kinds of move that can answer it."""

    description: str
    kinds: tuple[str, ...]


def asks(description: str, *kinds: str) -> Option:
    return Option(description, kinds)


@dataclass(frozen=True)
class Command:
    """A command that makes a move for each option, all or none; without options the one of the kind `move`."""

    name: str
    description: str
    move: str
    options: Mapping[str, Option]  # by name, in the order in which Discord asks for them


@dataclass(frozen=True)
class Turns:
    """The commands of the game `key`, together in the group `name`.

    Discord lists commands by the alphabet. A name that begins with “wyrm-” stands below those of the hall, which
    everybody needs.
    """

    key: str
    name: str
    commands: list[Command] = field(default_factory=list)

    def add(self, name: str, description: str, move: str | None = None, **options: Option) -> None:
        """`move` is by default of the command's own name."""
        self.commands.append(Command(name, description, move or name, options))
