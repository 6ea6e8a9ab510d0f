"""Listens to what the hall says, in messages and in pictures, while the language that doesn't exist is spoken.

Evenings press by English labels. So what has been listened to reaches the simulated Discord in English.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.backend import Backend
from simcord.http import router
from simcord.types import HttpLogEntry

from languages import ENGLISH, spoken
from players.answer import answer
from render import typefaces

from ..cogs.hall import EPHEMERAL, check_message, payloads
from ..languages import pseudo

READ = frozenset(("content", "label", "placeholder", "description", "title"))


@dataclass
class Heard:
    by_all: set[str] = field(default_factory=set)  # on a server
    by_one: set[str] = field(default_factory=set)  # in an answer to somebody, or a direct message
    drawn: set[str] = field(default_factory=set)

    @property
    def every(self) -> set[str]:
        return self.by_all | self.by_one | self.drawn


@contextmanager
def listening() -> Iterator[Heard]:
    """All that is said within this, for somebody to read."""
    heard, dispatch, mask_of = Heard(), router.dispatch, typefaces.mask_of

    def dispatched(backend: Any, method: str, path: str, **more: Any) -> Any:
        if more.get("json") is None or path.endswith("/commands"):
            return dispatch(backend, method, path, **more)
        for payload in payloads(HttpLogEntry(method, path, {}, more["json"], None)):
            check_message(payload)  # in a language of long words, too
        said = set[str]()
        more["json"] = _understood(more["json"], said, named=path.endswith("/threads"))
        answered = dispatch(backend, method, path, **more)
        (heard.by_all if _is_public(backend, answered) else heard.by_one).update(said)
        return answered

    def drawn(text: str, *how: Any) -> Any:
        if spoken() != ENGLISH:  # nobody is shown what the colours of a game are chosen from
            heard.drawn.add(text)
        return mask_of(text, *how)

    with pytest.MonkeyPatch.context() as patch:
        # Another process doesn't speak the language that doesn't exist
        patch.setattr("tables.workers.computer_turns.ThinkingProcess.ask", lambda mind, question: answer(question))
        patch.setattr(router, "dispatch", dispatched)
        patch.setattr(typefaces, "mask_of", drawn)
        yield heard


def _is_public(backend: Backend, answered: Any) -> bool:
    """Whether it has made, or changed, a message on a server that everybody sees."""
    made = answered.get("resource", {}).get("message") or answered if isinstance(answered, dict) else {}
    if "channel_id" not in made or made.get("flags", 0) & EPHEMERAL:
        return False
    return int(made["channel_id"]) not in backend.dm_channels.values()


def _understood(value: Any, heard: set[str], *, named: bool = False) -> Any:
    """In English. `named`: its name is read, too, and typed as it is."""
    if isinstance(value, list):
        return [_understood(one, heard, named=named) for one in value]
    if not isinstance(value, dict):
        return value
    read = {key: one for key, one in value.items() if isinstance(one, str) and key in READ}
    heard |= {*read.values()}
    if named and "name" in value:
        heard.add(value["name"])
    deeper = {key: _understood(one, heard, named=key == "choices") for key, one in value.items() if key not in read}
    return deeper | {key: pseudo.english(one) for key, one in read.items()}
