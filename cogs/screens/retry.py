"""A finished game that somebody plays on in private: what if?"""

from dataclasses import replace
from math import hypot

from engine import GAMES, Seat
from languages import labelled, later, say
from players import PLAYERS
from players.answer import Opinion
from tables.history.retries import Ended, Retry, RetryState
from tables.play.model import Table

from ..games import WORDS
from . import hints, log, panel, picker
from .frame import of_game, snapshot
from .names import safe_names
from .press import Press
from .screen import (
    AT_HAND,
    HIGH,
    MOST_WORDS,
    TEXT_LIMIT,
    Button,
    Control,
    Menu,
    Screen,
    Style,
    Text,
    at_hand,
    row,
)

COUNTS_NOWHERE = later("Only you see this, and it counts nowhere. Once you have chosen, I say what I would have done.")
PLAYING = later("I'm still playing…")


def play_on(table: Table, step: int, label: str = "") -> Button:
    """The button that plays on from this step of the replay; step 0 is the deal. For a table that `can_play_on`."""
    return Button(label or say("Play on from here"), Press("play-on", table.id, args=(str(step),)), emoji="🔀")


def can_play_on(table: Table) -> bool:
    """Whether the game is over and nobody can still play its deal."""
    return table.phase == "over" and table.seed is not None


def situation(state: RetryState, *, worded: bool = False) -> picker.Situation:
    """What its player can do, one by one."""
    return panel.situation(state.followed.seen, worded=worded).step_by_step()


def asking(
    state: RetryState,
    opinion: Opinion | None,
    place: picker.Place = picker.START,
    note: str = "",
    *,
    worded: bool = False,
) -> Screen:
    """The choice of whoever plays on. `opinion`: a computer player's of their last choice; None: it can't tell."""
    seen, now, path = state.followed.seen, situation(state, worded=worded), place.path
    table, words = seen.table, WORDS[seen.table.game]
    question = picker.next_question(now, path)
    assert isinstance(question, picker.Question), "a press that spells moves makes them"
    above = note or verdict(state, opinion) or title(state)
    asks = picker.prompt_of(question, now)
    below = f"### {asks or words.ask(seen.view, safe_names(table))}" + (
        "" if state.chosen else f"\n-# {say(COUNTS_NOWHERE)}"
    )
    controls = picker.controls(question, now, Press("pick", 0, table.version, path), place.page)
    moves = [as_retry(control, state.retry) for control in controls]
    undo = Button(say("Undo"), retry_press(state.retry, "back"), emoji="↩️")
    beside = [undo] if state.chosen and not path else []  # in a question, “Back” leads out of it
    beside.append(Button(say("What came of it?"), retry_press(state.retry, "stop"), emoji="🏁"))
    fits = len(moves) + len(beside) <= AT_HAND
    laid = [*at_hand(moves), row(*beside)] if fits else at_hand([*moves, *beside])
    has_menus = any(isinstance(control, Menu) for laid_row in laid for control in laid_row.controls)
    high = HIGH - log.phone_lines(above) - has_menus
    news = [] if path else _news(state, MOST_WORDS - len(f"{above} {below}".split()), high)
    text = "\n".join([above, *news, below])
    return of_game(table.game, Text(text[: TEXT_LIMIT - 200]), snapshot(table, seen.view, worded=worded), *laid)


def _news(state: RetryState, words: int, high: int) -> list[str]:
    """What happened since their last choice, as far as there is room; the picture shows it, too."""
    since = [entry for entry in state.followed.heard if entry.version >= state.since]
    seen = state.followed.seen
    lines = log.fitting(log.news(seen.table, since, seen.own), words, high)
    return lines if sum(map(log.phone_lines, lines)) <= high else []


def title(state: RetryState) -> str:
    step = state.retry.step
    whence = say("played on from step {number}", number=step + 1) if step else say("the same deal, from the start")
    return f"-# {GAMES[state.followed.seen.table.game].title} · {whence}"


def retry_press(retry: Retry, *args: str) -> Press:
    return Press("retry", 0, retry.version, args)


