"""Scenes: people do something together, step by step, which by chance alone they would hardly ever do."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine import GAMES, decode, rules

from .discord_model import NONCE_LASTS, Channel, Message
from .line import Fate
from .people import Option, Person, options, verb_of

if TYPE_CHECKING:
    from .day import Day

FOR_ONE = ("hexaract", "forest-of-wyr")
GROUPS = ("advyria", "wyverns-knot")  # games for several
OPENED = 12.0  # seconds after which a game is open
STEP = 1.5  # seconds between two presses of somebody who knows what they want
CHOICES = ("pick", "dare")  # verbs
Scene = Callable[["Day", random.Random], None]


def movers(day: "Day", channel: Channel | None = None) -> Iterator[Person]:
    """Who is to move in a game of several, in this channel or any, the newest table first."""
    here = "" if channel is None else f"AND channel_id = {channel.id}"
    playing = f"phase = 'playing' AND NOT solo {here}"
    for row in day.checks.rows(f"SELECT id, game, rules, snapshot FROM tables WHERE {playing} ORDER BY id DESC"):
        game = rules(row["game"], row["rules"])
        if game is None or row["snapshot"] is None:
            continue
        seat = game.to_act(decode(game.state, row["snapshot"].encode()))
        seated = f"SELECT user_id FROM players WHERE table_id = {row['id']} AND seat = {-1 if seat is None else seat}"
        for player in day.checks.rows(seated):
            yield from (person for person in day.people if person.user == player["user_id"])


def choices(day: "Day", person: Person, *, privately: bool) -> Sequence[Option]:
    """What they can choose on the message that shows it to them alone; the newest one."""
    seen = [one for one in day.discord.visible(person.user) if one.channel.is_dm == privately]
    for message in sorted(seen, key=lambda one: -one.touched):
        found = [one for one in options(message) if verb_of(one.custom_id, one.value) in CHOICES]
        if found and (privately or message.reader == person.user):
            return found
    return ()


def move(day: "Day", chance: random.Random, *, privately: bool, channel: Channel | None = None) -> None:
    """Whoever is to move presses something: in direct messages, or else in the channel."""
    person = next(movers(day, channel), None)
    if person is not None:
        found = choices(day, person, privately=privately)
        if found and chance.random() < 0.85:
            day.send(person.press(chance.choice(found)))
        else:
            day.press_verb(person, "play")


def move_on(day: "Day", chance: random.Random, *, privately: bool) -> None:
    for n in range(8):
        day.world.after(0.5 + STEP * n, lambda: move(day, chance, privately=privately))


def place(day: "Day", name: str) -> Channel:
    """Another channel."""
    channel = day.discord.add_channel(name)
    day.tell("CHANNEL_CREATE", day.discord.channel_payload(channel))
    return channel


def press_in(day: "Day", person: Person, channel: Channel, verb: str, *, alone: bool = False) -> None:
    """Press the newest such button in this channel. `alone`: on a message that nobody else sees."""
    day.press_verb(person, verb, lambda one: one.channel is channel and (one.reader is not None) == alone)


def open_game(day: "Day", chance: random.Random) -> tuple[Channel, Person]:
    """A game of several, in a channel of its own, of as few as can play it. Returns its host, too."""
    game, channel = chance.choice(GROUPS), place(day, "game")
    host, *others = chance.sample(day.people, max(2, min(GAMES[game].seats)))
    day.world.after(1, lambda: day.send(host.type("play", channel, game=game)))
    for n, other in enumerate(others):
        day.world.after(4 + 2 * n, partial(press_in, day, other, channel, "join"))
    day.world.after(9, partial(press_in, day, host, channel, "start"))
    return channel, host


def while_they_play(day: "Day", chance: random.Random, do: Callable[[], object]) -> None:
    """Now, or after they have begun."""
    if next(movers(day), None):
        do()
    else:
        open_game(day, chance)
        day.world.after(OPENED, do)


# -- What makes the bot post


def move_in_the_channel(day: "Day", chance: random.Random) -> None:
    while_they_play(day, chance, lambda: move_on(day, chance, privately=False))


def move_in_direct_messages(day: "Day", chance: random.Random) -> None:
    while_they_play(day, chance, lambda: move_on(day, chance, privately=True))


def want_direct_messages(day: "Day", chance: random.Random) -> None:
    """They are written to at each of their turns, whatever the game, while they move in the channel."""
    for person in day.people:
        day.send(person.type("preferences", day.channel, messages="turns"))
    move_in_the_channel(day, chance)


def open_another(day: "Day", chance: random.Random) -> None:
    """Its lobby is posted by nobody's press, and in a few minutes somebody is reminded that it is their turn."""
    open_game(day, chance)


