"""A group's game in its channel: the board, what old boards become, the vote, and other messages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import GAMES
from languages import ENGLISH, labelled, later, say, say_as, spoken
from render.signs import CREST
from tables.daily.calendar import week_closes_at
from tables.play.ballots import About, Vote
from tables.play.computers import strengths
from tables.play.model import LEAST_PEOPLE, HeardMove, Player, PlayerView, Table

from . import comings, levels, log, stakes, waiting
from .days import week_button
from .departures import claim
from .frame import earlier, gist, notice, of_game, position, result
from .names import mentions, safe_name_of, safe_names
from .over import (
    asks_to_end,
    ending,
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
from .screen import MOST_WORDS, Block, Button, Link, Picture, Row, Screen, Style, Text, at_hand, row

LOST = later("The target is out of reach. **Play** asks you: end the game, or play for a better result?")
LAST_LINES = 4  # lines of a phone above the result, for what happened last; “Log” has the rest


def board(seen: PlayerView, heard: Sequence[HeardMove], away: Mapping[int, int] = waiting.NOBODY_AWAY) -> Screen:
    """The public board with its buttons; at the end the result. `heard`: all public moves. `away`: see waiting.away."""
    table, blocks = seen.table, list[Block]()
    first = log.first_of_computers(heard, table.turn)
    recent = [entry for entry in heard if entry.turn >= first - 1]
    if table.phase == "over":
        return _ended(seen, heard, recent)
    if news := log.lines(table, recent, log.most_lines(first, table.turn)):
        blocks.append(Text(news))
    title = f"**{GAMES[table.game].title}**"
    if table.week:
        practice = is_practice(table)
        title += f" · {say('deal of the week, practice') if practice else say('deal of the week')}"
    turn = " · ".join(filter(None, [title, waiting.pace(table), _whose_turn(seen, heard)]))
    lines = [
        turn,
        waiting.since(table, seen.to_act),
        waiting.away(table, away),
        stakes.off_the_boards(table),
        comings.lines(table),
        f"-# {say(LOST)}" if asks_to_end(seen) else "",
    ]
    blocks += [scene(seen, heard), Text("\n".join(filter(None, lines)))]
    return of_game(table.game, *blocks, *_controls(seen))


def _ended(seen: PlayerView, heard: Sequence[HeardMove], last: Sequence[HeardMove]) -> Screen:
    """The result, below what led to it."""
    table = seen.table
    news = log.fitting(log.news(table, log.worth_telling(table, last), None), MOST_WORDS, LAST_LINES)
    counts = _week_counts(table, heard) if table.week else stakes.off_the_boards(table)
    ended = f"## {headline(seen)}", winners(seen), ending(seen), highlight(seen, heard), with_hints(table), counts
    texts = [Text("\n".join(filter(None, lines))) for lines in (news, ended) if lines]
    return of_game(table.game, *texts, scene(seen, heard), *_ways_on(seen))


def scene(seen: PlayerView, heard: Sequence[HeardMove]) -> Picture:
    """The public board's picture: of how the game ended, or of the position with the moves that are new on it."""
    table = seen.table
    if table.phase == "over":  # a phone has room for one picture, so its alternative text also has the position
        ended = result(seen, headline(seen))  # of one that was given up, the position would say whose turn it is
        return replace(ended, alt=gist(table, seen.view, f"{headline(seen)}\n")) if seen.outcome else ended
    first = log.first_of_computers(heard, table.turn)
    return position(seen, moves=[entry for entry in heard if first - 1 <= entry.turn < table.turn])


def _controls(seen: PlayerView) -> list[Row]:
    table = seen.table
    buttons = [
        Button(say_as("a button", "Play"), Press.at(table, "play"), Style.PRIMARY, CREST),
        Button(say("My hand"), Press.at(table, "hand"), emoji="🤫"),
        Button(say("Rules"), Press.at(table, "rules"), emoji="📖"),
        Button(say("Follow"), Press("follow", table.id), emoji="🔔"),
    ]
    if waiting.is_awaited(table, seen.to_act):
        if table.vacant:  # a board has six controls at most
            buttons.pop()
        buttons.append(waiting.nudge_button(table))
    if table.vacant:
        buttons.append(Button(say("Take the empty seat"), Press.at(table, "take"), Style.SUCCESS))
    rows = [row(*buttons)]
    if table.vacant and strengths(table):
        rows.append(row(Button(say("A computer player for the empty seat"), Press.at(table, "stand-in"))))
    elif any(computer.stands_in for computer in table.computers):
        rows.append(row(Button(say("Back to my seat"), Press.at(table, "take"))))
    return rows


