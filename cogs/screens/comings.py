"""Who has come back to a table or gone from it, in one small line each."""

from languages import say
from tables.play.model import Table
from tables.play.notes import Note

from .names import safe

MOST = 3  # lines, the newest


def lines(table: Table) -> str:
    """The newest of a lobby; of a game only those of this turn and the last, so that they pass by. May be empty."""
    recent = [note for note in table.notes if note.turn >= table.turn - 1]
    return "\n".join(f"-# {_line(note)}" for note in recent[-MOST:])


def _line(note: Note) -> str:
    name, by = f"**{safe(note.name)}**", f"**{safe(note.by_name or '')}**"
    match note.kind:
        case "sent" if note.by_name is None:
            return say("A moderator has sent {name} away.", name=name)
        case "freed" if note.by_name is None:
            return say("A moderator has freed the seat of {name}.", name=name)
        case "left":
            return say("{name} has left.", name=name)
        case "back":
            return say("{name} is back.", name=name)
        case "gone":
            return say("{name} has left this server.", name=name)
        case "sent":
            return say("{by} sent {name} away.", by=by, name=name)
        case "late":
            return say("{name} wasn't ready in time.", name=name)
        case "freed":
            return say("{by} freed the seat of {name}.", by=by, name=name)
