"""Decorators that declare commands and presses. Users read their errors as sentences."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial, wraps
from typing import Any

from discord import app_commands
from discord.ext import commands

from ..discord.controls import JUDGED, Interaction, answered
from ..discord.needs import Acknowledge, Needs, Verb
from ..screens.press import Press
from ..services import Services

Pressed = Callable[[Any, Interaction, Press], Awaitable[None]]


class Cog(commands.Cog):
    """Some commands, and the presses that belong to them, with the services at hand."""

    def __init__(self, services: Services) -> None:
        self.services, self.client, self.store = services, services.client, services.store
        self.tables, self.presenter, self.loader = services.store.tables, services.presenter, services.loader
        self.solitaires, self.members, self.browsing = services.solitaires, services.members, services.browsing
        for name, member in vars(type(self)).items():
            if declared := getattr(member, "pressed", None):
                verb, needs, acknowledge, always = declared
                if acknowledge and acknowledge in vars(type(self)).values():
                    acknowledge = partial(acknowledge, self)
                services.client.handlers[verb] = Verb(needs, acknowledge, getattr(self, name), always)


def pressed(verb: str, needs: Needs, acknowledge: Any = None, *, always: bool = False) -> Callable[[Pressed], Pressed]:
    """Let a cog's method handle the presses of this verb by people who have what it `needs`.

    `acknowledge`: how, before that is known: a function of the interaction, or a method of the cog. It may be left out
    where the method does that itself because the verb names no table. `always`: see Verb.
    """

    def declared(handler: Pressed) -> Pressed:
        vars(handler)["pressed"] = verb, needs, acknowledge, always
        return handler

    return declared


def command(
    name: str, description: str, acknowledge: Acknowledge | None = None, /, *, always: bool = False, **options: str
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Make a cog's method a slash command, which runs once it is acknowledged. `options` describes each option.

    It obeys the rules of the server as presses do, unless `always`: see Verb.

    Only a `locale_str` is translated; otherwise discord.py would ask for a translation of each name, too.
    """

    def declared(handler: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        @wraps(handler)
        async def run(self: Any, interaction: Interaction, **chosen: Any) -> None:
            await answered(interaction, _do(self, interaction, chosen))

        async def _do(self: Any, interaction: Interaction, chosen: dict[str, Any]) -> None:
            if not always:
                interaction.extras[JUDGED] = partial(self.services.house_rules.require, interaction)
            if acknowledge:
                await acknowledge(interaction)
            await handler(self, interaction, **chosen)

        texts = {option: app_commands.locale_str(text) for option, text in options.items()}
        described = app_commands.describe(**texts)(run) if texts else run
        in_all = app_commands.locale_str(description)
        return app_commands.command(
            name=name, description=in_all, auto_locale_strings=False, extras={"always": always}
        )(described)

    return declared


def offered(texts: Mapping[Any, str | app_commands.locale_str]) -> list[app_commands.Choice[str]]:
    """The choices of an option. `texts`: what Discord shows, by value, in the language of whoever looks."""
    return [
        app_commands.Choice(name=app_commands.locale_str(text) if isinstance(text, str) else text, value=value)
        for value, text in texts.items()
    ]


def named(names: Mapping[Any, str]) -> list[app_commands.Choice[str]]:
    """The choices of an option for names, which are the same in every language."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]