def _ways_on(seen: PlayerView) -> list[Row]:
    """The buttons that lead on from a game that is over."""
    table, again = seen.table, levels.again(seen)
    rules = Button(say("Rules"), Press.at(table, "rules"), emoji="📖")
    whole_log = Button(say("Log"), Press.at(table, "log"), emoji="📜")
    standings = [week_button(table.week, table.seats)] if table.week else []
    first = [*again, *share_game(table), replay_button(table), *looked_back(table)]
    return at_hand([*first, *standings, rules, whole_log, fair_deal(table)])


def _week_counts(table: Table, heard: Sequence[HeardMove]) -> str:
    """What a finished game of the deal of the week counts for."""
    assert table.week is not None
    if not table.ranked:
        return f"-# {say('Practice: it counts for nothing.')}"
    if table.changed_at >= week_closes_at(table.week):
        return f"-# {say('The week was closed before the end, so this counts for nothing.')}"
    if table.computers or any(entry.computer for entry in heard):
        return f"-# {say('A computer player was in it, so this counts for nothing in the week.')}"
    if table.unranked:
        return f"-# {say('You agreed to play for an empty seat, so this counts for nothing in the week.')}"
    if len(table.sat_through) < LEAST_PEOPLE:
        return "-# " + say(
            "This counts for nothing in the week: it takes {number} who sit here from the start to the end.",
            number=LEAST_PEOPLE,
        )
    return say(
        "📅 Your result at the **deal of the week for {players}** is in. "
        "Standings come when the week closes, <t:{time}:f>.",
        players=table.seats,
        time=week_closes_at(table.week),
    )


def _whose_turn(seen: PlayerView, heard: Sequence[HeardMove]) -> str:
    player = seen.table.sitting(seen.to_act)
    if player:
        who, why = f"<@{player.user_id}>", _why(seen, heard)
        if why:
            return say("{player}, it is your turn: {news}", player=who, news=why)
        return say("{player}, it is your turn.", player=who)
    vacant = f"**{safe_names(seen.table)[seen.to_act or 0]}**"
    if seen.table.computer(seen.to_act):
        return say("{name} is thinking.", name=vacant)
    if not GAMES[seen.table.game].cooperative(seen.table.options):
        return say("{seat} is next. The game waits until somebody takes it.", seat=vacant)
    if seen.table.at_stake:
        return say(
            "{seat} is next. The game waits for somebody to take it. You can agree to play for it: press **Play**.",
            seat=vacant,
        )
    return say("{seat} is next. Any player may play for it: press **Play**.", seat=vacant)


def _why(seen: PlayerView, heard: Sequence[HeardMove]) -> str:
    """What others last did to the player whose turn it is, since their own move: "**Bob** robbed you."."""
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
        return ""
    if spoken() != ENGLISH:  # how the name becomes “you” depends on the sentence
        return of_theirs[-1]
    last = of_theirs[-1].replace(f"{name}'s", "your").replace(f"of {name}", "of yours")
    return last.replace(name, "you")


def overtaken(table: Table, turn: int, heard: Sequence[HeardMove], url: str) -> Screen:
    """What the board of an earlier `turn` becomes: the lines of its turn, and a link to the new board.

    It loses its picture, but keeps its lines, so that the channel reads like a log.
    """
    of_group = turn > 0 and not table.solo  # a game for one is one long turn
    whose_turn = say("turn {number}", number=turn) if of_group else ", ".join(safe_names(table))
    title = f"-# {GAMES[table.game].title}" + (f" · {whose_turn}" if whose_turn else "")
    first = log.first_of_computers(heard, turn)
    within = [entry for entry in heard if first <= entry.turn <= turn and of_group]
    happened = log.lines(table, within, log.most_lines(first, turn))
    return of_game(table.game, Text(f"{title}\n{happened}".strip()), row(Link(say("To the newest board"), url)))


def folded(table: Table, channel_id: int) -> Screen:
    """The line that all old boards become, in the channel where the first of them is."""
    line = f"-# {GAMES[table.game].title} · {say('older boards are folded: `/board` shows the newest')}"
    if channel_id == table.channel_id:
        return of_game(table.game, Text(line))
    url = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"  # the thread's
    return of_game(table.game, Text(line), row(Link(say("To the newest board"), url)))


def closed(table: Table, *, pictured: bool = True) -> Screen:
    """What the last board or the lobby of a closed table becomes. `pictured`: it keeps its picture."""
    game = GAMES[table.game].title
    text = say("This table of {game} is closed. `/play` opens a new one.", game=game)
    if table.lost:
        text = say(
            "This table of {game} is closed: for three days I couldn't find its channel. `/play` opens a new one.",
            game=game,
        )
    elif table.rematch_of is not None and any(note.kind == "late" for note in table.notes):
        text = say("Too few were ready within ten minutes, so this table of {game} is closed.", game=game)
    elif table.outdated:
        text = say(
            "This table of {game} is closed. The rules have changed since it began. `/play` opens a new one.", game=game
        )
    text = "\n".join(filter(None, [text, comings.closing(table)]))
    return of_game(table.game, *([earlier()] if pictured else []), Text(text))


