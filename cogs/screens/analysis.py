"""How a finished game was played: three moments in words, and behind a button a chart of luck and skill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from engine import GAMES, Seat
from languages import labelled, later, say, say_as
from players.analysis import SURE, WHOLE, rounded
from players.solo_game import Par
from render import chart
from render.chart import Chart, Line, Sum
from tables.history.analyses import Analysis, Average, Choice, Progress
from tables.history.replays import Replay
from tables.play.model import Table

from ..games import WORDS
from . import daily, log, picker
from .frame import notice, of_game
from .hints import NO_WAY
from .names import plain_names, safe_names
from .press import Press
from .retry import play_on
from .screen import Button, Drawing, Picture, Screen, Text, row, rows

CHART = "chart.png"
MOST = 3  # turning points that are shown, the stroke of luck that changed most among them
LEAST = 3  # hundredths of a game: luck that changed less is no turning point, if there is another one
NEWS_LINES = 1  # lines of what happened at a turning point
TITLE_LIMIT, POINT_LIMIT = 500, 250  # characters of a message's parts
MOMENTS, LUCK = "moments", "chart"  # arguments of a press: which of the two screens
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
    skill: int  # of all choices of the side together: nobody is told what a friend's have cost
    given_up: int | None  # what giving up together has cost; None: they didn't


@dataclass(frozen=True)
class AnalysisForSide:
    """An analysis as one side of the game sees it."""

    analysis: Analysis
    side: Seat
    own: bool  # its reader played for this side
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
    seat = player.seat if player else None
    if seat is not None and not analysis.together:
        side = seat
    sums = tuple([_sums(analysis, side) for side in range(len(analysis.accounts))])
    return AnalysisForSide(analysis, side, seat is not None, sums, _turning_points(analysis, side))


def _sums(analysis: Analysis, side: Seat) -> Sums:
    account = analysis.account(side)
    start, end = _in_units(account.start, analysis.points), _in_units(account.end, analysis.points)
    together_gave = analysis.skill(None) if analysis.together else 0
    parts = [sum(account.luck), sum(account.skill) - together_gave, together_gave]
    luck, skill, given_up = rounded(parts, end - start, WHOLE // (analysis.points or 100))
    return Sums(start, end, luck, skill, given_up if any(choice.seat is None for choice in analysis.choices) else None)


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
    if of_note and of_note[0] not in chosen:
        chosen = chosen[: MOST - 1]
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
        rows.append(Sum(say("Skill"), signed(sums.skill)))
        rows += [Sum(say("Giving up"), signed(sums.given_up))] if sums.given_up is not None else []
    else:
        rows = [Sum(names[side], _from_to(sums, for_side), seat=side) for side, sums in enumerate(for_side.sums)]
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


def _from_to(sums: Sums, for_side: AnalysisForSide) -> str:
    return say("{start} to {end}", start=sums.start, end=for_side.worth(sums.end))


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


def overview(for_side: AnalysisForSide, replay: Replay, headline: str) -> Screen:
    """The moments at which the game turned, in words, and from each a way to play on."""
    table = for_side.analysis.table
    at_table = safe_names(table)
    lines = [f"### {_title(table)}\n{headline}"[:TITLE_LIMIT]]
    for label, point in enumerate(for_side.points, 1):
        lines.append(f"**{label}** · {_sentence(for_side, point, replay, at_table)}"[:POINT_LIMIT])
    on = [
        play_on(table, point.choice.step, labelled(say("Play on"), str(label)))
        for label, point in enumerate(for_side.points, 1)
    ]
    ways = [
        Button(say("Luck and skill"), Press("looked-back", table.id, args=(LUCK,)), emoji="📈"),
        Button(say("Step through"), Press("steps", table.id), emoji="🔍"),
    ]
    return of_game(table.game, Text("\n".join(lines)), *rows(on), row(*ways))


def luck_and_skill(for_side: AnalysisForSide, note: str, *, share: bool = False) -> Screen:
    """The chart, and what each of the moments was worth. `note`: how others did."""
    table = for_side.analysis.table
    drawing = Drawing(chart.chart, (chart_of(for_side, table.names()),))
    picture = Picture(chart.alt(chart_of(for_side, plain_names(table))), drawing, CHART)
    worth = [f"**{label}** · {_worth(for_side, point)}" for label, point in enumerate(for_side.points, 1)]
    ways = [Button(say("Back"), Press("looked-back", table.id, args=(MOMENTS,)), emoji="↩️")]
    if share:
        ways.append(Button(say("Share with luck and skill"), Press("share", table.id, args=(WITH_LUCK,)), emoji="📣"))
    above = [f"### {say('Luck and skill')}", summary(for_side)]
    below = [*worth, note, f"-# {say(HOW_IT_COUNTS)}"]
    texts = [Text("\n".join(filter(None, lines))) for lines in (above, below)]
    return of_game(table.game, texts[0], picture, texts[1], row(*ways))


def _title(table: Table) -> str:
    return say("{game}: how it was played", game=GAMES[table.game].title)


def summary(for_side: AnalysisForSide) -> str:
    """The sums of luck and skill, which add up to the change; empty for whoever looks on where players compete."""
    if not for_side.analysis.together and not for_side.own:
        return ""
    sums = for_side.sums[for_side.side if len(for_side.sums) > 1 else 0]
    costs = say("skill {cost}", cost=signed(sums.skill))
    if sums.given_up is not None:
        costs += f", {say('giving up {cost}', cost=signed(sums.given_up))}"
    change = {"start": for_side.worth(sums.start), "end": for_side.worth(sums.end), "luck": signed(sums.luck)}
    way = say("From {start} to {end}: luck {luck}, {costs}.", costs=costs, **change)
    lost = sums.skill or sums.given_up
    return f"**{way}**" if lost else f"**{way}** {say('No choice was surely a mistake.')}"


def luck(for_side: AnalysisForSide) -> str:
    """Luck and skill in a line that spoils nothing of the deal."""
    (sums,) = for_side.sums
    return say("Luck {luck}, skill {skill}", luck=signed(sums.luck), skill=signed(sums.skill))


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
    """How the game turned at this point. Who chose is named where they chose well."""
    choice, table = point.choice, for_side.analysis.table
    assert choice.seat is not None
    now = picker.Situation(choice.legal, WORDS[table.game], choice.view, names)
    made = picker.label_of(choice.made, now).text if choice.made else ""
    when, named = say("**Step {number}**.", number=choice.step + 1), ""
    if table.seats > 1:
        when = say("**Turn {number}**.", number=choice.turn)
        named = say("**Turn {number}**, {name}.", number=choice.turn, name=names[choice.seat])
    sentences = [when]
    if point.chosen:
        worth = _called(for_side, point)
        other = picker.label_of(other, now).text if (other := choice.better or choice.other) else ""
        sentences = [named or when] if worth == "right" else [when]
        sentences.append(say(_CALLED[worth], move=made, other=other))
    if point.stroke:
        sentences.append(_stroke(for_side, point, replay, made))
    return " ".join(sentences).strip()


def _stroke(for_side: AnalysisForSide, point: TurningPoint, replay: Replay, made: str) -> str:
    """What came after a choice and changed much. Empty if there is nothing to name, and the choice is told already."""
    choice, table, good = point.choice, for_side.analysis.table, point.luck > 0
    following_steps = [following.step for following in for_side.analysis.choices if following.step > choice.step]
    came_next = replay.positions[choice.step + 1 : min(following_steps, default=len(replay.positions)) + 1]
    happened = [entry for position in came_next for entry in position.heard]
    told = log.came_of(table, happened, NEWS_LINES)
    if told:
        return f"{say(_CAME[point.chosen, good], move=made)}\n{told}"
    return "" if point.chosen else say(_CAME_UNTOLD[good], move=made)


_CAME: Mapping[tuple[bool, bool], str] = {  # by whether the choice is told already, and whether the luck was good
    (True, True): later("Then came good luck:"),
    (True, False): later("Then came hard luck:"),
    (False, True): later("Good luck came after **{move}**:"),
    (False, False): later("Hard luck came after **{move}**:"),
}
_CAME_UNTOLD: Mapping[bool, str] = {
    True: later("Good luck came after **{move}**."),
    False: later("Hard luck came after **{move}**."),
}


Called = Literal["stronger", "right", "lost", "close"]
_CALLED: Mapping[Called, str] = {
    "stronger": later("**{other}** would have been stronger than **{move}**."),
    "right": later("Well chosen: **{move}**, not **{other}**."),
    "lost": later("**{move}**: by then I saw no way left to win."),
    "close": later("A close call: **{move}** was played, **{other}** may be as good."),
}


def _called(for_side: AnalysisForSide, point: TurningPoint) -> Called:
    """What is certain about a choice."""
    analysis, judged = for_side.analysis, point.choice.judged
    if point.skill and point.choice.better is not None:
        return "stronger"
    if not analysis.points and not _in_units(judged.best[0 if analysis.together else for_side.side], 0):
        return "lost"
    surely = -judged.gain > SURE * judged.doubt and _in_units(judged.gain, analysis.points)
    return "right" if surely else "close"


def _worth(for_side: AnalysisForSide, point: TurningPoint) -> str:
    """The same in numbers, with their errors, and without a name."""
    analysis, judged = for_side.analysis, point.choice.judged
    side = 0 if analysis.together else for_side.side
    said = list[str]()
    if point.chosen:
        apart = for_side.worth(_with_error(abs(judged.gain), judged.doubt, analysis))
        match _called(for_side, point):
            case "stronger":
                cost = for_side.worth(_with_error(-point.skill, judged.apart, analysis))
                kept = for_side.worth(_in_units(judged.best[side], analysis.points))
                said.append(say("Skill: the stronger move was worth {kept}, {cost} more.", kept=kept, cost=cost))
            case "right":
                said.append(say("Skill: the other move was worth {cost} less.", cost=apart))
            case "close":
                said.append(say("The two moves were {apart} apart: too close to call.", apart=apart))
            case "lost":
                said.append(say(NO_WAY))
    if point.stroke:
        start = judged.made[side]
        change = [for_side.worth(_in_units(value, analysis.points)) for value in (start, start + point.luck)]
        said.append(say("Luck: from {start} to {end}.", start=change[0], end=change[1]))
    return " ".join(said)


def _with_error(worth: int, error: int, analysis: Analysis) -> str:
    """An error of less than one is shown as one, so that no sample seems exact."""
    amount = _in_units(worth, analysis.points)
    return f"{amount} ± {max(1, _in_units(error, analysis.points))}" if error else f"{amount}"