def as_retry(control: Control, retry: Retry) -> Control:
    """A control of the game's own panel whose press plays on here."""
    assert isinstance(control, Button | Menu)
    return replace(control, press=retry_press(retry, control.press.verb, *control.press.args))


def verdict(state: RetryState, opinion: Opinion | None) -> str:
    """What a computer player would have done instead of their last choice; empty if it can't tell."""
    if state.chosen is None or opinion is None:
        return ""
    thought, made, best = state.chosen.thought, state.chosen.made, opinion.weighed[0]
    points = PLAYERS[thought.table.game].points(state.followed.seen.view)
    mine = next((weighed for weighed in opinion.weighed if weighed.move == made), None)

    def worth(expected: float) -> str:
        if points:
            return say("{number} points", number=round(points * expected))
        return say("{number}% to win", number=round(100 * expected))

    if not points and not any(round(100 * weighed.expected) for weighed in opinion.weighed):
        return f"🏳️ {say(hints.NO_WAY)}"
    if made == best.move:
        return say("✅ I would have done the same: {worth}.", worth=worth(best.expected))
    now = picker.Situation(thought.moves, WORDS[thought.table.game], state.chosen.view, safe_names(thought.table))
    other = {"move": picker.label_of(best.move, now).text, "worth": worth(best.expected)}
    if mine is None:
        return say("💡 I would have done **{move}**: {worth}.", **other)
    if best.expected - mine.expected <= hints.SURE * hypot(best.error, mine.error):
        return say("⚖️ I would have done **{move}**: {worth}, too close to call.", **other)
    own = f"{round(points * mine.expected)}" if points else f"{round(100 * mine.expected)}%"
    # Translators: {own} is what the reader's own move is worth, without "points" or "to win"
    return say("💡 I would have done **{move}**: {worth}, yours {own}.", own=own, **other)


def ending(
    state: RetryState, now: Opinion | None, of_computers: Ended | None, note: str = "", *, worded: bool
) -> Screen:
    """Three results: the player's, the real game's, and the bot's from the same position.

    `now`: a computer player's opinion of a choice that is still open. `of_computers` None: the bot is still playing.
    """
    seen, retry = state.followed.seen, state.retry
    table, over = seen.table, seen.outcome is not None
    if seen.outcome:
        mine = result(table.game, Ended(seen.outcome, seen.view), retry.seat)
    else:
        points = PLAYERS[table.game].points(seen.view)
        mine = say("not played to its end.")
        if now:
            mine += f" {say('From here: {odds}', odds=hints.odds(now.weighed[0].expected, points))}"
    real = result(table.game, state.real, retry.seat) if state.real else WORDS[table.game].conceded(seen.view)
    played_out = result(table.game, of_computers, retry.seat) if of_computers else note or say(PLAYING)
    lines = [
        title(state),
        f"### {say('What came of it')}",
        labelled(f"**{say('Your line')}**", mine),
        labelled(f"**{say('The game itself')}**", real),
        labelled(f"**{say('I, from the same place')}**", played_out),
    ]
    controls = [] if over else [Button(say("Keep playing"), retry_press(retry, "on"), Style.SUCCESS, "▶")]
    if state.chosen:
        controls.append(Button(say("Undo"), retry_press(retry, "back"), emoji="↩️"))
    controls += [
        Button(say("Again from there"), retry_press(retry, "anew"), emoji="🔁"),
        Button(
            say("Step through the game"),
            Press("step", retry.table_id, args=("open", str(retry.step), "turn")),
            emoji="🔍",
        ),
    ]
    return of_game(table.game, Text("\n".join(lines)), snapshot(table, seen.view, worded=worded), *at_hand(controls))


def result(game: str, ended: Ended, seat: Seat) -> str:
    """How it ended for this seat."""
    outcome = ended.outcome
    if outcome.won is not None or not outcome.winners or seat in outcome.winners:
        return GAMES[game].headline(ended.view)
    return say("Lost with {points} to {most}.", points=outcome.scores[seat], most=max(outcome.scores))
