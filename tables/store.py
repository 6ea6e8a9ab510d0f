"""Everything that this package offers, over one open database."""

from dataclasses import dataclass
from typing import Self

from .analyses import Analyses
from .announcements import Announcements
from .archive import Archive
from .database import Database, Where
from .deadlines import Deadlines, Times
from .deals import Deals
from .followers import Followers
from .lessons import Lessons
from .lobbies import Lobbies
from .months import Months
from .par import Pars
from .people import People
from .posts import Posts
from .privacy import Privacy
from .rankings import Rankings
from .recaps import Recaps
from .results import Results
from .riddles import Riddles
from .seasons import Seasons
from .solitaires import Solitaires
from .tables import Tables
from .thinking import Thinking
from .votes import Votes
from .weeks import Weeks


@dataclass(frozen=True)
class Store:
    database: Database
    tables: Tables
    lobbies: Lobbies
    votes: Votes
    followers: Followers
    solitaires: Solitaires
    lessons: Lessons
    deals: Deals
    pars: Pars
    riddles: Riddles
    weeks: Weeks
    seasons: Seasons
    months: Months
    recaps: Recaps
    analyses: Analyses
    results: Results
    rankings: Rankings
    people: People
    privacy: Privacy
    announcements: Announcements
    deadlines: Deadlines
    posts: Posts
    thinking: Thinking
    archive: Archive

    @classmethod
    async def open(cls, where: Where, times: Times, thinkers: int = 1) -> Self:
        """`thinkers`: how many processes may think for computer players. Raises what Database.open raises."""
        database = await Database.open(where)
        tables, people = Tables(database, times), People(database)
        lobbies, deadlines = Lobbies(tables), Deadlines(database)
        return cls(
            database=database,
            tables=tables,
            lobbies=lobbies,
            votes=Votes(tables),
            followers=Followers(database),
            solitaires=Solitaires(tables),
            lessons=Lessons(database),
            deals=Deals(tables),
            pars=Pars(database),
            riddles=Riddles(database),
            weeks=Weeks(database),
            seasons=Seasons(database),
            months=Months(database),
            recaps=Recaps(database),
            analyses=Analyses(tables),
            results=Results(database),
            rankings=Rankings(database),
            people=people,
            privacy=Privacy(tables, lobbies, people),
            announcements=Announcements(database),
            deadlines=deadlines,
            posts=Posts(database),
            thinking=Thinking(tables, deadlines, thinkers),
            archive=Archive(database),
        )

    async def close(self) -> None:
        """Write what is still unwritten, then let go of the database."""
        await self.thinking.close()
        await self.people.close()
        await self.database.close()
