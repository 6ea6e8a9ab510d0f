"""Everything that this package offers, over one open database."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from .announcements import Announcements
from .archive import Archive
from .database import Database
from .deadlines import Deadlines, Times
from .deals import Deals
from .followers import Followers
from .lobbies import Lobbies
from .months import Months
from .par import Pars
from .people import People
from .posts import Posts
from .privacy import Privacy
from .rankings import Rankings
from .results import Results
from .riddles import Riddles
from .solitaires import Solitaires
from .tables import Tables
from .thinking import Thinking
from .votes import Votes


@dataclass(frozen=True)
class Store:
    database: Database
    tables: Tables
    lobbies: Lobbies
    votes: Votes
    followers: Followers
    solitaires: Solitaires
    deals: Deals
    pars: Pars
    riddles: Riddles
    months: Months
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
    async def open(cls, path: Path, times: Times, thinkers: int = 1) -> Self:
        """`thinkers`: how many processes may think for computer players. Raises what Database.open raises."""
        database = await Database.open(path)
        tables, people = Tables(database, times), People(database)
        lobbies, deadlines = Lobbies(tables), Deadlines(database)
        return cls(
            database=database,
            tables=tables,
            lobbies=lobbies,
            votes=Votes(tables),
            followers=Followers(database),
            solitaires=Solitaires(tables),
            deals=Deals(tables),
            pars=Pars(database),
            riddles=Riddles(database),
            months=Months(database),
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
        """Write what is still unwritten, then release the file."""
        await self.thinking.close()
        await self.people.close()
        await self.database.close()
