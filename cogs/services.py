"""What every cog is handed."""

from dataclasses import dataclass

from tables import Store

from .announcements import Announcer
from .browsing import Browsing
from .controls import Client
from .display.panels import Panels
from .display.presenter import Presenter
from .display.solitaire_messages import SolitaireMessages
from .members import Members


@dataclass(frozen=True, kw_only=True)
class Services:
    client: Client
    panels: Panels
    presenter: Presenter
    solitaire_messages: SolitaireMessages
    announcer: Announcer
    members: Members
    browsing: Browsing

    @property
    def store(self) -> Store:
        return self.client.store


def services(client: Client) -> Services:
    """Make them all. The client's store must be open."""
    panels = Panels(client)
    presenter = Presenter(client, panels)
    return Services(
        client=client,
        panels=panels,
        presenter=presenter,
        solitaire_messages=SolitaireMessages(client, panels, presenter),
        announcer=Announcer(client),
        members=Members(client, presenter),
        browsing=Browsing(),
    )
