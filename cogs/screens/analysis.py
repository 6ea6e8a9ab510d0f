"""How a finished game was played: a chart, what was luck and what skill, and the turning points with their boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from engine import GAMES, Seat
from engine.sentences import shortened
from languages import later, say, say_as
from players.analysis import SURE, WHOLE, rounded
from players.solo_game import Par
from render import PICTURES, chart
from render.chart import Chart, Line, Sum
from tables.history.analyses import Analysis, Average, Choice, Progress
from tables.history.replays import Replay
from tables.play.model import Table

from ..games import WORDS
from . import daily, log, picker
from .frame import notice, of_game
from .names import plain_names, safe_names
from .press import Press
from .retry import play_on
from .screen import Block, Button, Drawing, Picture, Screen, Section, Text, row

CHART = "chart.png"
MOST = 3  # choices that are shown, and beside them the stroke of luck that changed most
LEAST = 3  # hundredths of a game: luck that changed less is no turning point, if there is another one
NEWS_LINES = 3  # lines of what happened at a turning point
TITLE_LIMIT, POINT_LIMIT = 500, 350  # characters of a message's parts
GIST = 300  # characters of each board's description, for people who read
WITH_LUCK = "luck"  # argument of a press: share it with luck and skill
HOW_IT_COUNTS = later(
    "Luck: what came was better or worse than expected. Skill: a choice cost so much against one that is surely "
    "better, by what could be known then. Where that is too close to call, it counts as luck."
)


@dataclass(frozen=True)
class Course:
    """How the chances stood in a replay."""

    chart: Chart
    values: tuple[int, ...]  # by position of the replay, the number of the chart's value
    turning_points: tuple[int, ...]  # the positions to which the game turned, in order
    sentences: tuple[str, ...]  # how it turned, for each of these


@dataclass(frozen=True)
class TurningPoint:
    """A choice that mattered (`chosen`), or after which luck changed much (`stroke`); or both."""

    choice: Choice
    number: int  # among the choices
    skill: int  # in millionths of a game
    luck: int
    chosen: bool = False
    stroke: bool = False

    @property
    def weight(self) -> int:
        """How much surely depended on the choice: what it cost, or how far apart the moves were."""
        judged = self.choice.judged
        return -self.skill or abs(judged.gain) - judged.doubt


@dataclass(frozen=True)
class Sums:
    """What a side came to, in whole units that add up: start + luck + skill = end."""

    start: int
    end: int
    luck: int
    skill: Mapping[Seat | None, int]  # by seat; None: they gave up together


@dataclass(frozen=True)
class AnalysisForSide:
    """An analysis as one side of the game sees it."""

    analysis: Analysis
    side: Seat
    sums: tuple[Sums, ...]  # of all together, or by seat
    points: tuple[TurningPoint, ...]

    @property
    def unit(self) -> str:
        return f" {say_as('unit', 'points')}" if self.analysis.points else "%"

    def worth(self, value: object) -> str:
        """ "12 points", "62%"."""
        return say("{number} points", number=value) if self.analysis.points else say("{number}%", number=value)


def for_user(analysis: Analysis, user_id: int) -> AnalysisForSide:
    """The analysis for this user's seat; for the winner if they have none."""
    player = analysis.table.player(user_id)
    side = max(range(len(analysis.accounts)), key=lambda side: analysis.accounts[side].end)
    if player and player.seat is not None and not analysis.together:
        side = player.seat
    sums = tuple([_sums(analysis, side) for side in range(len(analysis.accounts))])
    return AnalysisForSide(analysis, side, sums, _turning_points(analysis, side))


