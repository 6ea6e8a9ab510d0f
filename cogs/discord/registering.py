"""Tells Discord which commands there are, if it doesn't know. It limits how often one may."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import aiohttp
import discord
from discord.http import Route

from host.patience import growing, passes, reason, wait_demanded

from .controls import Client

log = logging.getLogger("wyrmhall")

PATIENCE = 10.0  # seconds: a start that waits longer for this goes on, with the commands that Discord has
ADDED_BY_DISCORD = {"id", "application_id", "version", "guild_id", "dm_permission"}
TROUBLES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


class CommandsRefused(Exception):
    """Discord doesn't take the commands, and won't later. Its cause is Discord's answer."""


class Registrar:
    """Registers the commands, and tries again while that may help."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._later: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Register them, or go on trying beside the start. Raises CommandsRefused."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._register()
        except TROUBLES as error:
            if not passes(error):
                raise CommandsRefused from error
            self._later = asyncio.create_task(self._go_on(error))

    async def _go_on(self, error: Exception) -> None:
        pauses = growing()
        while True:
            pause = _pause(error, pauses)
            log.warning(
                "The commands aren't registered yet (%s): people use those that Discord has. Next try in %.0f s.",
                *(reason(error), pause),
            )
            await asyncio.sleep(pause)
            try:
                await self._register()
            except TROUBLES as again:
                if not passes(again):
                    log.error("Discord refuses the commands with %s. People use those that it has.", reason(again))
                    return
                error = again
            else:
                log.info("The commands are registered.")
                return

    async def _register(self) -> None:
        """Register them only if they differ from what Discord has."""
        client, translator = self._client, self._client.tree.translator
        assert client.application_id
        assert translator
        ours = [await command.get_translated_payload(client.tree, translator) for command in client.tree.get_commands()]
        # The library's own request leaves the translations out, and its models lose the contexts
        route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
        theirs = await client.http.request(route, params={"with_localizations": "true"})
        if _by_name(ours) != _by_name(theirs):
            await client.http.bulk_upsert_global_commands(client.application_id, ours)

    async def close(self) -> None:
        if self._later:
            self._later.cancel()
            await asyncio.gather(self._later, return_exceptions=True)


def _pause(error: Exception, pauses: Iterator[float]) -> float:
    demanded = wait_demanded(error) if isinstance(error, discord.RateLimited | discord.HTTPException) else None
    return demanded or next(pauses)


def _by_name(commands: Sequence[Any]) -> dict[str, Any]:
    """Sort commands by name: Discord keeps no order."""
    return {command["name"]: _essence(command) for command in commands}


def _essence(command: Any) -> Any:
    """A command without what Discord adds (ids) and leaves out (defaults), so that both sides can be compared."""
    if isinstance(command, dict):
        return {
            key: essence
            for key, value in command.items()
            if key not in ADDED_BY_DISCORD and (essence := _essence(value)) not in (None, False, [], {})
        }
    if isinstance(command, list):
        return [_essence(value) for value in command]
    return command
