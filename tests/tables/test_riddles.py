"""The riddle of the day: the same for everybody, one answer each, and nothing of the answer before."""

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from gettext import NullTranslations
from itertools import cycle
from math import hypot
from statistics import fmean
from typing import Any

import msgspec
import pytest

import languages
from engine import GAMES, Chance, decode, encode
from players import Weighed, puzzles
from players.answer import Answer, Question, answer
from players.playout import Playout
from players.puzzles import CARE, FEWEST_GAMES, Adviser, MadeRiddle, make
from players.solo_game import Ask, SoloGame
from tables.daily import attempts, riddles
from tables.daily.riddles import ReadyRiddle, Riddles, play_again, stored_riddle
from tables.people.privacy import Privacy
from tables.play.model import AlreadyApplied, Refused, Request
from tables.store.database import Where
from tables.tools import make_riddle
from tables.workers.jobs import TRIES

from .days import AWAY, DAY, HOME, SECRET, Clock, House, clock, house
from .riddles import MADE, SEED, best_of, fix, seed_of

ANN, BEN = 900001, 900002
KEY = "forest-of-wyr"  # the quickest
TOMORROW = DAY + timedelta(days=1)

__all__ = ["clock"]  # a fixture

_answer = cache(answer)  # the same question has the same answer, and tests ask the same ones


class Killed(BaseException):
    """As when the process ends there."""


async def ask(question: Question) -> bytes:
    return _answer(encode(question))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every day is the forest's, whose riddles are looked for late in its games, and believed without playing on."""
    care = replace(CARE[KEY], first=165, apart=0.03, weighings=1, questions=800, played_out=False, won=0.95)
    monkeypatch.setattr(riddles, "WEEK", (KEY,) * 7)
    monkeypatch.setattr(puzzles, "CARE", {**CARE, KEY: care})
    monkeypatch.setattr(puzzles, "CLEARLY", 1.0)


def who(here: House, user_id: int, guild_id: int = HOME) -> Request:
    return Request(user_id, f"user {user_id}", guild_id, guild_id * 10, next(here.interactions))


def kept(here: House) -> Any:
    return here.rows("SELECT date, made FROM riddles ORDER BY date")


async def due(here: House) -> Riddles:
    """Somebody has asked the day before; nobody has asked today, and nothing is made yet."""
    store = Riddles(here.database)
    await store.prepare()
    here.rows("UPDATE riddles SET made = NULL")
    return store


every_stored = pytest.mark.parametrize(
    ("game", "one"), [(game, one) for game, some in riddles.stored().items() for one in some]
)


async def refused(doing: Any) -> str:
    with pytest.raises(Refused) as error:
        await doing
    return str(error.value)


# -- What is asked


@every_stored
def test_one_move_is_clearly_best_and_none_is_absurd(game: str, one: ReadyRiddle) -> None:
    made = decode(MadeRiddle, bytes(one.made))
    best, *others = sorted(made.choices, key=lambda choice: -choice.expected)
    assert 2 <= len(others) <= 3
    for other in others:
        assert best.expected - other.expected > 3 * hypot(best.error, other.error)
        assert best.expected - other.expected >= CARE[game].apart
        assert other.expected >= CARE[game].sensible * best.expected
    assert made.choices[made.best] == best
    assert all(choice.reason.endswith(".") for choice in made.choices)
    assert (made.game, made.rules) == (game, GAMES[game].version), "make them anew: `tables.tools.make_riddle`"
    assert play_again(made, one.seed) == "same"
    assert play_again(made, SECRET) == "other", "another deal"
    assert play_again(msgspec.structs.replace(made, rules=99), one.seed) == "older rules"


@pytest.mark.slow
@every_stored
def test_a_seed_makes_the_same_riddle_whenever_it_is_made(game: str, one: ReadyRiddle) -> None:
    made = make_riddle.made(game, one.seed)
    assert made is not None
    now, then = decode(Any, encode(made)), decode(Any, bytes(one.made))
    for choice, before in zip(now.pop("choices"), then["choices"], strict=True):
        assert {**choice, "reason": ""} == {**before, "reason": ""}, "only its words may have changed"
    assert now == {name: then[name] for name in now}


