"""Interactions as Discord sends them, made readable for discord.py. Of other events see gateway.py, of Discord's
answers returns.py.

By Discord's description a field may be absent or null, or have a value that is new. discord.py takes some of them for
granted.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import discord
from discord.http import Route

from languages import of_discord, say, speaking

from .controls import TROUBLES, UNREADABLE, Client
from .returns import told_server

log = logging.getLogger(__name__)

Payload = dict[str, Any]
Parse = Callable[[Any], Any]

INTERACTION, SERVER = "INTERACTION_CREATE", "GUILD_CREATE"
COMMAND, COMPONENT, AUTOCOMPLETE, SHEET = 2, 3, 4, 5  # types of interactions
ANSWERED = (COMMAND, COMPONENT, SHEET)  # by a message
MESSAGE_ANSWER, CHOICES_ANSWER = 4, 8  # types of answers
MOST_BYTES = 10 * 2**20  # of a file, where Discord doesn't say more
PARTS = ("message", "channel", "guild", "data")
# What an interaction is read without, if discord.py can't read it with that
DISPENSABLE = (
    "channel",
    "message",
    "guild",
    "entitlements",
    "authorizing_integration_owners",
    "guild_locale",
    "context",
)


def guard(client: Client) -> None:
    """Read interactions and servers with what they lack. What is read, and how, is discord.py's own."""
    connection = client._connection
    read = partial(_read_interaction, client, connection.parse_interaction_create)
    connection.parsers[INTERACTION] = client.skipping(INTERACTION, read)
    connection.parsers[SERVER] = client.skipping(SERVER, lambda told: connection.parse_guild_create(told_server(told)))


def _read_interaction(client: Client, parse: Parse, payload: Payload) -> None:
    arrived = arrival(payload, client.application_id)
    bare = {name: value for name, value in arrived.items() if name not in DISPENSABLE}
    for attempt in (arrived, bare) if _has_person(arrived) else ():
        try:
            parse(attempt)
        except Exception as error:
            log.warning("Discord's interaction %s can't be read: %r", payload.get("id"), error)
        else:
            return
    if "id" in arrived and "token" in arrived:
        refusing = asyncio.ensure_future(_refuse(client, arrived))
        client.underway.add(refusing)
        refusing.add_done_callback(client.underway.discard)


def arrival(payload: Mapping[str, Any], application_id: int | None) -> Payload:
    """An interaction with what discord.py takes for granted. What is null is absent, and nothing gets an id of 0."""
    arrived = {
        name: _present(value) if name in PARTS and isinstance(value, Mapping) else value
        for name, value in _present(payload).items()
    }
    arrived.setdefault("version", 1)
    arrived.setdefault("application_id", application_id)
    arrived.setdefault("attachment_size_limit", MOST_BYTES)
    if "channel_id" in arrived:
        channel = arrived.setdefault("channel", {})
        channel.setdefault("id", arrived["channel_id"])
    if "guild_id" not in arrived and "id" in arrived.get("guild", {}):
        arrived["guild_id"] = arrived["guild"]["id"]
    if "user" in arrived.get("member", {}):
        arrived["member"] = {**arrived["member"], "user": _whole(arrived["member"]["user"])}
        if "guild_id" not in arrived:
            arrived.setdefault("user", arrived["member"]["user"])
    if "user" in arrived:
        arrived["user"] = _whole(arrived["user"])
    if "data" not in arrived and arrived.get("type") in (*ANSWERED, AUTOCOMPLETE):
        arrived["data"] = {}
    if arrived.get("type") in (COMPONENT, SHEET):
        for name, absent in (("custom_id", ""), ("component_type", 0), ("components", [])):
            arrived["data"].setdefault(name, absent)
    return arrived


def _has_person(arrived: Payload) -> bool:
    """Whether it says who acts: on a server a member of it."""
    user = (arrived.get("member", {}) if "guild_id" in arrived else arrived).get("user") or {}
    return "id" in user and "username" in user


def _whole(user: Payload | None) -> Payload:
    return {"avatar": None, "discriminator": "0", **(user or {})}


def _present(part: Mapping[str, Any]) -> Payload:
    return {name: value for name, value in part.items() if value is not None}


async def _refuse(client: discord.Client, arrived: Payload) -> None:
    """Say so, if that is possible. There is no discord.py object to answer with."""
    with speaking(of_discord(arrived.get("locale"))):
        text = {"type": discord.ComponentType.text_display.value, "content": say(UNREADABLE)}
    flags = discord.MessageFlags(ephemeral=True, components_v2=True).value
    said: Payload = {"type": MESSAGE_ANSWER, "data": {"flags": flags, "components": [text]}}
    nothing: Payload = {"type": CHOICES_ANSWER, "data": {"choices": []}}
    if arrived.get("type") not in (*ANSWERED, AUTOCOMPLETE):
        return
    names = {"webhook_id": arrived["id"], "webhook_token": arrived["token"]}
    route = Route("POST", "/interactions/{webhook_id}/{webhook_token}/callback", **names)
    try:
        await client.http.request(route, json=said if arrived["type"] in ANSWERED else nothing)
    except TROUBLES as error:
        log.info("Interaction %s could not be answered: %s", arrived["id"], error)
