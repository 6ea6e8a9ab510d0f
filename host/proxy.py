"""The way to Discord through a proxy that the host's network demands (HTTPS_PROXY, NO_PROXY)."""

import copy
import logging
from typing import Any
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

from discord.http import HTTPClient
from yarl import URL

log = logging.getLogger("wyrmhall")

GATEWAY = "wss://gateway.discord.gg"
SCHEMES = ("http", "https")


def proxy_address(text: str) -> str:
    """The address of a proxy as hosts write it, also without "http://". Raises ValueError."""
    text = text.strip()
    url = URL(text if "://" in text else f"http://{text}")
    if url.scheme not in SCHEMES or not url.host or url.path.strip("/") or " " in text:
        raise ValueError("it is no address of a proxy")
    return str(url)


def way(url: str, proxy: str | None, none_for: str | None) -> str | None:
    """The proxy through which this address is reached; None: it is reached directly."""
    address = URL(url)
    assert address.host
    named = f"{address.host}:{address.port}"
    if proxy is None or (none_for and proxy_bypass_environment(named, {"no": none_for})):
        return None
    return proxy


def shown(proxy: str) -> str:
    """Without the name and password that it may ask for."""
    return str(URL(proxy).with_user(None))


def lead(http: HTTPClient, proxy: str | None, none_for: str | None, *, requests: str | None, gateway: bool) -> None:
    """Lead requests, which go to the address `requests`, and the gateway's connections through the proxy.

    None or False: these don't go to Discord itself. A session may go on at another address than it began at, so each of
    the gateway's is looked at.
    """
    if proxy is None:
        return
    http.proxy = way(requests, proxy, none_for) if requests else None
    through = http.proxy, gateway and way(GATEWAY, proxy, none_for)
    used = {(True, True): "is", (True, False): "is only for requests", (False, True): "is only for the gateway"}
    how = used.get((bool(through[0]), bool(through[1])), "isn't")
    log.info("The proxy %s (HTTPS_PROXY) %s on the way to Discord.", shown(proxy), how)
    if not gateway:
        return

    async def connect(url: Any, **given: Any) -> Any:
        other = copy.copy(http)
        other.proxy = way(str(url), proxy, none_for)
        return await HTTPClient.ws_connect(other, url, **given)

    http.ws_connect = connect  # type: ignore[method-assign]
