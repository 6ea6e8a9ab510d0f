"""Why?: what each choice of a panel gives and risks, told to whoever asks and to nobody else."""

from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from cogs.screens import hints as told_hints
from cogs.screens import picker
from cogs.screens.press import Press
from engine import GAMES, Chance, encode
from players import PLAYERS
from players.answer import Question, answer, read_opinion
from tables.workers import computer_turns

from ..screens.test_panels import situations
from .hall import Actor, World, labels, leads, text, world
from .hall import answer as said_to
from .solitaires import start
from .test_daily_on_discord import HEXARACT, finish, hall, play, press_by_hand
from .test_hints_on_discord import ASK, ask, at_a_table, back, hints, rarely, told, turn_of
from .test_leaks import other, position

KNOT = "wyverns-knot"
WHY, TITLE = "Why?", "### Why?"
ALONE = [key for key in PLAYERS if GAMES[key].alone is not None]


def by_hand(here: World, *path: str) -> Press:
    return Press("why", here.table()["id"], here.table()["version"], path)


async def ask_why(here: World, actor: Actor, message: ResponseMessage) -> ResponseMessage:
    return await told(here, actor, message, WHY, TITLE)


@pytest.mark.parametrize("game", rarely(ALONE))
async def test_why_tells_of_the_choices_and_leads_back_to_them(tmp_path: Path, game: str) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        actor = ann if max(GAMES[game].seats) == 1 else ann.user
        message = await start(here, actor, game)
        choices, version = {lead.path for lead in leads(message)}, here.table()["version"]
        why = await ask_why(here, actor, message)
        assert [lead.path for lead in leads(why)] == [()], "a phone has no room for them beside the reasons"
        assert text(why).count("**:") >= 1
        assert (hints(here), here.table()["version"]) == (1, version)
        await back(here, actor, message)
        await ask(here, actor, message)
        assert hints(here) == 1, "a hint about the same position is the same hint"
        await back(here, actor, message)
        assert {lead.path for lead in leads(message)} == choices


async def test_each_step_of_a_panel_can_be_asked_why(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position(KNOT, 3, 0))
        who = turn_of(here, seats)
        panel = await here.play(who)
        await here.press(who, panel, WHY)
        assert TITLE in text(panel), "in their own panel"
        assert "Scout an egg" in text(panel)
        await here.press(who, panel, "Back")
        assert TITLE not in text(panel)
        await here.press(who, panel, next(label for label in labels(panel) if label.startswith("Scout")))
        await here.press(who, panel, WHY)
        assert TITLE in text(panel)
        assert "All of them" in text(panel), "sixteen names would say no more"
        assert "Nobody knows this egg" in text(panel)
        assert hints(here) == 1
        await here.press(who, panel, "Back")
        assert TITLE not in text(panel)
        assert {lead.path[:1] for lead in leads(panel) if len(lead.path) > 1} == {("scout",)}, "where they asked"
        assert TITLE not in "".join(map(text, here.messages()))


async def test_nobody_is_told_why_where_the_result_counts(tmp_path: Path) -> None:
    """In a deal of the day, and at a table of several whose host hasn't allowed hints."""
    async with hall(tmp_path) as here:
        ann, _ = here.members
        message = await play(here, ann, HEXARACT)
        table = here.table()
        assert WHY not in labels(message)
        first = next(lead.path for lead in leads(message) if lead.path)
        for path in ((), first, ("nonsense",)):
            assert "without hints" in said_to(await press_by_hand(here, ann, by_hand(here, *path)))
        assert here.table() == table
        message = await finish(here, ann, HEXARACT)
        assert WHY not in labels(message)
        assert "without hints" in said_to(await press_by_hand(here, ann, by_hand(here)))
        await here.press(ann.user, message, "Practice")
        assert TITLE in text(await ask_why(here, ann.user, here.direct_messages(ann)[-1]))


async def test_a_table_without_hints_has_no_why(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position(KNOT, 3, 9), hints=None)
        who, table = turn_of(here, seats), here.table()
        assert WHY not in labels(await here.play(who))
        assert "plays without hints" in said_to(await press_by_hand(here, who, by_hand(here)))
        assert here.table() == table


async def test_what_is_asked_by_hand_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "Zoe") as here:
        seats = await at_a_table(here, position(KNOT, 3, 9))
        who, zoe = turn_of(here, seats), here.members[-1]
        waiting = next(member for member in seats if member is not who)
        assert "isn't your turn" in said_to(await press_by_hand(here, waiting, by_hand(here)))
        assert "don't sit" in said_to(await press_by_hand(here, zoe, by_hand(here)))
        for path in (("nonsense",), ("advance", "9"), ("+", "999")):
            assert picker.NOT_ANY_MORE in said_to(await press_by_hand(here, who, by_hand(here, *path)))
        old = Press("why", here.table()["id"], here.table()["version"] - 1)
        assert "moved on" in said_to(await press_by_hand(here, who, old))
        assert hints(here) == 0


async def test_whoever_turns_it_off_has_no_such_button(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, HEXARACT)
        assert WHY in labels(message)
        await here.slash(ann, "preferences", why="off")
        assert WHY not in labels(message), "at once, in the game that is open"
        board = (await here.slash(ann, "board")).response
        assert board
        assert WHY not in labels(board)
        assert ASK in labels(board)


@pytest.mark.parametrize("label", [ASK, WHY])
async def test_whoever_gets_no_answer_in_time_is_told_so_and_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position(KNOT, 3, 9))
        who = turn_of(here, seats)
        panel = await here.play(who)
        offered = labels(panel)
        monkeypatch.setattr(computer_turns, "SOON", 0)
        await here.press(who, panel, label)
        assert told_hints.NO_HINT in text(panel)
        assert labels(panel) == offered, "the turn goes on"
        assert hints(here) == 0
        monkeypatch.undo()
        await here.press(who, panel, label)
        assert told_hints.NO_HINT not in text(panel)
        assert hints(here) == 1


async def test_why_depends_on_nothing_that_its_asker_cannot_see(tmp_path: Path) -> None:
    """Two halls that look the same to whoever is to move, with other hidden cards."""
    here_at = position(KNOT, 3, 9)
    there_at = other(here_at, GAMES[KNOT].to_act(here_at.state))
    assert there_at.state != here_at.state
    told = []
    for name, at in (("here", here_at), ("there", there_at)):
        folder = tmp_path / name
        folder.mkdir()
        async with world(folder, "Ann", "Bob", "Cat") as here:
            seats = await at_a_table(here, at)
            panel = await here.play(turn_of(here, seats))
            await here.press(turn_of(here, seats), panel, WHY)
            told.append(text(panel))
    assert told[0] == told[1]
    assert TITLE in told[0]


@pytest.mark.parametrize("key", rarely([*PLAYERS]))
def test_every_choice_of_a_panel_has_its_sentence(key: str) -> None:
    """In positions of whole games: each that makes moves is told of by itself, with what its last move does."""
    game = GAMES[key]
    for now in [*situations(key)][::6]:
        question = picker.next_question(now, ())
        assert isinstance(question, picker.Question)
        wished = told_hints.moves_to_weigh(question, now)
        asked = Question.about(game, "opinion", "strong", now.view, now.legal, (), luck="why", wished=wished)
        opinion = read_opinion(game, answer(encode(asked)), now.legal)
        assert len(opinion.reasons) == len(wished)
        assert all(reason == reason.strip() != "" for reason in opinion.reasons)
        alike = game.view(game.imagine(now.view, Chance("alike")), game.to_act(game.imagine(now.view, Chance("alike"))))
        assert alike == now.view
