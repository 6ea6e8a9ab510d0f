"""What is said of a game that has been looked back at, and its numbers: of planted judgements of a real game."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from cogs.delivery.reading import read
from cogs.screens import analysis as analysis_messages
from cogs.screens import replay as replay_messages
from engine import GAMES, Chance, Data, Playthrough, heard
from engine import wyverns_knot as knot
from players import PLAYERS
from players.analysis import WHOLE, Judged, account
from render import PICTURES
from tables.history.analyses import Analysis, Choice, Progress
from tables.history.replays import Position, Replay
from tables.play.model import HeardMove, Player, Table

from .told import alts, text

KNOT, ADVYRIA = "wyverns-knot", "advyria"
NAMES = ("Ann", "Bob", "Cat")
SEED = "5a" * 32


def table_of(key: str, seats: int) -> Table:
    """A game of these people that is over."""
    return Table(
        id=1,
        game=key,
        options=(GAMES[key].alone if seats == 1 else None) or GAMES[key].options(),
        phase="over",
        solo=seats == 1,
        version=9,
        turn=9,
        seats=seats,
        host_id=101,
        first_id=101,
        guild_id=1,
        channel_id=1,
        commitment="",
        seed=SEED,
        own_thread=False,
        conceded=False,
        outdated=False,
        changed_at=0,
        day=None,
        week=None,
        ranked=False,
        hints=None,
        players=tuple([Player(101 + seat, NAMES[seat], seat) for seat in range(seats)]),
        computers=(),
    )


def analysed(
    key: str, seats: int, moves: Sequence[Data], judged: Sequence[Judged], end: tuple[int, ...], *, points: int = 0
) -> tuple[Analysis, Replay]:
    """`judged`: what is planted of each of these moves, with which the game begins."""
    game, table = GAMES[key], table_of(key, seats)
    played = Playthrough.deal(game, seats, table.options, Chance(SEED))
    choices, positions = list[Choice](), [Position(game.open_view(played.state), ())]
    for number, (move, found) in enumerate(zip(moves, judged, strict=True)):
        seat, legal = played.to_act, tuple(played.legal_moves)
        assert seat is not None
        assert found.better is None or found.better in legal
        made = number, number + 1, seat, played.view(seat), legal, move
        choices.append(Choice(*made, found.better, found, found.other))
        step = played.play(move).step
        told = HeardMove(number, number + 1, seat, heard(step.events, None), "move", 101 + seat)
        positions.append(Position(game.open_view(step.state), (told,)))
    sides = [(choice.seat, choice.judged) for choice in choices]
    accounts = tuple([account(sides, end, side=side) for side in range(len(end))])
    together = len(end) == 1
    return Analysis(table, together, points, tuple(choices), accounts), Replay(table, None, True, tuple(positions))


def said(found: Analysis, replay: Replay, user_id: int = 101, note: str = "") -> str:
    return text(analysis_messages.overview(analysis_messages.for_user(found, user_id), replay, "Defeat.", note))


def test_turning_points_say_what_each_choice_cost_and_the_luck_that_changed_most() -> None:
    """Where all play together: a mistake with its error, choices that weren't surely one, and one stroke of luck."""
    moves = (knot.moves.Scout(0), knot.moves.Advance(0), knot.moves.Scout(1), knot.moves.Advance(0))
    judged = (
        Judged((660_000,), (350_000,), 8_000, 21_000, knot.moves.Scout(5)),
        Judged((350_000,), (350_000,), 8_000),  # judged before it was noted which other move looked best
        Judged((800_000,), (800_000,), 8_000, other=knot.moves.Advance(1), gain=60_000, doubt=40_000),
        Judged((800_000,), (800_000,), 8_000, other=knot.moves.Scout(6), gain=-120_000, doubt=30_000),
    )
    found, replay = analysed(KNOT, 3, moves, judged, (0,))
    assert said(found, replay).splitlines() == [
        "### Wyvern's Knot: how it was played",
        "Defeat.",
        "**From 66% to 0%: luck \N{MINUS SIGN}35, skill of Ann \N{MINUS SIGN}31, skill of Bob 0, skill of Cat 0.**",
        "**1** · **Turn 1**, Ann. **Scout A1** cost 31 ± 2%. **Scout B2** would have kept 66%.",
        "**2** · **Turn 3**, Bob. **Scout A2** may have cost 6 ± 4% against **Move B's dragon**: too close to call.",
        "**3** · **Turn 4**, Bob. **Move A's dragon** was right: **Scout B3** would have cost 12 ± 3%."
        " Hard luck after it: from 80% to 0%.",
        "**Bob** moved A's strike dragon to column 2.",
        f"-# {analysis_messages.HOW_IT_COUNTS}",
    ]
    assert "too close to call, it counts as luck" in analysis_messages.HOW_IT_COUNTS


