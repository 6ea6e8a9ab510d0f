"""Everything that this package offers, over one open database."""

from dataclasses import dataclass
from typing import Self

from .boards.rankings import Rankings
from .boards.seasons import Seasons
from .daily.announcements import Announcements
from .daily.deals import Deals
from .daily.months import Months
from .daily.par import Pars
from .daily.recaps import Recaps
from .daily.riddles import Riddles
from .daily.weeks import Weeks
from .history.analyses import Analyses
from .history.archive import Archive
from .history.retries import Retries
from .people.aways import Aways
from .people.learners import Lessons
from .people.people import People
from .people.presence import Presence
from .people.privacy import Privacy
from .people.profile import Profiles
from .people.servers import Servers
from .play.absences import Absences
from .play.alerts import Alerts
from .play.company import Company
from .play.departures import Departures
from .play.followers import Followers
from .play.lobbies import Lobbies
from .play.moderation import Moderation
from .play.posts import Posts
from .play.results import Results
from .play.solitaires import Solitaires
from .play.tables import Tables
from .play.timers import Timers, Times
from .play.votes import Votes
from .play.waiting import Waiting
from .store.database import Database, Where
from .workers.computer_turns import ComputerTurns


@dataclass(frozen=True)
class Store:
    database: Database
    tables: Tables
    lobbies: Lobbies
    votes: Votes
    moderation: Moderation
    waiting: Waiting
    departures: Departures
    followers: Followers
    company: Company
    alerts: Alerts
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
    retries: Retries
    results: Results
    rankings: Rankings
    profiles: Profiles
    people: People
    presence: Presence
    aways: Aways
    servers: Servers
    privacy: Privacy
    announcements: Announcements
    timers: Timers
    absences: Absences
    posts: Posts
    thinking: ComputerTurns
    archive: Archive

    @classmethod
    async def open(cls, where: Where, times: Times, thinkers: int = 1) -> Self:
        """Open everything, with so many processes that think for computer players. Raises what Database.open raises."""
        return cls._over(await Database.open(where), times, thinkers)

    @classmethod
    def _over(cls, database: Database, times: Times, thinkers: int) -> Self:
        tables, people = Tables(database, times), People(database)
        lobbies, timers = Lobbies(tables), Timers(database)
        return cls(
            database=database,
            tables=tables,
            lobbies=lobbies,
            votes=Votes(tables),
            moderation=Moderation(tables, lobbies),
            waiting=Waiting(tables),
            departures=Departures(database),
            followers=Followers(database),
            company=Company(tables),
            alerts=Alerts(database),
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
            retries=Retries(tables),
            results=Results(database),
            rankings=Rankings(database),
            profiles=Profiles(database),
            people=people,
            presence=Presence(),
            aways=Aways(database, people, times),
            servers=Servers(database),
            privacy=Privacy(tables, lobbies, people),
            announcements=Announcements(database),
            timers=timers,
            absences=Absences(database, times),
            posts=Posts(database),
            thinking=ComputerTurns(tables, timers, thinkers),
            archive=Archive(database),
        )

    async def close(self) -> None:
        """Write what is still unwritten, then let go of the database."""
        await self.thinking.close()
        await self.people.close()
        await self.database.close()
