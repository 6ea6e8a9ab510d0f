"""What the hall's messages look like: the lobby, the board, the panel, the private message."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from engine import GAMES, encode
from tables import Seen, Table, Told

from .controls import Press, button, select
from .words import Words

PICTURE = "board.png"
RESULT = "result.png"
TEXT_LIMIT = 4000  # of a message, over all its parts
TOLD_LINES = 8


def safe(name: str) -> str:
    """A name that can stand in a message: one line, no markup, no mention."""
    line = " ".join(name.split()) or "?"
    return discord.utils.escape_mentions(discord.utils.escape_markdown(line))


def names(table: Table) -> tuple[str, ...]:
    """By seat, safe to show."""
    return tuple(map(safe, table.names()))


@dataclass(frozen=True)
class Message:
    """A message that can be sent more than once: views and files serve one attempt each."""

    view: Callable[[], ui.LayoutView]
    pictures: Mapping[str, bytes] | None = None  # by file name; None: in an edit, what is attached stays

    def files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(picture), name) for name, picture in (self.pictures or {}).items()]

    def edit(self) -> dict[str, Any]:
        """The keywords of an edit."""
        kept = {} if self.pictures is None else {"attachments": self.files()}
        return {"view": self.view(), "allowed_mentions": discord.AllowedMentions.none(), **kept}


def lobby(table: Table, words: Words) -> ui.LayoutView:
    """The lobby as it stands; without buttons once it is closed."""
    game = GAMES[table.game]
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    seats = "\n".join(
        f"{number}. {safe(player.name)}"
        + (" · host" if player.user_id == table.host_id else "")
        + (" · **goes first**" if player.user_id == table.first_id else "")
        for number, player in enumerate(table.players, 1)
    )
    box.add_item(ui.TextDisplay(f"## {game.title}\n{words.blurb}"))
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=_lobby_alt(table))))
    if table.phase == "closed":
        box.add_item(ui.TextDisplay("This table was closed."))
        return view
    box.add_item(
        ui.TextDisplay(f"**At the table** ({len(table.players)} of {min(game.seats)}-{max(game.seats)})\n{seats}")
    )
    if advice := words.advice(len(table.players), table.options):
        box.add_item(ui.TextDisplay(f"-# {advice}"))
    for field, choice in words.options.items():
        chosen = getattr(table.options, field)
        options = [
            discord.SelectOption(
                label=f"{choice.title}: {label.text}",
                value=encode(value).decode(),
                description=label.detail,
                emoji=label.emoji,
                default=value == chosen,
            )
            for value, label in choice.values.items()
        ]
        box.add_item(ui.ActionRow(select(choice.title, _press(table, "option", field), options)))
    box.add_item(
        ui.ActionRow(
            button("Join", _press(table, "join"), style=discord.ButtonStyle.success),
            button("Leave", _press(table, "leave-lobby")),
            button("I go first", _press(table, "first"), disabled=table.first_id is not None),
            button(
                "Start",
                _press(table, "start"),
                style=discord.ButtonStyle.primary,
                disabled=len(table.players) not in game.seats,
            ),
            button("Close", _press(table, "close"), style=discord.ButtonStyle.danger),
        )
    )
    box.add_item(ui.ActionRow(button("Rules", _press(table, "rules"), emoji="📖")))
    return view


def _lobby_alt(table: Table) -> str:
    guests = ", ".join(" ".join(player.name.split()) for player in table.players)
    return f"A table of {GAMES[table.game].title}. At it: {guests}."[:1024]


def board(seen: Seen, words: Words, told: Sequence[Told], alt: str) -> ui.LayoutView:
    """The public board with its few buttons; at the end the result and the seed."""
    table = seen.table
    game = GAMES[table.game]
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    if news := lines(table, told):
        box.add_item(ui.TextDisplay(news))
    if seen.outcome:
        headline = seen.outcome.headline
        box.add_item(ui.TextDisplay(f"## {headline}"))
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{RESULT}", description=headline[:1024])))
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt[:1024])))
    if seen.outcome:
        box.add_item(
            ui.TextDisplay(
                f"-# The seed of this deal was `{table.seed}`; its SHA-256 begins with `{table.commitment[:12]}`, as "
                "shown from the start."
            )
        )
        box.add_item(ui.ActionRow(button("Rules", _press(table, "rules"), emoji="📖")))
        return view
    box.add_item(ui.TextDisplay(f"**{game.title}** · {_whose_turn(seen)}\n-# Deal `{table.commitment[:12]}`"))
    box.add_item(
        ui.ActionRow(
            button("Play", _press(table, "play"), style=discord.ButtonStyle.primary, emoji="🐉"),
            button("My hand", _press(table, "hand"), emoji="🤫"),
            button("Rules", _press(table, "rules"), emoji="📖"),
        )
    )
    return view


def _whose_turn(seen: Seen) -> str:
    player = seen.table.sitting(seen.to_act)
    if player:
        return f"<@{player.user_id}>, it is your turn."
    return f"It is the turn of {names(seen.table)[seen.to_act or 0]}, which anyone at the table may play."


def overtaken(url: str, words: Words) -> ui.LayoutView:
    """What an old board becomes: its picture, and the way to the new one."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}")))
    box.add_item(ui.ActionRow(ui.Button(label="To the newest board", url=url)))
    return view


