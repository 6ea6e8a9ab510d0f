"""What pressing a button, choosing from a menu or sending back a sheet means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from languages import later, say
from tables.play.model import Refused, Table

PREFIX = "wyrm"
MORE = "more"  # the verb of a menu whose options are presses of their own
SEVERAL = frozenset({"set"})  # verbs whose menus take several choices
CUSTOM_ID_LIMIT = 100
OLD_SHEET = later("This sheet is from an older time of the hall and does nothing any more.")


@dataclass(frozen=True)
class Press:
    """What a custom id says.

    `version` is the table's when the control was shown. `values` is what a menu chose: one, or none
    for a button; for verbs of SEVERAL any number. `sheet` is what was chosen on a sheet that was sent back, by control.
    """

    verb: str
    table_id: int
    version: int = 0
    args: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    sheet: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def at(cls, table: Table, verb: str, *args: str) -> Self:
        """A press at this table's present version."""
        return cls(verb, table.id, table.version, args)

    def custom_id(self) -> str:
        encoded = ":".join((PREFIX, self.verb, str(self.table_id), str(self.version), *self.args))
        if len(encoded) > CUSTOM_ID_LIMIT:
            raise ValueError(f"custom id too long: {encoded}")
        return encoded

    @classmethod
    def read(
        cls, custom_id: str, values: Iterable[str] = (), sheet: Mapping[str, tuple[str, ...]] | None = None
    ) -> Self:
        """Read a custom id. Raises Refused if it isn't ours, or no longer, and for too many choices."""
        chosen = tuple(values)
        match custom_id.split(":"):
            case [prefix, verb, table_id, version, *args] if (
                prefix == PREFIX and is_number(table_id) and is_number(version)
            ):
                if len(chosen) > 1 and verb not in SEVERAL:
                    raise Refused(say("Choose one thing at a time."))
                if verb == MORE and chosen and not chosen[0].startswith(f"{PREFIX}:{MORE}:"):
                    return cls.read(chosen[0])
                return cls(verb, int(table_id), int(version), tuple(args), chosen, sheet or {})
        raise Refused(say("This button is from an older time of the hall and does nothing any more."))


def is_number(text: str, digits: int = 15) -> bool:
    """Whether this is a number of at most so many digits; the database can hold 15."""
    return text.isascii() and text.isdecimal() and len(text) <= digits
