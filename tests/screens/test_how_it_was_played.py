"""What is said of a game that has been looked back at, and its numbers: of planted judgements of a real game."""

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
from languages import offered, speaking
from players import PLAYERS
from players.analysis import WHOLE, Judged, account
from tables.history.analyses import Analysis, Choice, Progress
from tables.history.replays import Position, Replay
from tables.play.model import HeardMove, Player, Table

from .phone import HIGH, height
from .told import alts, controls, text

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


def said(found: Analysis, replay: Replay, user_id: int = 101) -> str:
    """What leads: the moments."""
    return text(analysis_messages.overview(analysis_messages.for_user(found, user_id), replay, "Defeat."))


def counted(found: Analysis, user_id: int = 101, note: str = "") -> str:
    """What stands behind the button: the numbers."""
    return text(analysis_messages.luck_and_skill(analysis_messages.for_user(found, user_id), note))


def knot_lost() -> tuple[Analysis, Replay]:
    """A mistake, a choice before it was noted which other move looked best, a close one, and a good one."""
    moves = (knot.moves.Scout(0), knot.moves.Advance(0), knot.moves.Scout(1), knot.moves.Advance(0))
    judged = (
        Judged((660_000,), (350_000,), 8_000, 21_000, knot.moves.Scout(5)),
        Judged((350_000,), (350_000,), 8_000),
        Judged((800_000,), (800_000,), 8_000, other=knot.moves.Advance(1), gain=60_000, doubt=40_000),
        Judged((800_000,), (800_000,), 8_000, other=knot.moves.Scout(6), gain=-120_000, doubt=30_000),
    )
    return analysed(KNOT, 3, moves, judged, (0,))


def test_three_moments_lead_in_words_and_a_name_stands_only_where_somebody_chose_well() -> None:
    found, replay = knot_lost()
    assert said(found, replay).splitlines() == [
        "### Wyvern's Knot: how it was played",
        "Defeat.",
        "**1** · **Turn 1**. **Scout B2** would have been stronger than **Scout A1**.",
        "**2** · **Turn 3**. A close call: **Scout A2** was played, **Move B's dragon** may be as good.",
        "**3** · **Turn 4**, Bob. Well chosen: **Move A's dragon**, not **Scout B3**.",
    ]
    screen = analysis_messages.overview(analysis_messages.for_user(found, 101), replay, "Defeat.")
    assert [getattr(one, "label", "") for one in controls(screen)] == [
        *("Play on: 1", "Play on: 2", "Play on: 3"),
        "Luck and skill",
        "Step through",
    ]
    assert height(screen, screen) <= HIGH


def test_numbers_stand_behind_a_button_and_beside_nobodys_name() -> None:
    found, _ = knot_lost()
    told = counted(found, note="How others did.").splitlines()
    assert told == [
        "### Luck and skill",
        "**From 66% to 0%: luck \N{MINUS SIGN}35, skill \N{MINUS SIGN}31.**",
        "**1** · Skill: the stronger move was worth 66%, 31 ± 2% more.",
        "**2** · The two moves were 6 ± 4% apart: too close to call.",
        "**3** · Skill: the other move was worth 12 ± 3% less. Luck: from 80% to 0%.",
        "How others did.",
        f"-# {analysis_messages.HOW_IT_COUNTS}",
    ]
    assert "too close to call, it counts as luck" in analysis_messages.HOW_IT_COUNTS
    screen = analysis_messages.luck_and_skill(analysis_messages.for_user(found, 101), "")
    assert height(screen, screen) <= HIGH
    assert not any(name in line for line in (*told, *alts(screen)) for name in NAMES)


@pytest.mark.parametrize("language", offered())
def test_a_phone_shows_each_of_the_two_screens_whole(language: str) -> None:
    found, replay = knot_lost()
    for_side = analysis_messages.for_user(found, 101)
    with speaking(language):
        note = "The 12 who looked back at this deal: luck -6, skill -4 on average. The hall: 21, lost."
        both = (
            analysis_messages.overview(for_side, replay, "Defeat: 7 of 12 eggs saved."),
            analysis_messages.luck_and_skill(for_side, note, share=True),
        )
        assert all(height(screen, screen) <= HIGH for screen in both)
        assert all(len([*controls(screen)]) <= 6 for screen in both)


def test_where_nothing_could_be_won_any_more_no_choice_is_called_close() -> None:
    lost = Judged((0,), (0,), 0, other=knot.moves.Scout(3), gain=0, doubt=0)
    first = Judged((300_000,), (300_000,), 8_000)
    found, replay = analysed(KNOT, 3, (knot.moves.Scout(0), knot.moves.Advance(0)), (first, lost), (0,))
    for told, line in (
        (said(found, replay), "**2** · **Turn 2**. **Move A's dragon**: by then I saw no way left to win."),
        (counted(found), "**2** · I see no way left to win."),
    ):
        assert line in told
        assert "lose" not in told.split("-#")[0]