def give_up(day: "Day", chance: random.Random) -> None:
    """They vote on it."""

    def begin() -> None:
        for person in itertools.islice(movers(day), 1):
            newest = "SELECT channel_id FROM tables WHERE phase = 'playing' AND NOT solo ORDER BY id DESC"
            channel = day.discord.channels[day.checks.rows(newest)[0][0]]
            day.send(person.type("concede", channel))

    while_they_play(day, chance, begin)


LOST: dict[str, tuple[Fate, Scene]] = {  # of which messages the bot doesn't hear, and what makes it post them
    "what answers a press": (Fate(False, "broken", "press"), move_in_the_channel),
    "lobbies": (Fate(False, "broken", "bot"), open_another),
    "votes": (Fate(False, "broken", text=":vote:"), give_up),
    "reminders": (Fate(False, "broken", text="the table waits for you"), open_another),
    "direct messages that answer a press": (Fate(True, "broken", "press"), move_in_direct_messages),
    "direct messages": (Fate(True, "broken", "bot"), want_direct_messages),
}

# -- What can't be recorded


def play_alone(day: "Day", chance: random.Random, fail: Callable[[], object]) -> None:
    """Somebody plays a game for one. Now and then something fails just when they have been shown it."""
    channel, person, before = place(day, "game for one"), chance.choice(day.people), day.discord.on_message
    ends = day.world.now + 24
    day.world.after(1, lambda: day.send(person.type("play", channel, game=chance.choice(FOR_ONE))))

    def press() -> None:
        seen = [message for message in channel.messages.values() if day.discord.sees(person.user, message)]
        found = [one for message in seen for one in options(message) if verb_of(one.custom_id, one.value) in CHOICES]
        if found:
            day.send(person.press(chance.choice(found)))

    def watch(message: Message, how: str) -> None:
        before(message, how)
        if message.channel is channel and how == "edited" and day.world.now < ends and chance.random() < 0.3:
            fail()

    day.discord.on_message = watch
    for n in range(8):
        day.world.after(6 + 2 * n, press)


# -- The scenes


def lobbies(day: "Day", chance: random.Random) -> None:
    """Two open tables of the same game in two channels. Others join by what the bot offers them; they may be closed."""
    after, game = day.world.after, chance.choice(GROUPS)
    host, other, third, fourth = chance.sample(day.people, 4)
    here, there = place(day, "lobby"), place(day, "another lobby")
    after(1, lambda: day.send(host.type("play", here, game=game)))
    after(5, lambda: day.send(third.type("play", here, game=game)))  # is offered to join
    after(9, partial(press_in, day, third, here, "join", alone=True))
    after(13, lambda: day.send(other.type("play", there, game=game)))  # of which those here are told
    after(22, partial(press_in, day, fourth, there, "join"))
    if chance.random() < 0.5:
        after(130, partial(press_in, day, host, here, "close"))
        after(140, partial(press_in, day, other, there, "close"))
        after(146, partial(press_in, day, host, here, "close", alone=True))  # it is asked once
        after(150, partial(press_in, day, other, there, "close", alone=True))


def ending(day: "Day", chance: random.Random) -> None:
    """A game that somebody follows is given up, and long after that somebody wants to see it again."""
    channel, host = open_game(day, chance)
    after = day.world.after
    for person in day.people:  # somebody else may have joined: who plays can't follow, and only they vote
        after(OPENED, partial(press_in, day, person, channel, "follow"))
        after(OPENED + 6, partial(press_in, day, person, channel, "vote"))
    after(OPENED + 3, lambda: day.send(host.type("concede", channel)))
    after(60 + NONCE_LASTS, lambda: day.send(host.type("board", channel)))


def takes_back(day: "Day", chance: random.Random) -> None:
    """Somebody ends their turn, and takes it back by a command, which is how they leave it."""
    channel, host = open_game(day, chance)
    turn = f"SELECT max(turn) FROM tables WHERE channel_id = {channel.id}"

    def go_on(last: int | None, mover: Person, times: int) -> None:
        now = day.checks.rows(turn)[0][0]
        if last is not None and now > last:
            day.send(mover.type("undo", channel))
        elif times:
            mover = next(movers(day), mover)
            move(day, chance, privately=False)
            day.world.after(STEP, partial(go_on, now, mover, times - 1))

    day.world.after(OPENED, lambda: go_on(None, host, 20))


SCENES: dict[str, Scene] = {scene.__name__: scene for scene in (lobbies, ending, takes_back)}
