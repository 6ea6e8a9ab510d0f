"""What every cog is handed."""

from dataclasses import dataclass

from tables.services import Store

from .background.announcements import Announcer
from .background.members import Members
from .delivery.loading import Loader
from .delivery.presenter import Presenter
from .delivery.solitaires import Solitaires
from .discord.browsing import Browsing
from .discord.controls import Client


@dataclass(frozen=True, kw_only=True)
class Services:
    client: Client
    loader: Loader
    presenter: Presenter
    solitaires: Solitaires
    announcer: Announcer
    members: Members
    browsing: Browsing

    @property
    def store(self) -> Store:
        return self.client.store


def services(client: Client) -> Services:
    """Make them all. The client's store must be open."""
    loader = Loader(client)
    presenter = Presenter(client, loader)
    return Services(
        client=client,
        loader=loader,
        presenter=presenter,
        solitaires=Solitaires(client, loader, presenter),
        announcer=Announcer(client),
        members=Members(client, presenter),
        browsing=Browsing(),
    )
