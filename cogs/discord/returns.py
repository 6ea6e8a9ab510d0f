"""Discord's answers to the bot's own requests, and what it tells of servers, made readable for discord.py. Of
interactions see arrivals.py.

By Discord's description a field may be absent or null, or have a value that is new. discord.py takes some of them for
granted, and reads many that the bot has no use for. So of an answer only what the bot needs is handed on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import aiohttp
from discord.http import HTTPClient, Route
from discord.webhook.async_ import async_context

Payload = dict[str, Any]
Request = Callable[..., Any]

PRIVATE = (1, 3)  # types of channels
ROW, BUTTON, IN_A_ROW = 1, 2, 5  # kinds of components, and how many buttons stand side by side
A_DAY = 24 * 3600 * 1000  # milliseconds
LONG_AGO = "2015-01-01T00:00:00+00:00"
SECURED = "wss://gateway.discord.gg"
A_SESSION_LIMIT = {"total": 1000, "remaining": 1000, "reset_after": A_DAY, "max_concurrency": 1}  # Discord's usual one
NO_THREAD: Payload = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": LONG_AGO}
AS_ANYWHERE: Payload = {"name": "", "position": 0, "bitrate": 64_000, "user_limit": 0, "permission_overwrites": []}
OF_A_MESSAGE = ("channel_id", "webhook_id", "flags", "type", "content")
OF_A_SERVER = ("name", "owner_id", "features", "preferred_locale", "description")
OF_A_TOLD_SERVER = ("roles", "members", "member_count", "unavailable", "large", "system_channel_id")
OF_A_USER = ("username", "global_name", "discriminator", "avatar", "bot")


class Unreadable(aiohttp.ClientError):
    """Discord has answered in a form that can't be read. What was asked for may be done."""

    def __init__(self, route: Any) -> None:
        super().__init__(f"its answer to {route.method} {route.path} can't be read")


def guard(http: HTTPClient) -> None:
    """Read all answers by `readable`: those to the bot's own token, and those to the tokens of interactions."""
    http.request = partial(_asked, http.request)  # type: ignore[method-assign]
    adapter = async_context.get()
    adapter.request = partial(_asked, adapter.request)  # type: ignore[method-assign]


async def _asked(request: Request, route: Route, *args: Any, **how: Any) -> Any:
    return readable(route, await request(route, *args, **how))


def readable(route: Route, answer: Any) -> Any:
    """An answer with what discord.py takes for granted. Raises Unreadable if it lacks what nobody can make up."""
    read = READ.get(route.path)
    if read is None or route.method == "DELETE":
        return answer
    try:
        listed = route.method == "GET" and route.path in LISTED
        return _each(read, answer or []) if listed else read(answer)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Unreadable(route) from error


# -- Kinds of answers. Each may raise the errors above


def _message(answer: Any) -> Payload:
    given = _present(answer)
    message = {"type": 0, "content": "", "flags": 0} | {name: given[name] for name in OF_A_MESSAGE if name in given}
    message["id"] = _id(given)
    if "author" in given:
        message["author"] = _user(given["author"])
    buttons = [
        {"type": BUTTON, "style": BUTTON, "label": "-", "custom_id": custom_id}
        for custom_id in _custom_ids(given.get("components", ()))
    ]
    rows = range(0, len(buttons), IN_A_ROW)
    message["components"] = [{"type": ROW, "components": buttons[at : at + IN_A_ROW]} for at in rows]
    return message


def _custom_ids(components: Any) -> Iterator[str]:
    """What the controls of a message mean, in their order: all that is read of its components."""
    for part in components if isinstance(components, Sequence) else ():
        if not isinstance(part, Mapping):
            continue
        if isinstance(part.get("custom_id"), str):
            yield part["custom_id"]
        yield from _custom_ids(part.get("components", ()))
        yield from _custom_ids([part.get("accessory")])


def _of_webhook(answer: Any) -> Any:
    """A message, or nothing, if nobody waits for it."""
    return _message(answer) if answer else answer


def _user(answer: Any) -> Payload:
    given = _present(answer)
    user = {"username": "", "discriminator": "0", "avatar": None}
    return user | {name: given[name] for name in OF_A_USER if name in given} | {"id": _id(given)}


def _member(answer: Any) -> Payload:
    given = _present(answer)
    return {"flags": 0} | given | {"roles": given.get("roles", []), "user": _user(given["user"])}