def test_even_a_game_that_nothing_turned_names_what_mattered_most() -> None:
    """Also one that was judged before other moves were noted."""
    even = Judged((655_000,), (655_000,), 8_000)
    other = changed(even, other=knot.moves.Scout(3), gain=-2_000, doubt=9_000)
    for first, told in (
        (other, "**Scout A1** may have gained 0 ± 1% against **Scout A4**: too close to call."),
        (
            changed(even, other=knot.moves.Scout(3), gain=-2_000, doubt=900),
            "**Scout A1** may have gained 0 ± 1% against **Scout A4**",
        ),
        (even, "Good luck after **Move A's dragon**: from 66% to 68%."),
    ):
        found, replay = analysed(KNOT, 3, (knot.moves.Scout(0), knot.moves.Advance(0)), (first, even), (680_000,))
        lines = said(found, replay, note="How others did.").splitlines()
        assert lines[2].endswith("skill of Cat 0. No choice was surely a mistake.**")
        assert told in lines[3]
        assert lines[-2:] == ["How others did.", f"-# {analysis_messages.HOW_IT_COUNTS}"]


def test_what_giving_up_together_has_cost_is_nobodys_skill() -> None:
    even, cost = Judged((660_000,), (660_000,), 8_000), Judged((660_000,), (350_000,), 8_000, 21_000)
    found, replay = analysed(KNOT, 3, (knot.moves.Scout(0), knot.moves.Advance(0)), (even, cost), (0,))
    first, last = found.choices
    found = replace(found, choices=(first, replace(last, seat=None, made=None)))
    assert "skill of Ann 0, skill of Bob 0, skill of Cat 0, giving up \N{MINUS SIGN}31." in said(found, replay)


def test_each_who_competes_is_told_their_own_chances() -> None:
    """What one's mistake gives the others is luck of theirs."""
    game, chance = GAMES[ADVYRIA], Chance(SEED)
    state: Any = game.new(2, game.options(), chance)
    first, better, *_ = game.legal_moves(state)
    second, *_ = game.legal_moves(game.play(state, first, chance).state)
    judged = (
        Judged((500_000, 700_000), (300_000, 700_000), 8_000, 0, better),
        Judged((350_000, 650_000), (350_000, 650_000), 8_000),
    )
    found, replay = analysed(ADVYRIA, 2, (first, second), judged, (0, WHOLE))
    hers, his = said(found, replay), said(found, replay, 102)
    one, other = "**Set out from G1, the Stag**", "**Set out from G2, the Hammer**"
    for told in (
        "**Ann: from 50% to 0%: luck \N{MINUS SIGN}30, skill \N{MINUS SIGN}20.**",
        f"**1** · **Turn 1**, Ann. {one} cost 20%. {other} would have kept 50%. Good luck after it",
        f"**2** · **Turn 2**, Bob. Hard luck after {other}: from 35% to 0%.\n",
    ):
        assert told in hers
    for told in (
        "**Bob: from 70% to 100%: luck +30, skill 0. No choice was surely a mistake.**",
        f"**1** · **Turn 1**, Ann. Hard luck after {one}: from 70% to 65%.\n",
        f"**2** · **Turn 2**, Bob. Good luck after {other}: from 65% to 100%.\n",
    ):
        assert told in his


