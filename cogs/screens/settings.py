"""The panel of `/settings`: what a server's managers choose, on a few pages, and what they do about a member."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from languages import labelled, later, listed, say, say_many
from tables.daily.announcements import PARTS, Announcement, Part
from tables.people.servers import ServerSettings

from .frame import framed
from .press import Press
from .screen import Button, Choices, Control, Menu, Option, Picker, Screen, Style, row

MOST_CHANNELS = 25  # that Discord's menu takes
NAMED = 10  # blocked members whose names are shown
HOUR = 8  # of the daily post, until another is chosen
PAGES: Mapping[str, str] = {
    "where": later("Where"),
    "who": later("Who"),
    "boards": later("Boards and pings"),
    "announcements": later("Announcements"),
    "language": later("Language and log"),
}
PLACES: Mapping[str, str] = {
    "all": later("Games in all channels"),
    "only": later("Games in these channels only"),
    "except": later("Games in all channels but these"),
}
OLD_BOARDS: Mapping[str, str] = {
    "kept": later("Old boards are kept, without buttons"),
    "folded": later("Old boards are folded to a line"),
    "deleted": later("Old boards are deleted"),
}
PART_NAMES: Mapping[Part, str] = {
    "deals": later("Buttons of today's deals"),
    "results": later("How the last day went"),
    "riddle": later("Riddle of the day"),
    "week": later("Deal of the week"),
}
AT_ONCE = (1, 2, 3, 5, 10, 20, 50)  # tables in a server
EACH = (1, 2, 3, 5)  # tables of one person


@dataclass(frozen=True)
class Chosen:
    """What a server's managers have chosen so far."""

    settings: ServerSettings
    announced: Announcement | None
    troubles: tuple[str, ...] = ()  # what keeps posts from coming, in sentences
    languages: tuple[Option, ...] = ()


def panel(page: str, chosen: Chosen) -> Screen:
    """One page. Raises KeyError for a page that there isn't."""
    text, controls = _PAGES[page](chosen)
    pages = [Option(say(title), key, chosen=key == page) for key, title in PAGES.items()]
    turn = Menu(say("Settings"), Press("settings", 0), tuple(pages))
    title = say("Settings: {page}", page=say(PAGES[page]))
    return framed(f"### {title}\n{text}", [*map(row, controls), row(turn)])


def _where(chosen: Chosen) -> tuple[str, Sequence[Control]]:
    settings = chosen.settings
    places = [Option(say(text), place, chosen=place == settings.places) for place, text in PLACES.items()]
    text = say("A channel's threads count as the channel. Games that have begun are played to their end.")
    if settings.places == "only" and not settings.channels:
        text = say("⚠️ No channel is chosen, so nobody can begin a game here.")
    threads = "off" if settings.threads else "on"
    label = say("Open tables in the channel") if settings.threads else say("Open tables in threads of their own")
    return text, (
        Menu(say("Where may games be played?"), _set("places"), tuple(places)),
        Picker(say("These channels…"), _set("channels"), "channels", settings.channels, MOST_CHANNELS),
        Button(label, _set("threads", threads), emoji="🧵"),
    )


def _who(chosen: Chosen) -> tuple[str, Sequence[Control]]:
    settings = chosen.settings
    lines = [say("Everybody may open tables, unless you choose a role. Whoever manages the server always may.")]
    if settings.blocked:
        lines.append(labelled(say("Blocked"), _mentions(settings.blocked)))
    if settings.unlisted:
        lines.append(labelled(say("Left off the boards"), _mentions(settings.unlisted)))
    role = () if settings.role_id is None else (settings.role_id,)
    return "\n".join(lines), (
        Picker(say("Which role may open tables?"), _set("role"), "roles", role),
        _number("most_tables", settings.most_tables, AT_ONCE, of_one=False),
        _number("most_each", settings.most_each, EACH, of_one=True),
        Picker(say("A member: block, or leave off the boards…"), Press("member", 0), "members", least=1),
    )


def _number(field: str, chosen: int | None, numbers: Sequence[int], *, of_one: bool) -> Menu:
    """How many tables at once, in the server or `of_one` person."""
    # What is counted comes first: a phone cuts the end off
    counted = say("Tables per person") if of_one else say("Tables at once")
    options = [Option(labelled(counted, say("no limit")), "0", chosen=chosen is None)]
    options += [Option(labelled(counted, str(number)), str(number), chosen=number == chosen) for number in numbers]
    return Menu(counted, _set(field), tuple(options))


