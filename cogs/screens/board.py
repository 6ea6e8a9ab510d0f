"""A group's game in its channel: the board, what old boards become, the vote, and other messages."""

from collections.abc import Sequence
from dataclasses import replace

from engine import GAMES
from render.signs import CREST
from tables.daily.calendar import week_closes_at
from tables.play.ballots import About, Vote
from tables.play.computers import strengths
from tables.play.model import LEAST_PEOPLE, HeardMove, Player, PlayerView, Table

from . import levels, log, stakes
from .days import week_button
from .frame import EARLIER, gist, notice, of_game, position, result
from .names import safe, safe_names
from .over import (
    fair_deal,
    headline,
    highlight,
    is_practice,
    looked_back,
    replay_button,
    share_game,
    winners,
    with_hints,
)
from .press import Press
from .screen import Block, Button, Link, Picture, Row, Screen, Style, Text, at_hand, row


def board(seen: PlayerView, heard: Sequence[HeardMove]) -> Screen:
    """The public board with its buttons; at the end the result. `heard`: all public moves."""
    table, blocks = seen.table, list[Block]()
    first = log.first_of_computers(heard, table.turn)
    recent = [entry for entry in heard if entry.turn >= first - 1]
    if news := log.lines(table, recent, log.most_lines(first, table.turn)):
        blocks.append(Text(news))
    if table.phase == "over":
        counts = _week_counts(table, heard) if table.week else stakes.off_the_boards(table)
        ended = f"## {headline(seen)}", winners(seen), highlight(seen, heard), with_hints(table), counts
        blocks += [Text("\n".join(filter(None, ended))), scene(seen, heard)]
        return of_game(table.game, *blocks, *_ways_on(seen))
    of_week = f" · deal of the week{', practice' if is_practice(table) else ''}" if table.week else ""
    turn = f"**{GAMES[table.game].title}**{of_week} · {_whose_turn(seen, heard)}"
    blocks += [scene(seen, heard), Text("\n".join(filter(None, [turn, stakes.off_the_boards(table)])))]
    return of_game(table.game, *blocks, *_controls(table))


def scene(seen: PlayerView, heard: Sequence[HeardMove]) -> Picture:
    """The public board's picture: of how the game ended, or of the position with the moves that are new on it."""
    table = seen.table
    if table.phase == "over":  # a phone has room for one picture, so its alternative text also has the position
        return replace(result(seen, headline(seen)), alt=gist(table, seen.view, f"{headline(seen)}\n"))
    first = log.first_of_computers(heard, table.turn)
    return position(seen, moves=[entry for entry in heard if first - 1 <= entry.turn < table.turn])


def _controls(table: Table) -> list[Row]:
    buttons = [
        Button("Play", Press.at(table, "play"), Style.PRIMARY, CREST),
        Button("My hand", Press.at(table, "hand"), emoji="🤫"),
        Button("Rules", Press.at(table, "rules"), emoji="📖"),
        Button("Follow", Press("follow", table.id), emoji="🔔"),
    ]
    if table.vacant:
        buttons.append(Button("Take the empty seat", Press.at(table, "take"), Style.SUCCESS))
    rows = [row(*buttons)]
    if table.vacant and strengths(table):
        rows.append(row(Button("A computer player for the empty seat", Press.at(table, "stand-in"))))
    elif any(computer.stands_in for computer in table.computers):
        rows.append(row(Button("Back to my seat", Press.at(table, "take"))))
    return rows


def _ways_on(seen: PlayerView) -> list[Row]:
    """The buttons that lead on from a game that is over."""
    table, again = seen.table, levels.again(seen)
    rules = Button("Rules", Press.at(table, "rules"), emoji="📖")
    whole_log = Button("Log", Press.at(table, "log"), emoji="📜")
    standings = [week_button(table.week, table.seats)] if table.week else []
    first = [*again, *share_game(table), replay_button(table), *looked_back(table)]
    return at_hand([*first, *standings, rules, whole_log, fair_deal(table)])


def _week_counts(table: Table, heard: Sequence[HeardMove]) -> str:
    """What a finished game of the deal of the week counts for."""
    assert table.week is not None
    if not table.ranked:
        return "-# Practice: it counts for nothing."
    if table.changed_at >= week_closes_at(table.week):
        return "-# The week was closed before the end, so this counts for nothing."
    if table.computers or any(entry.computer for entry in heard):
        return "-# A computer player was in it, so this counts for nothing in the week."
    if table.unranked:
        return "-# You agreed to play for an empty seat, so this counts for nothing in the week."
    if len(table.sat_through) < LEAST_PEOPLE:
        return f"-# This counts for nothing in the week: {stakes.SAT_THROUGH}."
    when = f"Standings come when the week closes, <t:{week_closes_at(table.week)}:f>."
    return f"📅 Your result at the **deal of the week for {table.seats}** is in. {when}"


def _whose_turn(seen: PlayerView, heard: Sequence[HeardMove]) -> str:
    player = seen.table.sitting(seen.to_act)
    if player:
        return f"<@{player.user_id}>, it is your turn{_why(seen, heard)}"
    vacant = f"**{safe_names(seen.table)[seen.to_act or 0]}**"
    if seen.table.computer(seen.to_act):
        return f"{vacant} is thinking."
    if not GAMES[seen.table.game].cooperative(seen.table.options):
        return f"{vacant} is next. The game waits until somebody takes it."
    if seen.table.at_stake:
        return (
            f"{vacant} is next. The game waits for somebody to take it. You can agree to play for it: press **Play**."
        )
    return f"{vacant} is next. Any player may play for it: press **Play**."


