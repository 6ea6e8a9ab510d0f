"""What keeps a group's game off the leaderboards, in words: before somebody does it, and on the board afterwards."""

from engine import GAMES
from languages import later, say
from tables.play.ballots import About
from tables.play.model import LEAST_PEOPLE, PlayerView, Table

from .press import Press
from .screen import Button, Row, Style, row

ASKED: dict[About, tuple[str, str, str]] = {  # the question, the button of whoever decides alone, the verb of its press
    "seat": (later("Let a computer player play for the empty seat?"), later("Let it play"), "stand-in"),
    "play": (later("Play for the empty seat yourselves?"), later("Play for it"), "play-for"),
}


def cost(table: Table) -> str:
    """What it costs if somebody else plays for an empty seat. Empty if the game counts on no leaderboard anyway."""
    return f"{say('The game then counts on no leaderboard.')}{_used_up(table)}" if table.at_stake else ""


def cost_of_giving_up(table: Table) -> str:
    if table.week is not None and not table.ranked:
        return say("It is practice, and counts for nothing.")
    if table.week is not None and table.counting:
        return f"{say('Your group is then ranked as lost, with no egg saved.')}{_used_up(table)}"
    if len(table.players) > 1:
        return f"{say('It then counts as a lost game for each of you.')}{_used_up(table)}"
    return f"{say('It then counts as a lost game.')}{_used_up(table)}"


def cost_of_leaving(table: Table, user_id: int, kept_until: int, *, moved: bool) -> str:
    """What it costs this user and the others. `kept_until`: when it is too late to come back, in seconds since 1970.

    `moved`: they have made a move of their own.
    """
    player = table.player(user_id)
    if table.last_one:
        return say("Who has left has lost then, and nobody has won.")
    if len(table.players) == 1:
        return f"{say('Nobody has a result then.')}{_used_up(table)}"
    if player is None or not player.whole:
        return ""
    if not GAMES[table.game].cooperative(table.options):
        if not moved:
            return say("You haven't made a move yet, so it is no loss for you.")
        return say(
            "It is a loss for you, unless you are back by <t:{time}:f>, before somebody plays for your seat or claims "
            "the win.",
            time=kept_until,
        )
    if not table.at_stake:
        return ""
    if len(table.sat_through) <= LEAST_PEOPLE:
        costs = say(
            "The game then counts on no leaderboard, unless you are back by <t:{time}:f> and nobody has played for "
            "your seat. For that it takes {number} who sit here from the start to the end.",
            time=kept_until,
            number=LEAST_PEOPLE,
        )
    else:
        costs = say(
            "The game then counts for the others alone, unless you are back by <t:{time}:f> and nobody has played "
            "for your seat.",
            time=kept_until,
        )
    return f"{costs}{_used_up(table)}"


def _used_up(table: Table) -> str:
    if not (table.week and table.ranked):
        return ""
    used = say("This week's deal for {players} is used up all the same.", players=table.seats)
    return f" {used}"


def off_the_boards(table: Table) -> str:
    """Says that a group's game counts on no leaderboard because of what its players have done; else empty."""
    if table.hints is not None and table.seats > 1 and (table.week is None or table.ranked):
        return f"-# {say('Hints are on: this game counts on no leaderboard.')}"
    if table.unranked and table.together:
        return f"-# {say('You agreed on it: this game counts on no leaderboard.')}"
    if table.at_stake and not table.counting:
        if table.phase == "playing":
            return "-# " + say(
                "As things stand it counts on no leaderboard: it takes {number} who sit here from the start to the "
                "end.",
                number=LEAST_PEOPLE,
            )
        return "-# " + say(
            "It counts on no leaderboard: it takes {number} who sit here from the start to the end.",
            number=LEAST_PEOPLE,
        )
    return ""


def is_empty(seen: PlayerView) -> bool:
    """Whether the game waits for an empty seat that this user may ask to play for."""
    table = seen.table
    return seen.own is not None and seen.to_act in table.vacant and table.at_stake


def question(table: Table, about: About) -> str:
    """The question before a vote on who plays for an empty seat, in a game that can count."""
    alone = len(table.players) == 1
    vote = say("More than half of you must agree: I ask the others in the channel.")
    return f"### {say(ASKED[about][0])}\n{cost(table)}" + ("" if alone else f"\n{vote}")


def answers(table: Table, about: About) -> Row:
    _, alone, verb = ASKED[about]
    label = say(alone) if len(table.players) == 1 else say("Ask the others")
    press = Press(verb, table.id, table.version, ("sure",))
    return row(Button(label, press, Style.DANGER))
