"""What keeps a group's game off the leaderboards, in words: before somebody does it, and on the board afterwards."""

from engine import GAMES
from tables.play.ballots import About
from tables.play.model import LEAST_PEOPLE, PlayerView, Table

from .press import Press
from .screen import Button, Row, Style, row

SAT_THROUGH = f"it takes {LEAST_PEOPLE} who sit here from the start to the end"
ASKED: dict[About, tuple[str, str, str]] = {  # the question, the button of whoever decides alone, the verb of its press
    "seat": ("Let a computer player play for the empty seat?", "Let it play", "stand-in"),
    "play": ("Play for the empty seat yourselves?", "Play for it", "play-for"),
}


def cost(table: Table) -> str:
    """What it costs if somebody else plays for an empty seat. Empty if the game counts on no board anyway."""
    return f"The game then counts on no board.{_used_up(table)}" if table.at_stake else ""


def cost_of_giving_up(table: Table) -> str:
    if table.week is not None and not table.ranked:
        return "It is practice, and counts for nothing."
    if table.week is not None and table.counting:
        return f"Your group is then ranked as lost, with no egg saved.{_used_up(table)}"
    whose = " for each of you" if len(table.players) > 1 else ""
    return f"It then counts as a lost game{whose}.{_used_up(table)}"


def cost_of_leaving(table: Table, user_id: int, kept_until: int) -> str:
    """What it costs this user and the others. `kept_until`: when it is too late to come back, in seconds since 1970."""
    player = table.player(user_id)
    if len(table.players) == 1:
        return f"Nobody has a result then.{_used_up(table)}"
    if player is None or not player.whole:
        return ""
    back = f"unless you are back by <t:{kept_until}:f> and nobody has played for your seat."
    if not GAMES[table.game].cooperative(table.options):
        return f"It is a loss for you, {back} It takes nothing from the others."
    if not table.at_stake:
        return ""
    if len(table.sat_through) <= LEAST_PEOPLE:
        return f"The game then counts on no board, {back} For that {SAT_THROUGH}.{_used_up(table)}"
    return f"The game then counts for the others alone, {back}{_used_up(table)}"


def _used_up(table: Table) -> str:
    return f" This week's deal for {table.seats} is used up all the same." if table.week and table.ranked else ""


def off_the_boards(table: Table) -> str:
    """Says that a group's game counts on no board because of what its players have done; else empty."""
    if table.hints is not None and table.seats > 1 and (table.week is None or table.ranked):
        return "-# Hints are on: this game counts on no board."
    if table.unranked and table.together:
        return "-# You agreed on it: this game counts on no board."
    if table.at_stake and not table.counting:
        so_far = "As things stand it" if table.phase == "playing" else "It"
        return f"-# {so_far} counts on no board: {SAT_THROUGH}."
    return ""


def is_empty(seen: PlayerView) -> bool:
    """Whether the game waits for an empty seat that this user may ask to play for."""
    table = seen.table
    return seen.own is not None and seen.to_act in table.vacant and table.at_stake


def question(table: Table, about: About) -> str:
    """The question before a vote on who plays for an empty seat, in a game that can count."""
    alone = len(table.players) == 1
    vote = "" if alone else "\nMore than half of you must agree: I ask the others in the channel."
    return f"### {ASKED[about][0]}\n{cost(table)}{vote}"


def answers(table: Table, about: About) -> Row:
    _, alone, verb = ASKED[about]
    label = alone if len(table.players) == 1 else "Ask the others"
    press = Press(verb, table.id, table.version, ("sure",))
    return row(Button(label, press, Style.DANGER))