def _why(seen: PlayerView, heard: Sequence[HeardMove]) -> str:
    """What others last did to the player whose turn it is, since their own move: ": **Bob** robbed you."."""
    table, seat = seen.table, seen.to_act
    before = max((entry.version for entry in heard if entry.seat == seat), default=0)
    tell, name = GAMES[table.game].tell, f"**{safe_names(table)[seat or 0]}**"
    of_theirs = [
        line
        for entry in heard
        if entry.version > before
        for event in entry.events
        if f"{{{seat}}}" in tell(event) and not (line := log.line(table, entry, event)).startswith(name)
    ]
    if not of_theirs:
        return "."
    last = of_theirs[-1].replace(f"{name}'s", "your").replace(f"of {name}", "of yours").replace(name, "you")
    return f": {last}"


def overtaken(table: Table, turn: int, heard: Sequence[HeardMove], url: str) -> Screen:
    """What the board of an earlier `turn` becomes: the lines of its turn, and a link to the new board.

    It loses its picture, but keeps its lines, so that the channel reads like a log.
    """
    of_group = turn > 0 and not table.solo  # a game for one is one long turn
    which = f"turn {turn}" if of_group else ", ".join(safe_names(table))
    title = f"-# {GAMES[table.game].title}" + (f" · {which}" if which else "")
    first = log.first_of_computers(heard, turn)
    within = [entry for entry in heard if first <= entry.turn <= turn and of_group]
    happened = log.lines(table, within, log.most_lines(first, turn))
    return of_game(table.game, Text(f"{title}\n{happened}".strip()), row(Link("To the newest board", url)))


def closed(table: Table, *, pictured: bool = True) -> Screen:
    """What the last board or the lobby of a closed table becomes. `pictured`: it keeps its picture."""
    why = " The rules have changed since it began." if table.outdated else ""
    text = Text(f"This table of {GAMES[table.game].title} is closed.{why} `/play` opens a new one.")
    return of_game(table.game, *([EARLIER] if pictured else []), text)


def ended_privately(table: Table, why: str) -> Screen:
    """What a direct message becomes that nobody needs any more. It keeps its picture."""
    return of_game(table.game, Text(f"**{GAMES[table.game].title}**: {why}."), EARLIER)


def vote(table: Table, vote: Vote | None) -> Screen:
    """The vote on giving up, or on who plays for an empty seat. `vote` None: it is over."""
    if vote is None:
        if table.conceded:
            outcome = "You gave the game up."
        else:
            outcome = "The game goes on." if table.phase == "playing" else "The game ended first."
        return notice(f"The vote is over. {outcome}", table.game)
    opener = table.player(vote.opened_by)
    who = safe(opener.name) if opener else "Somebody"
    yes, no = "Yes", "No"
    match vote.about:
        case "give-up":
            yes, no = "Give up", "Keep playing"
            question, costs = f"**{who}** wants to give up. Do you?", stakes.cost_of_giving_up(table)
        case "seat":
            question, costs = f"**{who}** wants a computer player in the empty seat. Do you?", stakes.cost(table)
        case "play":
            question, costs = f"**{who}** wants to play for the empty seat yourselves. Do you?", stakes.cost(table)
    question = f"{question}\n{costs}".strip()
    tally = f"{yes}: **{len(vote.agree)}** of {vote.needed} needed · {no}: **{len(vote.refuse)}**"
    giving_up = vote.about == "give-up"
    styles = Style.DANGER, Style.SUCCESS
    return of_game(
        table.game,
        Text(f"{question}\n{tally}\n-# The vote ends <t:{vote.closes_at}:R>."),
        row(
            Button(yes, Press.at(table, "vote", "yes"), styles[not giving_up]),
            Button(no, Press.at(table, "vote", "no"), styles[giving_up]),
        ),
    )


def nudge(table: Table, player: Player, url: str) -> Screen:
    """Remind a player that everybody waits for them."""
    alone = " alone" if len(table.players) > 1 else ""
    text = Text(f"<@{player.user_id}>, the table waits for you{alone}: it is your turn.")
    return of_game(table.game, text, row(Link("To the board", url)))


def absent(table: Table, player: Player) -> Screen:
    """Tell the others that they may free the seat of a player who stays away."""
    text = f"**{safe(player.name)}** has kept the table waiting for long. You can free the seat for somebody else."
    controls = [Button("Free the seat", Press.at(table, "vacate"), Style.DANGER)]
    if strengths(table):
        controls.append(Button("Let a computer player play on", Press.at(table, "relieve")))
        if table.at_stake:
            vote = " You vote on it." if len(table.players) > LEAST_PEOPLE else ""
            text += f"\nOr a computer player plays on.{vote} {stakes.cost(table)}"
    return of_game(table.game, Text(text), row(*controls))


def gone(table: Table, player: Player) -> Screen:
    return notice(f"**{safe(player.name)}** has left this server. The seat is free: anyone can take it.", table.game)


def confirm_leaving(table: Table, user_id: int, kept_until: int) -> Screen:
    """`kept_until`: when it is too late to come back, in seconds since 1970."""
    after = (
        "Anyone can take your seat then. While it is empty, you can come back to it."
        if len(table.players) > 1
        else "You are the last one: the table closes."
    )
    leave = Button("Leave the table", Press.at(table, "leave"), Style.DANGER)
    text = (
        f"Leave this game of {GAMES[table.game].title}? {after}\n{stakes.cost_of_leaving(table, user_id, kept_until)}"
    )
    return of_game(table.game, Text(text.strip()), row(leave))


def ask_first(table: Table, about: About) -> Screen:
    """Ask before something takes a group's game off the leaderboards."""
    return of_game(table.game, Text(stakes.question(table, about)), stakes.answers(table, about))
