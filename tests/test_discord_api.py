"""That the check of requests against Discord's description finds what is wrong."""

from typing import Any

import pytest

from . import discord_api, optional

pytestmark = pytest.mark.skipif(
    not discord_api.available(), reason=f"{discord_api.DESCRIPTION} is absent: no request is held against it"
)

BUTTON = {"type": 2, "style": 1, "custom_id": "wyrm:play:1:1", "label": "Play"}
SAID = {"components": [{"type": 17, "components": [{"type": 1, "components": [BUTTON]}]}], "flags": 1 << 15}


@pytest.mark.parametrize(
    ("method", "path", "params", "body"),
    [
        ("POST", "/channels/1/messages", {}, SAID),
        ("POST", "/channels/1/messages", {}, {"content": "x", "allowed_mentions": {"users": [5], "parse": []}}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"with_components": "true"}, SAID),
        ("POST", "/interactions/1/token/callback", {"with_response": "1"}, {"type": 4, "data": SAID}),
        ("GET", "/applications/1/commands", {"with_localizations": 1}, None),
    ],
)
def test_a_right_request_passes(method: str, path: str, params: dict[str, Any], body: Any) -> None:
    assert discord_api.faults(method, path, params, body) == []


@pytest.mark.parametrize(
    ("method", "path", "params", "body", "names"),
    [
        ("POST", "/channels/1/letters", {}, {}, "no such operation"),
        ("GET", "/applications/1/commands", {"nonsense": 1}, None, "nonsense"),
        ("GET", "/applications/1/commands", {"with_localizations": "perhaps"}, None, "with_localizations"),
        ("DELETE", "/channels/1/messages/2", {}, {"content": "x"}, "no body"),
        ("POST", "/channels/1/messages", {}, {"content": 5}, "content"),
        ("POST", "/channels/1/messages", {}, {"content": "x", "allowed_mentions": {"users": ["Ann"]}}, "users"),
        ("POST", "/channels/1/messages", {}, {"components": [{"type": 99}]}, "components"),
        ("POST", "/interactions/1/token/callback", {}, {"type": 4, "data": {"content": "x" * 4001}}, "data"),
        ("PUT", "/applications/1/commands", {}, [{"name": "x" * 33}], "name"),
    ],
)
def test_a_wrong_request_is_found(method: str, path: str, params: dict[str, Any], body: Any, names: str) -> None:
    found = discord_api.faults(method, path, params, body)
    assert found
    assert any(names in fault for fault in found), found


@pytest.mark.parametrize("schema", [*optional.ABSENT])
def test_what_may_be_absent_or_null_is_what_the_description_says(schema: str) -> None:
    """`tests/cogs/test_absent.py` feeds the bot these."""
    absent, null = discord_api.optional(schema)
    assert optional.ABSENT[schema] == absent
    assert optional.NULL[schema] == null
