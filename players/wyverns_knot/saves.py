"""The eggs that can be saved for sure, as far as one seat can tell."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.wyverns_knot.choices import placeable
from engine.wyverns_knot.state import Table

from .beliefs import Beliefs


class Save(NamedTuple):
    """An egg that its card's owner can save for sure. `wild`: by the strike dragon of the row."""

    owner: int
    position: int
    cell: int
    wild: bool


def sure_saves(
    table: Table, beliefs: Beliefs, down: Sequence[int], cards: Sequence[tuple[int, int, int]]
) -> list[Save]:
    """The pairs that the owner of the card knows. Wild cards come last: any egg will do.

    `down` are the cells of eggs that lie face down, `cards` the owner, the position and the place of each card.
    """
    kind, known_to, root = beliefs.kind, beliefs.known_to, beliefs.root
    linked: dict[int, list[int]] = {}
    known: dict[int, list[int]] = {}
    for cell in down:
        linked.setdefault(root[cell], []).append(cell)
        if kind[cell] >= 0:
            known.setdefault(kind[cell], []).append(cell)
    saves: list[Save] = []
    taken: set[int] = set()
    wild: list[tuple[int, int, list[int], int]] = []
    for owner, position, card in cards:
        dragon = kind[card] if known_to[card] >> owner & 1 else -1
        match = next((cell for cell in linked.get(root[card], ()) if cell not in taken), -1)
        if match < 0:
            eggs = [cell for cell in known.get(dragon, ()) if cell not in taken and known_to[cell] >> owner & 1]
            match = eggs[0] if eggs else -1
        cells = placeable(table, dragon) if dragon >= 0 and table.tableaus[owner][position].face == "down" else []
        if cells:
            wild.append((owner, position, cells, match))
        elif match >= 0:
            saves.append(Save(owner, position, match, False))
            taken.add(match)
    for owner, position, cells, match in wild:
        if cells := [cell for cell in cells if cell not in taken]:
            saves.append(Save(owner, position, min(cells, key=lambda cell: patience(beliefs, cell)), True))
        elif match >= 0 and match not in taken:
            saves.append(Save(owner, position, match, False))
        else:
            continue
        taken.add(saves[-1].cell)
    return saves


def patience(beliefs: Beliefs, cell: int) -> float:
    """How long this egg can wait for a wild card: longer if its dragon is known, because its own card may come."""
    return 4 - cell % 4 + 0.5 * (beliefs.kind[cell] >= 0)