def test_who_plays_for_points_is_told_points() -> None:
    game, chance = GAMES[ADVYRIA], Chance(SEED)
    state: Any = game.new(1, game.alone, chance)
    first, better, *_ = game.legal_moves(state)
    judged = (Judged((760_000,), (700_000,), 8_000, 14_000, better),)
    found, replay = analysed(ADVYRIA, 1, (first,), judged, (720_000,), points=100)
    told = said(found, replay)
    assert "**From 76 points to 72 points: luck +2, skill \N{MINUS SIGN}6.**" in told
    one, other = "**Set out from G1, the Stag**", "**Set out from G2, the Hammer**"
    assert f"**1** · **Step 1**. {one} cost 6 ± 1 points. {other} would have kept 76 points." in told


def test_it_can_be_read_without_a_picture() -> None:
    moves = (knot.moves.Scout(0), knot.moves.Advance(0), knot.moves.Scout(1), knot.moves.Advance(0))
    judged = [Judged((chance,), (chance,), 8_000) for chance in (900_000, 500_000, 900_000, 500_000)]
    found, replay = analysed(KNOT, 3, moves, judged, (0,))
    screen = analysis_messages.overview(analysis_messages.for_user(found, 101), replay, "Defeat.", "", worded=True)
    read_out = read(screen, "words-only")
    assert not alts(read_out)
    for part in ("The chance to win", "at choice 1", "at the end", "Luck", "Skill"):
        assert part in text(read_out)
    told = [part.splitlines() for part in re.split(r"^\*\*[123]\*\* · ", text(read_out), flags=re.MULTILINE)[1:]]
    assert len(told) == 3
    for _, *lines in told:
        boards = [line for line in lines if line.startswith((GAMES[KNOT].title, "The board is"))]
        assert len(boards) == 1, "each turning point's board"
        assert boards[0].endswith("."), "in whole sentences"


def test_boards_are_told_in_whole_sentences_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To who reads. The last point has the position of the first again, though in between there was another."""
    moves = (knot.moves.Scout(0), knot.moves.Advance(0), knot.moves.Scout(1), knot.moves.Advance(0))
    chances = (900_000, 500_000, 900_000, 500_000, 0)
    judged = [Judged((chance,), (chance,), 8_000) for chance in chances[:-1]]
    found, replay = analysed(KNOT, 3, moves, judged, (0,))
    told = analysis_messages.for_user(found, 101)
    first, second, third = (point.choice.step for point in told.points)
    positions = list(replay.positions)
    positions[third] = positions[first]
    replay = replace(replay, positions=tuple(positions))
    whole, other = (PICTURES[KNOT].alt(positions[step].view, NAMES) for step in (first, second))
    assert alts(analysis_messages.overview(told, replay, "Defeat.", ""))[1:] == [whole, other, whole]
    monkeypatch.setattr(analysis_messages, "GIST", 150)  # a shorter one than any
    one, two, again = alts(analysis_messages.overview(told, replay, "Defeat.", "", worded=True))[1:]
    for said, alt in ((one, whole), (two, other)):
        assert len(alt) > analysis_messages.GIST >= len(said)
        assert alt.startswith(said)
        assert said.endswith(".")
    assert again == "The board is the same as at 1."


def test_how_far_it_has_come_is_told_in_choices() -> None:
    table = table_of(KNOT, 3)
    assert "### Looking back…" in text(analysis_messages.progress(table, Progress(0, 0)))
    assert "### Looking back: choice 3 of 26…" in text(analysis_messages.progress(table, Progress(2, 26)))


def test_a_replay_says_what_looking_back_would_add_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the unit of its game. Not where it is there already, and not where nobody in the hall judges that game."""
    we, me = "-# **How did we play?** adds the chances to win.", "-# **How did I play?** adds the score to expect."
    for key, seats, adds in ((KNOT, 3, we), (ADVYRIA, 1, me)):
        table = table_of(key, seats)
        state: Any = GAMES[key].new(seats, table.options, Chance(SEED))
        replay = Replay(table, None, True, (Position(GAMES[key].open_view(state), ()),))
        told = text(replay_messages.moving(replay, "Defeat.", could_have_chances=True))
        assert told.splitlines()[-2:] == ["Defeat.", adds]
        assert adds not in text(replay_messages.moving(replay, "Defeat."))
        monkeypatch.setattr("cogs.screens.over.PLAYERS", {key: replace(PLAYERS[key], judge=None)})
        assert adds not in text(replay_messages.moving(replay, "Defeat.", could_have_chances=True))
        monkeypatch.undo()
