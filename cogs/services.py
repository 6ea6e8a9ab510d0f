"""What every cog is handed."""

from dataclasses import dataclass

from tables import Store

from .announcements import Announcer
from .browsing import Browsing
from .controls import Client
from .delivery.loading import Loader
from .delivery.presenter import Presenter
from .members import Members
from .solitaires import Solitaires


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