def _channel(answer: Any) -> Payload:
    given = _present(answer)
    channel = {**AS_ANYWHERE, **given, "id": _id(given), "type": given["type"]}
    if channel["type"] not in PRIVATE:
        _id({"id": given["guild_id"]})
    if "recipients" in given:
        channel["recipients"] = _each(_user, given["recipients"])
    return channel


def _thread(answer: Any) -> Payload:
    given = _present(answer)
    thread = {"parent_id": 0, "owner_id": 0, "name": "", "type": 11, "message_count": 0, "member_count": 0} | given
    thread.pop("member", None)
    return thread | {"id": _id(given), "thread_metadata": NO_THREAD | _present(given.get("thread_metadata", {}))}


def _place(answer: Any) -> Payload:
    return _thread(answer) if "thread_metadata" in answer else _channel(answer)


def _server(answer: Any) -> Payload:
    given = _present(answer)
    return {name: given[name] for name in OF_A_SERVER if name in given} | {"id": _id(given), "roles": given["roles"]}


def told_server(told: Any) -> Payload:
    """A server as the gateway tells of it. Channels and threads that can't be read are left out."""
    given = _present(told)
    server = {name: given[name] for name in (*OF_A_SERVER, *OF_A_TOLD_SERVER) if name in given} | {"id": _id(given)}
    place = {"guild_id": server["id"]}
    for name, read in (("channels", _channel), ("threads", _thread)):
        server[name] = _each(read, [{**one, **place} for one in given.get(name, [])])
    return server


def _emoji(answer: Any) -> Payload:
    given = _present(answer)
    if not isinstance(given["name"], str):
        raise TypeError
    return {"id": _id(given), "name": given["name"]}


def _emojis(answer: Any) -> Payload:
    return {"items": _each(_emoji, _present(answer).get("items", []))}


def _application(answer: Any) -> Payload:
    given = _present(answer)
    usual = {"name": "", "description": "", "icon": None, "bot_public": True, "bot_require_code_grant": False}
    kept = {name: given[name] for name in (*usual, "flags", "interactions_endpoint_url") if name in given}
    owner = {"id": _id(given), "username": "", "discriminator": "0", "avatar": None}  # the bot doesn't ask who it is
    return {**usual, **kept, "id": _id(given), "owner": owner, "verify_key": ""}


def _ways_in(answer: Any) -> Payload:
    given = _present(answer)
    limit = A_SESSION_LIMIT | _present(given.get("session_start_limit", {}))
    return {"url": given.get("url", SECURED), "shards": given.get("shards", 1), "session_start_limit": limit}


def _commands(answer: Any) -> list[Payload]:
    return [command for command in answer or () if isinstance(command.get("name"), str)]


def _callback(_answer: Any) -> Payload:
    """Nothing is read of it, and what the interaction was is known."""
    return {"interaction": {"id": 1}}


def _each(read: Callable[[Any], Payload], answers: Any) -> list[Payload]:
    """Those that can be read."""
    found = list[Payload]()
    for answer in answers:
        try:
            found.append(read(answer))
        except (AttributeError, LookupError, TypeError, ValueError):
            continue
    return found


def _present(part: Any) -> Payload:
    return {name: value for name, value in part.items() if value is not None}


def _id(given: Payload) -> str:
    """Its id, which is never 0."""
    if int(given["id"]) <= 0:
        raise ValueError
    return str(given["id"])


HOOK = "/webhooks/{webhook_id}/{webhook_token}"
LISTED = ("/channels/{channel_id}/messages", "/guilds/{guild_id}/channels")  # where a GET answers with several
READ: Mapping[str, Callable[[Any], Any]] = {
    "/channels/{channel_id}/messages": _message,
    "/channels/{channel_id}/messages/{message_id}": _message,
    HOOK: _of_webhook,
    f"{HOOK}/messages/{{message_id}}": _message,
    f"{HOOK}/messages/@original": _message,
    "/interactions/{webhook_id}/{webhook_token}/callback": _callback,
    "/channels/{channel_id}/messages/{message_id}/threads": _thread,
    "/channels/{channel_id}/threads": _thread,
    "/channels/{channel_id}": _place,
    "/users/@me/channels": _channel,
    "/users/@me": _user,
    "/users/{user_id}": _user,
    "/guilds/{guild_id}": _server,
    "/guilds/{guild_id}/channels": _channel,
    "/guilds/{guild_id}/members/{member_id}": _member,
    "/applications/{application_id}/emojis": lambda answer: (_emojis if "items" in answer else _emoji)(answer),
    "/applications/{application_id}/commands": _commands,
    "/oauth2/applications/@me": _application,
    "/gateway/bot": _ways_in,
}
