"""How often people win their first games at a level: counted from what is stored, of many, by kind of table."""

from itertools import count

from engine import Data, Outcome
from tables.play.model import Request, Table
from tables.play.newcomers import ENOUGH, FIRST, Newcomers
from tables.play.odds import ODDS
from tables.play.solitaires import Solitaires
from tables.store.database import Where

from .days import HOME, House, house
from .test_rankings import end

FOREST = "forest-of-wyr"
EASY, *_, HARD = [level.of(FOREST, solo=True) for level in ODDS[FOREST][1, 0]]
KNOT = "wyverns-knot"
PEOPLE = range(501, 508)  # so few have ENOUGH first games together
WON = 4  # of them win a game

places = count(100)  # a channel for each table


async def alone(here: House, user: int, options: Data) -> Table:
    asked = Request(user, "Ann", None, next(places), next(here.interactions))
    table = await Solitaires(here.tables).start(FOREST, asked, options)
    await Solitaires(here.tables).give_up(table.id, user, None)
    return table


async def in_company(here: House, user: int, *, stands_in: bool = False) -> Table:
    """A game of Wyvern's Knot of one person with two experts, lost."""
    table = await here.lobbies.open(KNOT, Request(user, "Ann", HOME, next(places), next(here.interactions)))
    for _ in range(2):
        table = await here.lobbies.add_computer(table.id, user, "strong", next(here.interactions))
    table = await here.lobbies.start(table.id, user, next(here.interactions))
    if stands_in:
        here.rows("UPDATE computers SET stands_in = TRUE WHERE table_id = ?", table.id)
    await end(here, table, Outcome((), (0,) * 3, False))
    return table


def won(here: House, *tables: Table) -> None:
    for table in tables:
        here.rows("UPDATE results SET won = TRUE WHERE table_id = ? AND user_id IS NOT NULL", table.id)


async def test_first_games_are_counted_by_level_once_there_are_enough(where: Where) -> None:
    async with house(where) as here:
        newcomers = Newcomers(here.database)
        firsts = [await alone(here, user, EASY) for _ in range(FIRST) for user in PEOPLE]
        assert len(firsts) == ENOUGH + 1
        won(here, *firsts[:WON])
        assert newcomers.won(firsts[0]) is None, "not counted yet"
        await newcomers.count()
        assert newcomers.won(firsts[0]) == round(100 * WON / len(firsts))
        hard = [await alone(here, user, HARD) for user in PEOPLE]
        won(here, *hard, *[await alone(here, user, EASY) for user in PEOPLE])
        await newcomers.count()
        assert newcomers.won(firsts[0]) == round(100 * WON / len(firsts)), "these aren't their first ones any more"
        assert newcomers.won(hard[0]) is None, "nor are those"
        here.rows("UPDATE results SET unfinished = TRUE WHERE table_id = ?", firsts[0].id)
        here.rows("UPDATE results SET user_id = NULL WHERE table_id = ?", firsts[1].id)
        await newcomers.count()
        assert newcomers.won(firsts[0]) is None, f"{ENOUGH - 1} are left"


async def test_company_makes_a_level_and_stand_ins_make_none(where: Where) -> None:
    async with house(where) as here:
        newcomers = Newcomers(here.database)
        tables = [await in_company(here, user) for user in range(600, 600 + ENOUGH)]
        won(here, *tables[: ENOUGH // 2], *[await in_company(here, 700, stands_in=True)])
        await newcomers.count()
        assert newcomers.won(await here.tables.get(tables[0].id)) == 50
        learner = await here.lobbies.open(KNOT, Request(800, "Ann", HOME, next(places), next(here.interactions)))
        for strength in ("strong", "middle"):
            learner = await here.lobbies.add_computer(learner.id, 800, strength, next(here.interactions))
        assert newcomers.won(learner) is None, "with a learner it is another level"
