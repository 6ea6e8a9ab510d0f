"""Who has come back to a table or gone from it, and what moderators did there, in one small line each."""

from collections.abc import Mapping

from languages import later, say
from tables.play.model import Table
from tables.play.notes import Note, NoteKind

from .names import safe

MOST = 3  # lines, the newest
BY_MODERATORS: Mapping[NoteKind, str] = {
    "removed": later("**{moderator}**, a moderator, has sent **{name}** away from this table."),
    "unseated": later("**{moderator}**, a moderator, has freed the seat of **{name}**."),
    "closed": later("**{moderator}**, a moderator, has closed this table."),
    "started": later("**{moderator}**, a moderator, has started the game."),
    "unvoted": later("**{moderator}**, a moderator, has ended the vote."),
}


def lines(table: Table) -> str:
    """The newest of a lobby; of a game only those of this turn and the last, so that they pass by. May be empty."""
    recent = [note for note in table.notes if note.turn >= table.turn - 1]
    return "\n".join(f"-# {_line(note)}" for note in recent[-MOST:])


def of_the_gone(table: Table) -> list[str]:
    """Who isn't there any more."""
    return [_line(note) for note in table.gone]


def closing(table: Table) -> str:
    """What a moderator has done by which the table is closed. May be empty."""
    last = [note for note in table.notes if note.kind in BY_MODERATORS and note.version == table.version]
    return "\n".join(f"-# {_line(note)}" for note in last)


def _line(note: Note) -> str:
    name, by = f"**{safe(note.name)}**", f"**{safe(note.by_name or '')}**"
    match note.kind:
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
        case _:  # where it was done to nobody, the person themselves is the moderator
            moderator = safe(note.name if note.by_name is None else note.by_name)
            return say(BY_MODERATORS[note.kind], moderator=moderator, name=safe(note.name))
