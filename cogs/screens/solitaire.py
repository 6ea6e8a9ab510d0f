"""A game for one: its title, its buttons, and its message when it is over."""

from datetime import date

from engine import GAMES
from languages import labelled, say, whole_date
from tables.daily.calendar import closes_at, now
from tables.play.model import PlayerView, Table

from . import levels, stakes
from .days import practice_press
from .frame import RESULT, of_game
from .names import safe_names
from .over import asks_to_end, fair_deal, headline, looked_back, replay_button, share, share_game, with_hints
from .press import Press
from .screen import Button, Link, Picture, Screen, Style, Text, row


def title(table: Table) -> str:
    """The game and its player; for a deal of the day, what it counts for."""
    game_title = f"**{GAMES[table.game].title}**"
    if table.day is not None:
        return f"{game_title} · {whole_date(table.day)}, {_counts(table, table.day)}"
    return f"{game_title} · {safe_names(table)[0]}"


def in_time(table: Table, day: date) -> bool:
    """Whether this is the ranked attempt at the deal of `day`, and it ended or goes on while ranked play is open."""
    return table.ranked and (now() if table.phase == "playing" else table.changed_at) < closes_at(day)


def _counts(table: Table, day: date) -> str:
    if not table.ranked:
        return say("practice")
    if not in_time(table, day):
        return say("too late to be ranked: it counts as given up")
    # A message may stand for days: it isn't edited when ranked play is closed, so what it says stays true
    if table.phase == "playing":
        return say("your one attempt ends <t:{time}:R>", time=closes_at(day))
    return say("ranked")


def buttons(seen: PlayerView) -> list[Button]:
    """The buttons below a solitaire, besides its moves."""
    table = seen.table
    rules = Button(say("Rules"), Press.at(table, "rules"), emoji="📖")
    if table.phase == "playing":
        give_up = Button(say("Give up"), Press.at(table, "give-up"), emoji="🏳️")
        return [rules] if asks_to_end(seen) else [give_up, rules]
    if table.day is not None:
        practice = Button(say("Practice"), practice_press(table.game, table.day), emoji="🔁")
        shared = share(Press.at(table, "share"))
        others = Button(say("How others did"), Press.at(table, "others"), emoji="📊")
        ranked = [shared, others] if in_time(table, table.day) else []
        return [*ranked, practice, *looked_back(table), replay_button(table), rules, fair_deal(table)]
    return [*levels.again(seen), *share_game(table), *looked_back(table), replay_button(table), rules, fair_deal(table)]


def unfinished(table: Table) -> Screen:
    """Ask where to go on with a private game, before others see it."""
    text = say("You have an unfinished game, which only you have seen. What now?")
    controls = (
        Button(say("Go on here"), Press.at(table, "here"), Style.PRIMARY),
        Button(say("Go on in private"), Press.at(table, "private")),
        Button(say("Give it up, and play a new one here"), Press.at(table, "anew"), Style.DANGER),
    )
    return of_game(table.game, Text(labelled(f"**{GAMES[table.game].title}**", text)), row(*controls))


def sent_privately(table: Table, url: str) -> Screen:
    """Tell the user that their game is in their direct messages."""
    text = Text(say("Your game is in your direct messages, where nobody else sees it."))
    return of_game(table.game, text, row(Link(say("To your game"), url)))


def finished(seen: PlayerView) -> Screen:
    """What the message of a finished game becomes once the next game is dealt. Its deal can still be verified."""
    table, ending = seen.table, headline(seen)
    return of_game(
        table.game,
        Text(f"{title(table)}\n### {ending}\n{with_hints(table)}".strip()),
        Picture(ending, name=RESULT, words=""),
        row(replay_button(table), *looked_back(table), fair_deal(table)),
    )


def confirm_giving_up(table: Table, *pictures: Picture) -> Screen:
    """Ask somebody who plays alone or with computers whether to give up.

    The question replaces the game's message, which keeps these pictures, or is a message of its own.
    """
    heading = title(table) if table.solo else f"**{GAMES[table.game].title}**"
    asks = say("Give this game up?")
    asks = f"{asks} {say('It counts as lost.')}" if table.solo else f"{asks}\n{stakes.cost_of_giving_up(table)}"
    sure, back = ("sure", "go-on") if table.solo else ("concede", "stay")
    return of_game(
        table.game,
        Text(f"{heading}\n### {asks}"),
        *pictures,
        row(
            Button(say("Give up"), Press.at(table, sure), Style.DANGER, "🏳️"),
            Button(say("Keep playing"), Press.at(table, back), Style.SUCCESS),
        ),
    )
