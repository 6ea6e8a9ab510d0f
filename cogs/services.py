"""What every cog is handed."""

from .background.announcements import Announcer
from .background.deleted_lobbies import DeletedLobbies
from .background.house_rules import HouseRules
from .background.members import Members
from .background.server_logs import ServerLogs
from .delivery.loading import Loader
from .delivery.presenter import Presenter
from .delivery.solitaires import Solitaires
from .discord.browsing import Browsing
from .discord.controls import Client


class Services:
    def __init__(self, client: Client) -> None:
        """The client's store must be open."""
        self.client, self.store = client, client.store
        self.loader, self.browsing = Loader(client), Browsing()
        self.presenter = Presenter(client, self.loader)
        self.solitaires = Solitaires(client, self.loader, self.presenter)
        self.house_rules = HouseRules(client)
        self.members = Members(client, self.presenter, self.house_rules)
        self.deleted_lobbies = DeletedLobbies(client, self.presenter)
        self.server_logs = ServerLogs(client)
        self.announcer = Announcer(client, self.members)
