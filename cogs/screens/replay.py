"""A finished game in messages: all of it in one moving picture, or step by step."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from engine import GAMES
from languages import labelled, later, say, whole_date
from players import PLAYERS
from tables.history.replays import Finished, Replay
from tables.play.model import Table

from .frame import of_game, snapshot
from .log import lines
from .names import plain
from .over import how_played, looked_back, replay_button, share_game
from .press import Press
from .retry import can_play_on, play_on
from .screen import TEXT_LIMIT, Button, Menu, Option, Picture, Row, Screen, Text, at_hand, row

MOVING = "replay.gif"
LINES = 24  # of what led to a step
OPEN, OWN = "open", "own"  # with everything open; as one's own seat saw it
# These tell the buttons of a step apart
FIRST, BACK, NEXT, LAST, TURN, POINT = "first", "back", "next", "last", "turn", "point"
LABELS = {FIRST: later("First"), BACK: later("Back"), NEXT: later("Next"), LAST: later("Last")}


def moving(replay: Replay, headline: str, note: str = "", *, could_have_chances: bool = False) -> Screen:
    """The whole game in one picture. `note` is for who asked.

    `could_have_chances`: they don't stand under its boards, and are added once somebody looks back at the game.
    """
    table = replay.table
    title, asks = GAMES[table.game].title, looked_back(table)
    parts = [note, f"### {say('{game}: the replay', game=title)}", headline]
    if could_have_chances and asks:
        points = PLAYERS[table.game].points(replay.positions[0].view)
        adds = (
            # Translators: {button} is the label of a button
            say("**{button}** adds the score to expect.", button=how_played(table))
            if points
            else say("**{button}** adds the chances to win.", button=how_played(table))
        )
        parts.append(f"-# {adds}")
    alt = f"{say('A moving picture of this game of {game}, from the deal to its end.', game=title)} {headline}"
    through = Button(say("Step through"), Press("steps", table.id), emoji="🔍")
    deal = [play_on(table, 0, say("Try it"))] if can_play_on(table) else []
    return of_game(table.game, _text(parts), Picture(alt, name=MOVING), row(through, *deal, *asks))


def step(replay: Replay, number: int, headline: str, turns: Mapping[int, str], *, worded: bool = False) -> Screen:
    """One position, what led to it, and the ways to the others. `headline`: how the game ended.

    `turns`: the positions to which it turned, and how, as far as that is known.
    """
    table, last = replay.table, len(replay.positions) - 1
    position = replay.positions[number]
    at = say("step {number} of {all}", number=number + 1, all=last + 1)
    parts = [f"**{GAMES[table.game].title}** · {at}", lines(table, position.heard, LINES)]
    if number in turns:
        parts.append(f"{say('⚡ **A turning point.**')} {turns[number]}")
    if number == 0:
        parts.append(say("The game begins."))
    if number == last:
        parts.append(f"### {headline}")
    board = snapshot(table, position.view, worded=worded, last=number == last)
    return of_game(table.game, _text(parts), board, *_ways(replay, number, turns))


def _text(parts: Sequence[str]) -> Text:
    return Text("\n".join(filter(None, parts))[: TEXT_LIMIT - 200])


def _ways(replay: Replay, number: int, turns: Mapping[int, str]) -> list[Row]:
    """The buttons to other steps, and to other ways of looking at the game."""
    table, last, side = replay.table, len(replay.positions) - 1, OPEN if replay.all_open else OWN

    def way(name: str, to: int) -> Button:
        return Button(say(LABELS[name]), _to(table, side, to, name), disabled=to == number or not 0 <= to <= last)

    ways = [way(FIRST, 0), way(BACK, number - 1), way(NEXT, number + 1), way(LAST, last)]
    if can_play_on(table) and (number < last or table.conceded):
        ways.append(play_on(table, number))
    if turns:
        to = next((turn for turn in turns if turn > number), min(turns))
        ways.append(Button(say("Next turning point"), _to(table, side, to, POINT), emoji="⚡", disabled=to == number))
    ways += [*share_game(table), replay_button(table), *looked_back(table)]
    if replay.seat is not None and table.seed is not None:
        label, other = say("Turn everything up"), OPEN
        if replay.all_open:
            label, other = say("As I saw it"), OWN
        ways.append(Button(label, _to(table, other, number, TURN), emoji="👁️"))
    return at_hand(ways)


def _to(table: Table, side: str, number: int, name: str) -> Press:
    return Press("step", table.id, args=(side, str(max(0, number)), name))


def past_games(some: Sequence[Finished]) -> list[Row]:
    """A menu of games that the user has finished, to look at step by step; empty without any."""
    if not some:
        return []
    options = [Option(label=list_label(game), value=str(game.table_id)) for game in some]
    return [row(Menu(say("Look at a past game again"), Press("past", 0), tuple(options)))]


def list_label(finished: Finished) -> str:
    """The game's name in a list, at most 100 characters."""
    if finished.day:
        return say("{game}, deal of {day}", game=GAMES[finished.game].title, day=whole_date(finished.day))
    ended = datetime.fromtimestamp(finished.at, UTC).date()
    game = f"{GAMES[finished.game].title}, {whole_date(ended)}"
    return labelled(game, ", ".join(map(plain, finished.names)))[:100]