@every_stored
def test_why_is_found_anew_for_who_reads_another_language(
    game: str, one: ReadyRiddle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here one whose words are the same."""
    made = decode(MadeRiddle, bytes(one.made))
    position = riddles.position_of(made, one.seed)
    view, moves = position.game.view, position.offered
    monkeypatch.setitem(languages.LOCALES, "xx", languages.LOCALES[languages.ENGLISH])
    languages.register("xx", NullTranslations())
    try:
        with languages.speaking("xx"):
            assert puzzles.reasons(made, view, moves) == tuple([choice.reason for choice in made.choices])
            assert puzzles.reasons(made, view, moves[::-1])[0] == made.choices[-1].reason, "not what is stored"
    finally:
        languages.withdraw("xx")


async def test_the_player_is_asked_by_views_alone(quick: None) -> None:
    asked = list[bytes]()

    async def noting(question: Question) -> bytes:
        asked.append(encode(question))
        return await ask(question)

    made = await make(KEY, SEED, noting)
    assert made is not None
    assert made == await make(KEY, SEED, ask), "the same once more"
    assert made != await make(KEY, SECRET, ask)
    assert asked
    assert not any(SEED.encode() in question for question in asked)


CHOICES = 10  # of each game that is played out below


def outcomes(results: Mapping[Any, Iterator[float]], games: list[Any]) -> Ask:
    """Of moves that are played out, by move; each is noted."""

    async def asked(question: Question) -> bytes:
        move = decode(GAMES[KEY].move, question.made)
        games.append(move)
        return encode(Answer(playout=Playout(next(results[move]), choices=CHOICES)))

    return asked


async def test_of_moves_that_are_played_out_those_are_offered_that_are_clearly_worse_and_sensible() -> None:
    position = SoloGame(GAMES[KEY], GAMES[KEY].alone or GAMES[KEY].options(), SEED)
    while len(position.moves) < 5:
        position.answer(await ask(position.question("rule")))
    moves, games = position.moves[:5], list[Any]()
    offered = [Weighed(move, 0.9 - number / 10, 0.03, "Why.") for number, move in enumerate(moves)]
    patterns = ([1, 0], [1], [0], [1, 1], [0, 1, 0])  # of games won, in turn
    results = {move: cycle(map(float, pattern)) for move, pattern in zip(moves, patterns, strict=True)}
    adviser = Adviser(outcomes(results, games), 10_000)
    found = await puzzles._played_out(position, offered, CARE[KEY], "luck", adviser)
    assert [one.move for one in found] == [moves[1], moves[0], moves[4]]
    best, *others = found
    assert best.expected == 1
    for other, worth in zip(others, (1 / 2, 1 / 3), strict=True):
        assert other.expected == pytest.approx(worth, abs=0.06)
        assert best.expected - other.expected > 3 * hypot(best.error, other.error)
    assert [games.count(move) for move in (moves[2], moves[3])] == [FEWEST_GAMES] * 2, "absurd, and as good as the best"
    assert best.error > 0, "it may still be lost"


async def test_moves_that_come_to_the_same_are_soon_given_up() -> None:
    position = SoloGame(GAMES[KEY], GAMES[KEY].alone or GAMES[KEY].options(), SEED)
    while len(position.moves) < 3:
        position.answer(await ask(position.question("rule")))
    moves, games = position.moves[:3], list[Any]()
    offered = [Weighed(move, 0.9 - number / 4, 0.03, "Why.") for number, move in enumerate(moves)]
    adviser = Adviser(outcomes({move: cycle([1.0, 0.0]) for move in moves}, games), 10_000)
    assert await puzzles._played_out(position, offered, CARE[KEY], "luck", adviser) == ()
    assert len(games) == 3 * FEWEST_GAMES
    games.clear()
    few = Adviser(outcomes({move: cycle([1.0, 0.0]) for move in moves}, games), 5 * (1 + CHOICES))
    with pytest.raises(puzzles._Spent):
        await puzzles._played_out(position, offered, CARE[KEY], "luck", few)
    assert len(games) == 5, "each choice that is made in them is counted"


@pytest.mark.slow
async def test_what_the_forest_tells_comes_true_with_other_luck() -> None:
    made = decode(MadeRiddle, encode(MADE[KEY]))
    position, moves = riddles.position_of(made, seed_of(KEY))
    adviser = Adviser(ask, 100_000)
    games = [await puzzles.play_once(position, moves, f"other luck {number}", adviser) for number in range(60)]
    shares = [fmean(results) for results in zip(*games, strict=True)]
    assert shares[made.best] == max(shares)
    for share, choice in zip(shares, made.choices, strict=True):
        assert share == pytest.approx(choice.expected, abs=4 * hypot(choice.error, 0.5 / len(games) ** 0.5))


def test_what_a_move_leads_to_tells_nothing_hidden() -> None:
    """Only where nothing is left to chance is there a next choice to look at; it doesn't depend on what lies hidden."""
    game = GAMES["hexaract"]
    attempt = SoloGame(game, game.alone or game.options(), SEED)
    other = attempt.copy()
    other._game.state = game.imagine(attempt.view, Chance("another deck"))
    for _ in range(30):
        after = [one.after(attempt.moves[-1]) for one in (attempt, other)]
        assert [one and one.view for one in after] == [after[0] and after[0].view] * 2
        if after[0] is None:
            break
        attempt, other = (one for one in after if one)
    else:
        pytest.fail("a round ends, and dice are rolled")


# -- When it is made


async def test_it_is_made_a_day_ahead_once_somebody_has_asked(where: Where, clock: Clock, quick: None) -> None:
    async with house(where) as here:
        store = Riddles(here.database)
        await store.make(ask)
        assert not kept(here), "nobody has asked"
        await asyncio.gather(*[store.prepare() for _ in range(3)])
        assert [row["date"] for row in kept(here) if row["made"] is None] == [str(TOMORROW)]
        await store.make(ask)
        made = {row["date"]: row["made"] for row in kept(here)}
        assert all(made.values())
        assert made[str(DAY)] != made[str(TOMORROW)]
        await store.prepare()
        assert {row["date"]: row["made"] for row in kept(here)} == made
        clock.set(days=1)
        riddle = await store.find(TOMORROW, ANN)
        (row,) = here.rows("SELECT seed FROM riddles WHERE date = ?", str(TOMORROW))
        position = riddles.position_of(decode(MadeRiddle, made[str(TOMORROW)].encode()), row["seed"])
        assert riddle.view == position.game.view


async def test_who_asks_first_never_waits(where: Where, clock: Clock, quick: None) -> None:
    """Nor who comes while the day's is still being made: that one comes to nothing then."""
    async with house(where) as here:
        store = Riddles(here.database)
        assert "no riddle" in await refused(store.find(DAY, ANN))
        await store.prepare()
        there = stored_riddle(DAY)
        made = decode(MadeRiddle, bytes(there.made))
        riddle = await store.find(DAY, ANN)
        assert (riddle.game, riddle.commitment) == (KEY, hashlib.sha256(bytes.fromhex(there.seed)).hexdigest())
        assert stored_riddle(DAY) != stored_riddle(DAY + timedelta(weeks=1)), "not the same one week after week"
    async with house(where) as here:
        store = await due(here)
        asked = list[Question]()

        async def meanwhile(question: Question) -> bytes:
            if not asked:
                await store.prepare()
            asked.append(question)
            return await ask(question)

        await store.make(meanwhile)
        assert asked
        assert (await store.find(DAY, ANN)).view == riddles.position_of(made, there.seed).game.view
        clock.set(days=1, hour=2)
        proof = await store.proof(DAY)
        assert proof
        assert (proof.moves, proof.found) == (len(decode(list[Any], made.moves)), "same")


async def test_a_kill_in_its_midst_changes_nothing(where: Where, clock: Clock, quick: None) -> None:
    async with house(where) as here:
        await due(here)
        seeds = here.rows("SELECT seed FROM riddles ORDER BY date")
        for survives in (0, 1, 20):
            left = iter(range(survives))

            async def until_killed(question: Question, left: Iterator[int] = left) -> bytes:
                if next(left, None) is None:
                    raise Killed
                return await ask(question)

            with pytest.raises(Killed):
                await Riddles(here.database).make(until_killed)
            assert [row["made"] for row in kept(here)] == [None, None], "nothing by halves"
    async with house(where) as here:

        async def over_midnight(question: Question) -> bytes:
            clock.set(days=1, hour=0, minute=1)
            return await ask(question)

        await Riddles(here.database).make(over_midnight)
        made = await make(KEY, seeds[0]["seed"], ask)
        assert made
        assert kept(here)[0]["made"] == encode(made).decode(), "as if nothing had happened"


async def test_what_fails_is_tried_a_few_times_and_told_without_cards(
    where: Where, clock: Clock, quick: None, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(where) as here:
        store, asked = await due(here), list[str]()

        async def failing(question: Question) -> bytes:
            asked.append(question.game)
            raise RuntimeError(f"a word about {decode(list[Any], question.moves)[0]}")

        with caplog.at_level(logging.ERROR):
            for _ in range(TRIES + 2):
                await store.make(failing)
        assert len(asked) == 2 * TRIES
        told = {record.getMessage() for record in caplog.records}
        assert told == {f"The riddle of {day} can't be made: RuntimeError" for day in (DAY, TOMORROW)}
        await store.prepare()
        assert (await store.find(DAY, ANN)).game == KEY, "there is one all the same"


async def test_a_day_whose_game_has_no_clear_position_gets_one_of_another(
    where: Where, clock: Clock, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riddles, "WEEK", ("hexaract",) * 7)
    monkeypatch.setattr(riddles, "INSTEAD", ("hexaract", KEY))
    monkeypatch.setattr(puzzles, "CARE", {**puzzles.CARE, "hexaract": replace(CARE["hexaract"], questions=0)})
    async with house(where) as here:
        store = await due(here)
        await store.make(ask)
        assert (await store.find(DAY, ANN)).game == KEY


# -- Answers


async def test_nothing_of_the_answer_is_known_before_it_is_given(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store = Riddles(here.database)
        fix(here, DAY)
        fix(here, TOMORROW, KEY)
        before = await store.find(DAY, ANN)
        assert before
        assert (before.solution, before.seed) == (None, None)
        told = repr(before)
        for choice in MADE["hexaract"]["choices"]:
            assert choice["reason"] not in told
            assert str(choice["expected"]) not in told
        await store.answer(DAY, best_of("hexaract"), who(here, BEN))
        assert await store.find(DAY, ANN) == before, "what others answer tells nothing"
        for doing in (store.find(TOMORROW, ANN), store.answer(TOMORROW, 0, who(here, ANN))):
            assert "no " in await refused(doing)
        assert await store.proof(TOMORROW) is None
        clock.set(days=1, hour=1, minute=59)
        assert await store.find(DAY, ANN) == before
        proof = await store.proof(DAY)
        assert proof
        assert (proof.seed, proof.found) == (None, None)
        clock.set(days=1, hour=2)
        closed = await store.find(DAY, ANN)
        assert closed
        assert closed.solution
        assert (closed.solution.own, closed.solution.best) == (None, best_of("hexaract"))
        assert closed.seed == SEED
        proof = await store.proof(DAY)
        assert proof
        assert (proof.seed, proof.moves, proof.found) == (SEED, len(MADE["hexaract"]["moves"]), "same")


async def test_the_first_answer_counts_whatever_comes_after(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store, best = Riddles(here.database), best_of("hexaract")
        fix(here, DAY)
        other = next(number for number in range(3) if number != best)
        pressed = who(here, ANN)
        riddle, counts = await store.answer(DAY, other, pressed)
        assert counts
        assert riddle.solution
        assert (riddle.solution.own, riddle.solution.best, sum(riddle.solution.answers)) == (other, best, 1)
        before = here.rows("SELECT * FROM riddle_answers"), here.rows("SELECT * FROM riddle_tallies")
        with pytest.raises(AlreadyApplied):
            await store.answer(DAY, other, pressed)
        for again in (who(here, ANN), who(here, ANN, AWAY)):
            riddle, counts = await store.answer(DAY, best, again)
            assert not counts
            assert riddle.solution
            assert riddle.solution.own == other
        assert before == (here.rows("SELECT * FROM riddle_answers"), here.rows("SELECT * FROM riddle_tallies"))


async def test_of_two_presses_on_two_servers_at_once_one_counts(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        fix(here, DAY)
        stores = Riddles(here.database), Riddles(here.database)
        presses = [(stores[n % 2], n % 3, who(here, ANN, (HOME, AWAY)[n % 2])) for n in range(8)]
        answered = await asyncio.gather(*[store.answer(DAY, choice, by) for store, choice, by in presses])
        assert sum(counts for _, counts in answered) == 1
        assert len({riddle.solution and riddle.solution.own for riddle, _ in answered}) == 1
        assert here.rows("SELECT sum(answers) AS all_of_them FROM riddle_tallies") == [{"all_of_them": 1}]


async def test_deleting_what_is_stored_gives_no_second_answer(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store = Riddles(here.database)
        privacy = Privacy(here.tables, here.lobbies, here.people)
        fix(here, DAY)
        await store.answer(DAY, 0, who(here, ANN))
        await privacy.delete(ANN)
        assert not here.rows("SELECT 1 FROM riddle_answers")
        riddle, counts = await store.answer(DAY, best_of("hexaract"), who(here, ANN))
        assert not counts
        assert riddle.solution
        assert riddle.solution.own is None
        assert not here.rows("SELECT 1 FROM riddle_answers")
        assert here.rows("SELECT sum(answers) AS all_of_them FROM riddle_tallies") == [{"all_of_them": 1}]
        assert [row["game"] for row in (await here.export(ANN))["used_attempts"]] == [attempts.RIDDLE]


async def test_hand_made_choices_change_nothing(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store = Riddles(here.database)
        fix(here, DAY)
        before = here.everything()
        for day, choice in ((DAY, 3), (DAY, -1), (DAY, 9**15), (TOMORROW, 0), (date.min, 0), (date.max, 0)):
            assert "no such riddle" in await refused(store.answer(day, choice, who(here, ANN)))
        assert here.everything() == before


async def test_after_the_close_an_answer_is_for_practice(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store = Riddles(here.database)
        fix(here, DAY)
        clock.set(days=1, hour=1, minute=59)
        assert (await store.answer(DAY, 0, who(here, BEN)))[1], "after midnight there are two more hours"
        clock.set(days=1, hour=2)
        before = here.rows("SELECT * FROM riddle_answers"), here.rows("SELECT * FROM riddle_tallies")
        riddle, counts = await store.answer(DAY, 0, who(here, ANN))
        assert not counts
        assert riddle.solution
        assert riddle.solution.own is None
        assert before == (here.rows("SELECT * FROM riddle_answers"), here.rows("SELECT * FROM riddle_tallies"))


async def test_a_streak_is_of_days_with_an_answer(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store, best = Riddles(here.database), best_of("hexaract")
        assert await store.streak(ANN) == riddles.RiddleStreak(0, 0, 0)
        for day in (0, 1, 3, 4):
            clock.set(days=day)
            fix(here, clock.today)
            await store.answer(clock.today, best if day % 2 else 0, who(here, ANN))
        found = 2 + (2 if best == 0 else 0)
        assert await store.streak(ANN) == riddles.RiddleStreak(2, 4, found)
        clock.set(days=6, hour=1, minute=59)
        assert (await store.streak(ANN)).current == 2, "yesterday's is still open"
        clock.set(days=6, hour=2)
        assert (await store.streak(ANN)).current == 0