def ended_privately(table: Table, why: str) -> Screen:
    """What a direct message becomes that nobody needs any more. It keeps its picture."""
    text = labelled(f"**{GAMES[table.game].title}**", why)
    return of_game(table.game, Text(f"{text}."), earlier())


def vote(table: Table, vote: Vote | None) -> Screen:
    """The vote on giving up, or on who plays for an empty seat. `vote` None: it is over."""
    if vote is None:
        if table.conceded:
            outcome = say("The vote is over. You gave the game up.")
        elif table.phase == "playing":
            outcome = say("The vote is over. The game goes on.")
        else:
            outcome = say("The vote is over. The game ended first.")
        return notice(outcome, table.game)
    question = "\n".join(filter(None, _asked(table, vote)))
    if undecided := mentions(vote.open_to(table)):
        question = labelled(undecided, question)
    giving_up = vote.about == "give-up"
    yes, no = (say("Give up"), say("Keep playing")) if giving_up else (say("Yes"), say("No"))
    tally = say(
        # Translators: {yes} and {no} are the two answers
        "{yes}: **{agree}** of {needed} needed · {no}: **{refuse}**",
        yes=yes,
        no=no,
        agree=len(vote.agree),
        needed=vote.needed,
        refuse=len(vote.refuse),
    )
    ends = say("The vote ends <t:{time}:R>.", time=vote.closes_at)
    styles = Style.DANGER, Style.SUCCESS
    return of_game(
        table.game,
        Text(f"{question}\n{tally}\n-# {ends}"),
        row(
            Button(yes, Press.at(table, "vote", "yes"), styles[not giving_up]),
            Button(no, Press.at(table, "vote", "no"), styles[giving_up]),
        ),
    )


def _asked(table: Table, vote: Vote) -> tuple[str, str]:
    """What is voted on, and what it costs."""
    opener = table.player(vote.opened_by)
    who = safe_name_of(table, opener) if opener else say("Somebody")
    match vote.about:
        case "give-up":
            return say("**{name}** wants to give up. Do you?", name=who), stakes.cost_of_giving_up(table)
        case "seat":
            return say("**{name}** wants a computer player in the empty seat. Do you?", name=who), stakes.cost(table)
        case "play":
            return say("**{name}** wants to play for the empty seat yourselves. Do you?", name=who), stakes.cost(table)
        case "away" if away := table.sitting(vote.seat):
            asks = say("**{name}** wants a computer player to play on meanwhile. Do you?", name=who)
            return asks, waiting.meanwhile(table, away)
    return "", ""


def nudge(table: Table, player: Player, url: str) -> Screen:
    """Remind a player that everybody waits for them."""
    who = f"<@{player.user_id}>"
    if len(table.players) > 1:
        text = say("{player}, the table waits for you alone: it is your turn.", player=who)
    else:
        text = say("{player}, the table waits for you: it is your turn.", player=who)
    return of_game(table.game, Text(text), row(Link(say("To the board"), url)))


def last_word(table: Table, player: Player, url: str, free_at: int) -> Screen:
    """Tell a player that they may soon lose their seat. `free_at`: when, in seconds since 1970."""
    text = say(
        "{player}, it is still your turn. Your seat can be freed for somebody else {time}.",
        player=f"<@{player.user_id}>",
        time=f"<t:{free_at}:R>",
    )
    return of_game(table.game, Text(text), row(Link(say("To the board"), url)))


def absent(table: Table, player: Player) -> Screen:
    """Tell the others what they may do about a player who stays away."""
    name = safe_name_of(table, player)
    waits = say("**{name}** has kept the table waiting for long. You can free the seat for somebody else.", name=name)
    text = labelled(mentions(other.user_id for other in table.players if other != player), waits)
    controls = [Button(say("Free the seat"), Press.at(table, "vacate"), Style.DANGER)]
    if table.at_stake and len(table.sat_through) <= LEAST_PEOPLE:
        text += f" {say('If somebody takes it, the game counts on no leaderboard.')}"
    if table.rivals and table.without(player).last_one:
        controls.insert(0, claim(table, "absent"))
    if strengths(table):
        controls.append(Button(say("Let a computer player play on"), Press.at(table, "relieve")))
        if table.at_stake:
            votes = len(table.players) > LEAST_PEOPLE
            on = (
                say("Or a computer player plays on. You vote on it.")
                if votes
                else say("Or a computer player plays on.")
            )
            text += f"\n{on} {stakes.cost(table)}"
    return of_game(table.game, Text(text), row(*controls))


def ask_first(table: Table, about: About) -> Screen:
    """Ask before something takes a group's game off the leaderboards."""
    return of_game(table.game, Text(stakes.question(table, about)), stakes.answers(table, about))