def test_even_a_game_that_nothing_turned_names_what_mattered_most() -> None:
    """Also one that was judged before other moves were noted."""
    even = Judged((655_000,), (655_000,), 8_000)
    other = changed(even, other=knot.moves.Scout(3), gain=-2_000, doubt=9_000)
    close = "A close call: **Scout A1** was played, **Scout A4** may be as good."
    for first, told, worth in (
        (other, close, "The two moves were 0 ± 1% apart: too close to call."),
        (
            changed(even, other=knot.moves.Scout(3), gain=-2_000, doubt=900),
            close,
            "The two moves were 0 ± 1% apart: too close to call.",
        ),
        (even, "Good luck came after **Move A's dragon**.", "Luck: from 66% to 68%."),
    ):
        found, replay = analysed(KNOT, 3, (knot.moves.Scout(0), knot.moves.Advance(0)), (first, even), (680_000,))
        assert told in said(found, replay).splitlines()[2]
        lines = counted(found).splitlines()
        assert lines[1].endswith("skill 0.** No choice was surely a mistake.")
        assert worth in lines[2]


@pytest.mark.parametrize("choices", range(1, 7))
def test_there_are_never_more_than_three_moments(choices: int) -> None:
    """The stroke of luck that changed most is one of them, also where three choices mattered more."""
    game, chance = GAMES[KNOT], Chance(SEED)
    state: Any = game.new(3, game.options(), chance)
    moves, judged = list[Data](), list[Judged]()
    for number in range(choices):
        legal = game.legal_moves(state)
        moves.append(legal[0])
        mattered = {"other": legal[1], "gain": -200_000, "doubt": 10_000} if number != choices - 1 else {}
        judged.append(Judged((500_000,), (500_000,), 8_000, **mattered))
        state = game.play(state, legal[0], chance).state
    found, replay = analysed(KNOT, 3, moves, judged, (0,))
    points = analysis_messages.for_user(found, 101).points
    assert len(points) == min(3, choices)
    assert points[-1].stroke
    screen = analysis_messages.overview(analysis_messages.for_user(found, 101), replay, "Defeat.")
    assert len([*controls(screen)]) <= 6


def test_what_giving_up_together_has_cost_is_nobodys_skill() -> None:
    even, cost = Judged((660_000,), (660_000,), 8_000), Judged((660_000,), (350_000,), 8_000, 21_000)
    found, _ = analysed(KNOT, 3, (knot.moves.Scout(0), knot.moves.Advance(0)), (even, cost), (0,))
    first, last = found.choices
    found = replace(found, choices=(first, replace(last, seat=None, made=None)))
    assert "luck \N{MINUS SIGN}35, skill 0, giving up \N{MINUS SIGN}31.**" in counted(found)


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
        f"**1** · **Turn 1**. {other} would have been stronger than {one}.\n",
        f"**2** · **Turn 2**. Hard luck came after {other}:\n**Ann** drew 3 cards.",
    ):
        assert told in hers
    for told in (
        f"**1** · **Turn 1**. Hard luck came after {one}.\n",
        f"**2** · **Turn 2**. Good luck came after {other}:\n**Ann** drew 3 cards.",
    ):
        assert told in his
    assert "**From 50% to 0%: luck \N{MINUS SIGN}30, skill \N{MINUS SIGN}20.**" in counted(found)
    assert "**From 70% to 100%: luck +30, skill 0.** No choice was surely a mistake." in counted(found, 102)
    assert "skill" not in counted(found, 999).split("-#")[0].replace("Luck and skill", ""), "of whom looks on, nothing"
    (alt,) = alts(analysis_messages.luck_and_skill(analysis_messages.for_user(found, 101), ""))
    assert "Bob: 70 to 100%." in alt
    assert "Luck:" not in alt


def test_luck_after_a_choice_that_mattered_is_named() -> None:
    game, chance = GAMES[ADVYRIA], Chance(SEED)
    state: Any = game.new(2, game.options(), chance)
    first, *_ = game.legal_moves(state)
    second, other, *_ = game.legal_moves(game.play(state, first, chance).state)
    even = Judged((500_000, 500_000), (500_000, 500_000), 8_000)
    well = changed(even, other=other, gain=-200_000, doubt=10_000)
    found, replay = analysed(ADVYRIA, 2, (first, second), (even, well), (WHOLE, 0))
    assert "Well chosen: **Set out from G2, the Hammer**, not " in said(found, replay, 102)
    assert "Then came hard luck:\n**Ann** drew 3 cards." in said(found, replay, 102)


def test_who_plays_for_points_is_told_points() -> None:
    game, chance = GAMES[ADVYRIA], Chance(SEED)
    state: Any = game.new(1, game.alone, chance)
    first, better, *_ = game.legal_moves(state)
    judged = (Judged((760_000,), (700_000,), 8_000, 14_000, better),)
    found, replay = analysed(ADVYRIA, 1, (first,), judged, (720_000,), points=100)
    one, other = "**Set out from G1, the Stag**", "**Set out from G2, the Hammer**"
    assert f"**1** · **Step 1**. {other} would have been stronger than {one}." in said(found, replay)
    told = counted(found)
    assert "**From 76 points to 72 points: luck +2, skill \N{MINUS SIGN}6.**" in told
    assert "**1** · Skill: the stronger move was worth 76 points, 6 ± 1 points more." in told


def test_the_chart_can_be_read_without_a_picture() -> None:
    found, _ = knot_lost()
    read_out = read(analysis_messages.luck_and_skill(analysis_messages.for_user(found, 101), ""), "words-only")
    assert not alts(read_out)
    for part in ("The chance to win", "at choice 1", "at the end", "Luck", "Skill"):
        assert part in text(read_out)


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
