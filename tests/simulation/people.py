"""People: they press at random among what they see, send sheets back, and type commands."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from cogs.screens.press import Press
from tables.people.people import Direct
from tables.play.model import Refused

from .discord_model import EVERYTHING, Channel, Discord, Interaction, Message

COMMAND, COMPONENT, SHEET = 2, 3, 5  # kinds of interactions
BUTTON, MENU, MEMBERS, CHANNELS, RADIOS, BOXES = 2, 3, 5, 8, 21, 22
TEXT, NUMBER, CHANNEL = 3, 4, 7  # kinds of options
LATELY = 5  # messages that somebody looks at
OLD = 0.06  # share of the presses on any message there is
# How often which press is made, by its verb. What computers think long about is no subject here
WEIGHTS = {
    "pick": 12.0,
    "dare": 9.0,
    "ticked": 9.0,
    "play": 6.0,
    "join": 12.0,
    "start": 9.0,
    "sheet": 4.0,
    "vote": 5.0,
    "again": 0.7,
    "undo": 1.5,
    "page": 1.0,
    "more": 0.6,
    "computers": 0.7,
    "leave": 0.2,
    "play-for": 2.0,
    "stand-in": 2.0,
    "hand": 0.4,
    "take": 4.0,
    "relieve": 2.0,
    "claim": 3.0,
    "resign": 0.3,
    "options": 0.5,
    "where": 1.5,
    "in-thread": 3.0,
    "close": 0.3,
    "send": 0.4,
    "sent": 2.0,
    "wait": 2.0,
    "first": 0.5,
    "leave-lobby": 0.3,
    "ready": 9.0,
    "follow": 1.5,
    "vacate": 6.0,
    "pace": 1.0,
    "nudge": 1.0,
    "meanwhile": 6.0,
    "reopen": 4.0,
    "back": 1.0,
    "concede": 2.0,
    "forget": 2.0,
    "learn": 0.5,
    "lesson": 6.0,
    "riddle": 1.0,
    "answer": 3.0,
    "set": 0.0,  # what is ruled has tests of its own
    "restrict": 0.0,
    "moderate": 0.3,
    "hint": 0.0,
    "whys": 0.0,
    "replay": 0.0,
    "looked-back": 0.0,
    "steps": 0.0,
    "step": 0.0,
}
USUAL = 0.1
# What some verbs do, by a word among their arguments: each counts by itself
ACTS: dict[str, tuple[str, ...]] = {
    "moderate": ("sure", "close", "start", "end-vote", "send-away", "free-seat", "computer"),
    "restrict": ("block", "unblock", "unlist", "list"),
    "settings": ("where", "who", "boards", "announcements", "language"),
    "vote": ("yes", "no"),
    "leave": ("for-good",),
    "claim": ("absent",),
    "close": ("sure",),
    "stand-in": ("sure",),
}
# What is typed, and how often, with its options
COMMANDS: dict[tuple[tuple[str, str | int], ...], float] = {
    (("name", "board"),): 2.0,
    (("name", "hand"),): 2.0,
    (("name", "undo"),): 2.0,
    (("name", "leave"),): 0.7,
    (("name", "concede"),): 0.5,
    (("name", "log"),): 0.5,
    (("name", "games"),): 0.5,
    (("name", "daily"),): 0.7,
    (("name", "daily"), ("show", "riddle")): 0.5,
    (("name", "learn"),): 0.3,
    (("name", "week"),): 0.3,
    (("name", "leaderboard"),): 0.3,
    (("name", "profile"),): 0.3,
    **{(("name", "preferences"), ("messages", direct)): 0.4 for direct in get_args(Direct)},
    (("name", "privacy"), ("what", "delete")): 0.4,
    (("name", "away"), ("days", 3)): 0.2,
    (("name", "moderate"),): 0.1,
}


@dataclass(frozen=True)
class Option:
    """Something that can be pressed."""

    message: Message
    kind: int
    custom_id: str
    value: str | None
    weight: float

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"custom_id": self.custom_id, "component_type": self.kind}
        return data if self.value is None else {**data, "values": [self.value]}


def options(message: Message, weight: float = 1.0) -> Iterator[Option]:
    for control in message.controls():
        values = [one["value"] for one in control["options"]] if control["type"] == MENU else [None]
        for value in values:
            verb = verb_of(control["custom_id"], value)
            yield Option(
                message,
                control["type"],
                control["custom_id"],
                value,
                weight * WEIGHTS.get(verb, USUAL) / len(values) ** 0.5,
            )


def verb_of(custom_id: str, value: str | None = None) -> str:
    try:
        return Press.read(custom_id, () if value is None else (value,)).verb
    except Refused:
        return ""


def act_of(custom_id: str, value: str | None = None) -> str:
    """The verb, and what it does: "moderate start"."""
    try:
        press = Press.read(custom_id, () if value is None else (value,))
    except Refused:
        return ""
    words = *press.args, *(word for chosen in press.values for word in chosen.split())
    which = next((word for word in ACTS.get(press.verb, ()) if word in words), "")
    return f"{press.verb} {which}".strip()


class Person:
    def __init__(self, discord: Discord, user: int) -> None:
        self.discord, self.user = discord, user

    def choose(self, chance: random.Random, *verbs: str) -> Option | None:
        """What they press next: as a rule in what they have just been shown. `verbs`: it is one of these."""
        seen = self.discord.visible(self.user)
        if not seen:
            return None
        lately = sorted(seen, key=lambda one: one.touched)[-LATELY:]
        if chance.random() < OLD:
            lately = [chance.choice(seen)]
        found = [
            option
            for message in lately
            for option in options(message, self._interest(message))
            if not verbs or verb_of(option.custom_id, option.value) in verbs
        ]
        weights = [option.weight for option in found]
        return chance.choices(found, weights)[0] if sum(weights) > 0 else None

    def _interest(self, message: Message) -> float:
        fresh = 1.0 + 8.0 / (1.0 + (self.discord.world.now - message.touched) / 10.0)
        return fresh * (4.0 if message.reader == self.user or message.channel.is_dm else 1.0)

    @property
    def at_it(self) -> bool:
        """Whether they have just been shown choices."""
        return any(
            self.discord.world.now - message.touched < 90 and verb_of(control["custom_id"]) in ("pick", "dare", "sheet")
            for message in self.discord.visible(self.user)
            if message.reader == self.user or message.channel.is_dm
            for control in message.controls()
        )

    def press(self, option: Option) -> Interaction:
        message = option.message
        return self.discord.press(COMPONENT, self.user, message.channel, option.data, message)

    def type(self, name: str, where: Channel, **given: str | int | Channel) -> Interaction:
        options, resolved = [], {}
        for key, value in given.items():
            kind = CHANNEL if isinstance(value, Channel) else NUMBER if isinstance(value, int) else TEXT
            if isinstance(value, Channel):
                named = {**self.discord.channel_payload(value), "permissions": str(EVERYTHING)}
                resolved, value = {"channels": {str(value.id): named}}, str(value.id)
            options.append({"name": key, "type": kind, "value": value})
        data = {"id": "1", "name": name, "type": 1, "options": options, "resolved": resolved}
        return self.discord.press(COMMAND, self.user, where, data, None)

    def send_back(self, one: Interaction, chance: random.Random) -> Interaction:
        """The sheet that an interaction has opened."""
        assert one.sheet is not None
        filled = []
        for label in one.sheet["components"]:
            control = label["component"]
            chosen = _filled(control, chance)
            filled.append(
                {"type": 18, "component": {"type": control["type"], "custom_id": control["custom_id"], **chosen}}
            )
        data = {"custom_id": one.sheet["custom_id"], "components": filled}
        return self.discord.press(SHEET, self.user, one.channel, data, one.pressed)


def _filled(control: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    values = [option["value"] for option in control.get("options", ())]
    if control["type"] == RADIOS:
        return {"value": chance.choice(values)}
    most = min(control.get("max_values") or len(values), len(values))
    least = 1 if control.get("min_values") is None else control["min_values"]
    return {"values": chance.sample(values, chance.randint(min(least, most), most))}