def _sums(analysis: Analysis, side: Seat) -> Sums:
    account = analysis.account(side)
    start, end = _in_units(account.start, analysis.points), _in_units(account.end, analysis.points)
    seats: list[Seat | None] = [*range(analysis.table.seats)] if analysis.together else [side]
    if analysis.together and any(choice.seat is None for choice in analysis.choices):
        seats.append(None)
    costs = [analysis.skill(seat) for seat in seats]
    luck, *skill = rounded([sum(account.luck), *costs], end - start, WHOLE // (analysis.points or 100))
    return Sums(start, end, luck, dict(zip(seats, skill, strict=True)))


def _in_units(value: int, points: int) -> int:
    """A share of a game, in whole hundredths or in points."""
    return round(value * (points or 100) / WHOLE)


def _turning_points(analysis: Analysis, side: Seat) -> tuple[TurningPoint, ...]:
    """In order of the game: the choices of this side that mattered most, and the luck that changed most."""
    account = analysis.account(side)
    points = [
        TurningPoint(choice, number, skill, luck)
        for number, (choice, skill, luck) in enumerate(zip(analysis.choices, account.skill, account.luck, strict=True))
        if choice.seat is not None
    ]
    own = [
        point
        for point in points
        if (analysis.together or point.choice.seat == side) and (point.skill or point.choice.other)
    ]
    chosen = sorted(own, key=lambda point: (not point.skill, -point.weight))[:MOST]
    strokes = sorted(points, key=lambda point: -abs(point.luck))
    of_note = [point for point in strokes if abs(point.luck) >= LEAST * WHOLE // 100]
    # Where little is known of the choices, as of a game that was judged long ago, luck tells the rest
    strokes = of_note[: max(1, MOST - len(chosen))] or strokes[: not chosen]
    marked = (replace(point, chosen=point in chosen, stroke=point in strokes) for point in points)
    return tuple([point for point in marked if point.chosen or point.stroke])


def chart_of(for_side: AnalysisForSide, names: Sequence[str]) -> Chart:
    """The chart, for a drawing or in words. `names` must be safe for that."""
    analysis, table = for_side.analysis, for_side.analysis.table
    sides = [for_side.side, *[side for side in range(len(analysis.accounts)) if side != for_side.side]]
    sides = [0] if analysis.together else sides
    lines = tuple([Line("" if analysis.together else names[side], side, _course(analysis, side)) for side in sides])
    if analysis.together:
        (sums,) = for_side.sums
        title = say("The score to expect") if analysis.points else say("The chance to win")
        rows = [Sum(title, _from_to(sums, for_side)), Sum(say("Luck"), signed(sums.luck))]
        rows += [Sum(_whose(sums, seat, names), signed(cost)) for seat, cost in sums.skill.items()]
    else:
        rows = [_row(for_side, side, names) for side in range(len(for_side.sums))]
    highest = 100 if not analysis.points else max(analysis.points, *[max(line.values) for line in lines])
    return Chart(
        title=say("{game}: how it was played", game=GAMES[table.game].title),
        unit=for_side.unit,
        highest=highest,
        lines=lines,
        turning_points=tuple([point.number for point in for_side.points]),
        sums=tuple(rows),
    )


def _course(analysis: Analysis, side: Seat) -> tuple[int, ...]:
    account = analysis.account(side)
    changes = map(sum, zip(account.luck, account.skill, strict=True))
    return tuple([_in_units(value, analysis.points) for value in accumulate(changes, initial=account.start)])


def _row(for_side: AnalysisForSide, side: Seat, names: Sequence[str]) -> Sum:
    """A player's row below the chart, where players compete."""
    sums = for_side.sums[side]
    skill = signed(sum(sums.skill.values()))
    detail = say("luck {luck}, skill {skill}", luck=signed(sums.luck), skill=skill)
    return Sum(names[side], _from_to(sums, for_side), detail, side)


def _from_to(sums: Sums, for_side: AnalysisForSide) -> str:
    return say("{start} to {end}", start=sums.start, end=for_side.worth(sums.end))


def _whose(sums: Sums, seat: Seat | None, names: Sequence[str]) -> str:
    if seat is None:
        return say("Giving up")
    alone = len([seat for seat in sums.skill if seat is not None]) == 1
    return say("Skill") if alone else say("Skill of {name}", name=names[seat])


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def course(for_side: AnalysisForSide, replay: Replay) -> Course:
    """What the strip under a replay shows."""
    last = len(replay.positions) - 1
    choices = for_side.analysis.choices
    before = [sum(choice.step < step for choice in choices) for step in range(last)]
    at_table = safe_names(for_side.analysis.table)
    turns = {
        min(last, point.choice.step + 1): _sentence(for_side, point, replay, at_table) for point in for_side.points
    }
    chart_shown = chart_of(for_side, for_side.analysis.table.names())
    return Course(chart_shown, (*before, len(choices)), tuple(turns), tuple(turns.values()))


def progress(table: Table, at: Progress) -> Screen:
    """What is shown while the analysis is worked out."""
    far = say("Looking back…")
    if at.choices:
        far = say("Looking back: choice {number} of {all}…", number=at.judged + 1, all=at.choices)
    wait = say("It takes a minute or two. Games that are being played come first.")
    return notice(f"### {far}\n{wait}", table.game)


def patience(table: Table) -> Screen:
    """What is shown if looking back takes longer than a message can be edited."""
    return notice(say("I'm still looking back at this game. Ask me again in a while."), table.game)


def overview(
    for_side: AnalysisForSide, replay: Replay, headline: str, note: str, *, share: bool = False, worded: bool = False
) -> Screen:
    """The chart, and the turning points with their boards. `note`: how others did."""
    table = for_side.analysis.table
    at_table, alt = safe_names(table), chart.alt(chart_of(for_side, plain_names(table)))
    title = say("{game}: how it was played", game=GAMES[table.game].title)
    above = f"### {title}\n{headline}\n**{summary(for_side, at_table)}**"
    drawing = Drawing(chart.chart, (chart_of(for_side, table.names()),))
    blocks: list[Block] = [Text(above[:TITLE_LIMIT]), Picture(alt, drawing, CHART)]
    for point, board in zip(for_side.points, _boards(for_side, replay, worded=worded), strict=True):
        sentence = f"**{board.name[6]}** · {_sentence(for_side, point, replay, at_table)}"[:POINT_LIMIT]
        blocks += [Section(sentence, play_on(table, point.choice.step, say("Play on"))), board]
    ways = [Button(say("Step through"), Press("steps", table.id), emoji="🔍")]
    if share:
        ways.append(Button(say("Share with luck and skill"), Press("share", table.id, args=(WITH_LUCK,)), emoji="📣"))
    below = Text("\n".join(filter(None, [note, f"-# {say(HOW_IT_COUNTS)}"])))
    return of_game(table.game, *blocks, below, row(*ways))


def _boards(for_side: AnalysisForSide, replay: Replay, *, worded: bool) -> list[Picture]:
    """The boards of the turning points. `worded`: each in sentences, unless the same board stands before."""
    table, last = for_side.analysis.table, len(replay.positions) - 1
    pictures, boards = PICTURES[table.game], list[Picture]()
    views = [replay.positions[min(point.choice.step, last)].view for point in for_side.points]
    for label, view in enumerate(views, 1):
        alt, before = pictures.alt(view, plain_names(table)), views.index(view) + 1
        if worded:
            same = say("The board is the same as at {number}.", number=before)
            alt = shortened(alt, GIST) if before == label else same
        boards.append(Picture(alt, Drawing(pictures.board, (view, table.names())), f"board-{label}.png"))
    return boards


def summary(for_side: AnalysisForSide, names: Sequence[str]) -> str:
    """The sums of luck and skill, which add up to the change."""
    sums = for_side.sums[for_side.side if len(for_side.sums) > 1 else 0]
    costs = ", ".join(_cost_of(sums, seat, names) for seat in sums.skill)
    change = {"start": for_side.worth(sums.start), "end": for_side.worth(sums.end), "luck": signed(sums.luck)}
    if len(for_side.sums) > 1:
        name = names[for_side.side]
        way = say("{name}: from {start} to {end}: luck {luck}, {costs}.", name=name, costs=costs, **change)
    else:
        way = say("From {start} to {end}: luck {luck}, {costs}.", costs=costs, **change)
    return way if any(sums.skill.values()) else f"{way} {say('No choice was surely a mistake.')}"


def _cost_of(sums: Sums, seat: Seat | None, names: Sequence[str]) -> str:
    """What a seat's skill changed, within a sentence."""
    cost = signed(sums.skill[seat])
    if seat is None:
        return say("giving up {cost}", cost=cost)
    if len([seat for seat in sums.skill if seat is not None]) == 1:
        return say("skill {cost}", cost=cost)
    return say("skill of {name} {cost}", name=names[seat], cost=cost)


def luck(for_side: AnalysisForSide) -> str:
    """Luck and skill in a line that spoils nothing of the deal."""
    (sums,) = for_side.sums
    return say("Luck {luck}, skill {skill}", luck=signed(sums.luck), skill=signed(sum(sums.skill.values())))


def of_the_day(analysis: Analysis, average: Average | None, par: Par | None) -> str:
    """How others did in the same deal of the day."""
    sentences = list[str]()
    if average is not None and average.games > 1:
        luck, skill = (_in_units(value, analysis.points) for value in (average.luck, average.skill))
        sentences.append(
            say(
                "The {people} who looked back at this deal: luck {luck}, skill {skill} on average.",
                people=average.games,
                luck=signed(luck),
                skill=signed(skill),
            )
        )
    if par is not None:
        sentences.append(f"{daily.hall(analysis.table.game, par)}.")
    return " ".join(sentences)


def _sentence(for_side: AnalysisForSide, point: TurningPoint, replay: Replay, names: Sequence[str]) -> str:
    """How the game turned at this point."""
    analysis, choice = for_side.analysis, point.choice
    table = analysis.table
    assert choice.seat is not None
    if table.seats > 1:
        when = say("**Turn {number}**, {name}.", number=choice.turn, name=names[choice.seat])
    else:
        when = say("**Step {number}**.", number=choice.step + 1)
    now = picker.Situation(choice.legal, WORDS[table.game], choice.view, names)
    made = picker.label_of(choice.made, now).text if choice.made else ""
    sentences = [_cost(for_side, point, made, now)] if point.chosen else []
    if point.stroke:
        sentences.append(_stroke(for_side, point, "" if sentences else made))
        following_steps = [following.step for following in analysis.choices if following.step > choice.step]
        came = replay.positions[choice.step + 1 : min(following_steps, default=len(replay.positions)) + 1]
        happened = [entry for position in came for entry in position.heard]
        sentences[-1] += f"\n{log.lines(table, happened, NEWS_LINES)}"
    return f"{when} {' '.join(sentences)}"


def _stroke(for_side: AnalysisForSide, point: TurningPoint, made: str) -> str:
    """What luck changed after a choice. `made` empty: the sentence before has named it."""
    side = 0 if for_side.analysis.together else for_side.side
    change = {
        name: for_side.worth(_in_units(point.choice.judged.made[side] + luck, for_side.analysis.points))
        for name, luck in (("start", 0), ("end", point.luck))
    }
    match point.luck > 0, bool(made):
        case True, True:
            return say("Good luck after **{move}**: from {start} to {end}.", move=made, **change)
        case True, False:
            return say("Good luck after it: from {start} to {end}.", **change)
        case False, True:
            return say("Hard luck after **{move}**: from {start} to {end}.", move=made, **change)
        case _:
            return say("Hard luck after it: from {start} to {end}.", **change)


def _cost(for_side: AnalysisForSide, point: TurningPoint, made: str, now: picker.Situation) -> str:
    """What a choice cost or gained against the best other move, with what is certain about it."""
    analysis, choice, judged = for_side.analysis, point.choice, point.choice.judged
    side = 0 if analysis.together else for_side.side
    if point.skill and choice.better is not None:
        return say(
            "**{move}** cost {cost}. **{better}** would have kept {kept}.",
            move=made,
            cost=for_side.worth(_with_error(-point.skill, judged.apart, analysis)),
            better=picker.label_of(choice.better, now).text,
            kept=for_side.worth(_in_units(judged.best[side], analysis.points)),
        )
    assert choice.other is not None
    apart = for_side.worth(_with_error(abs(judged.gain), judged.doubt, analysis))
    moves = {"move": made, "other": picker.label_of(choice.other, now).text}
    if -judged.gain > SURE * judged.doubt and _in_units(judged.gain, analysis.points):
        return say("**{move}** was right: **{other}** would have cost {cost}.", cost=apart, **moves)
    if judged.gain > 0:
        return say("**{move}** may have cost {cost} against **{other}**: too close to call.", cost=apart, **moves)
    return say("**{move}** may have gained {gain} against **{other}**: too close to call.", gain=apart, **moves)


def _with_error(worth: int, error: int, analysis: Analysis) -> str:
    """An error of less than one is shown as one, so that no sample seems exact."""
    amount = _in_units(worth, analysis.points)
    return f"{amount} ± {max(1, _in_units(error, analysis.points))}" if error else f"{amount}"