def lines(table: Table, told: Sequence[Told]) -> str:
    """What happened, a line an event, the newest last; the oldest are dropped where there are many."""
    who = [f"**{name}**" for name in names(table)]
    tell = GAMES[table.game].tell
    every = [tell(event).format(*who) for entry in told for event in entry.events]
    return "\n".join(every[-TOLD_LINES:])


def rules(table_id: int, words: Words, number: int) -> ui.LayoutView:
    """A page of the rules, with the way to its neighbours."""
    number = max(0, min(number, len(words.rules) - 1))
    page = words.rules[number]
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    box.add_item(ui.TextDisplay(f"## {page.title}\n{page.text}"))
    box.add_item(
        ui.ActionRow(
            button("Before", Press("rules", table_id, args=(str(number - 1),)), emoji="◀", disabled=number == 0),
            button(
                f"Page {number + 1} of {len(words.rules)}",
                Press("rules", table_id, args=(str(number), "here")),
                disabled=True,
            ),
            button(
                "Next",
                Press("rules", table_id, args=(str(number + 1),)),
                emoji="▶",
                disabled=number == len(words.rules) - 1,
            ),
        )
    )
    return view


def private(words: Words, text: str, rows: Sequence[ui.ActionRow[Any]] = (), *, alt: str | None) -> ui.LayoutView:
    """For one user's eyes: `text`, the picture as they may know it (unless `alt` is None), and controls."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    box.add_item(ui.TextDisplay(text[: TEXT_LIMIT - 200]))
    if alt is not None:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt[:1024])))
    for row in rows:
        box.add_item(row)
    return view


def private_message(seen: Seen, words: Words, alt: str, url: str | None) -> ui.LayoutView:
    """The direct message: what this player knows, with the way to the board."""
    table = seen.table
    title = GAMES[table.game].title
    if seen.outcome:
        text = f"**{title}** is over. {seen.outcome.headline}"
    elif seen.to_act is not None and seen.to_act == seen.seat:
        text = f"**{title}**: it is your turn."
    else:
        text = f"**{title}**: what you know."
    buttons: list[ui.Item[Any]] = []
    if not seen.outcome:
        buttons += [
            button("Play", _press(table, "play"), style=discord.ButtonStyle.primary, emoji="🐉"),
            button("My hand", _press(table, "hand"), emoji="🤫"),
        ]
    if url:
        buttons.append(ui.Button(label="To the board", url=url))
    return private(words, text, [ui.ActionRow(*buttons)] if buttons else [], alt=alt)


def _press(table: Table, verb: str, *args: str) -> Press:
    return Press(verb, table.id, table.version, args)