def _boards(chosen: Chosen) -> tuple[str, Sequence[Control]]:
    settings = chosen.settings
    boards = [Option(say(text), kind, chosen=kind == settings.old_boards) for kind, text in OLD_BOARDS.items()]
    if settings.pings:
        text = say("At each turn a new board mentions whoever is to act.")
    else:
        text = say("Nobody is mentioned. Direct messages say whose turn it is, to those who want them.")
    label, wanted = (say("Mention nobody"), "off") if settings.pings else (say("Mention whoever is to act"), "on")
    return text, (
        Menu(say("What becomes of old boards?"), _set("old_boards"), tuple(boards)),
        Button(label, _set("pings", wanted), emoji="🔕" if settings.pings else "🔔"),
    )


def _announcements(chosen: Chosen) -> tuple[str, Sequence[Control]]:
    announced = chosen.announced
    now_in = _one(announced.channel_id or None if announced else None)
    channel = Picker(say("In which channel?"), _set("announce"), "channels", now_in)
    if announced is None:
        return say("Nothing is announced here. Choose a channel for a post each day."), (channel,)
    lines = [
        say(
            "Posted each day soon after {hour}, in the time zone {zone}. `/settings zone:` changes the zone.",
            hour=f"{announced.hour:02}:00",
            zone=announced.zone,
        ),
        *chosen.troubles,
    ]
    hours = [Option(f"{hour:02}:00", str(hour), chosen=hour == announced.hour) for hour in range(24)]
    parts = [Option(say(PART_NAMES[part]), part, chosen=part in announced.parts) for part in PARTS]
    return "\n".join(lines), (
        channel,
        Menu(say("At which hour?"), _set("hour"), tuple(hours)),
        Choices(say("What does the post have?"), _set("parts"), tuple(parts)),
        Button(say("Announce nothing"), _set("announce", "none"), Style.DANGER),
    )


def _language(chosen: Chosen) -> tuple[str, Sequence[Control]]:
    lines = [
        say("Choose the language of tables and announcements."),
        say("The moderation log is a channel that is told what moderators and I did here. Choose none to have none."),
    ]
    return "\n".join(lines), (
        Menu(say("Language of tables and announcements"), _set("language"), chosen.languages),
        Picker(say("Channel of the moderation log"), _set("log"), "channels", _one(chosen.settings.log_id)),
    )


_PAGES = {"where": _where, "who": _who, "boards": _boards, "announcements": _announcements, "language": _language}


def member(user_id: int, settings: ServerSettings, *, blocked: bool) -> Screen:
    """What a moderator can do about a member."""
    who, unlisted = f"<@{user_id}>", user_id in settings.unlisted
    if blocked:
        text = say("{member} is blocked: they may leave, look, and finish their games.", member=who)
    else:
        text = say("{member} may play here.", member=who)
    if unlisted:
        text = f"{text} {say('Their name is left off the boards and posts of this server.')}"
    block = ("unblock", say("Unblock"), Style.SECONDARY) if blocked else ("block", say("Block"), Style.DANGER)
    listing = ("list", say("Show on the boards")) if unlisted else ("unlist", say("Leave off the boards"))
    return framed(
        text,
        [
            row(
                Button(block[1], Press("restrict", 0, args=(str(user_id), block[0])), block[2]),
                Button(listing[1], Press("restrict", 0, args=(str(user_id), listing[0]))),
                Button(say("Settings"), Press("settings", 0, args=("who",)), emoji="↩️"),
            )
        ],
    )


def _mentions(user_ids: frozenset[int]) -> str:
    named = [f"<@{user_id}>" for user_id in sorted(user_ids)[:NAMED]]
    if more := len(user_ids) - len(named):
        named.append(say_many("{count} more", "{count} more", more))
    return listed(named)


def _one(chosen: int | None) -> tuple[int, ...]:
    return () if chosen is None else (chosen,)


def _set(field: str, *value: str) -> Press:
    return Press("set", 0, args=(field, *value))
