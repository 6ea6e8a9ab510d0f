"""What has to be done so that Discord shows the newest version of a table.

`plan` is a pure function: of what a table should show (`Target`) and what is known of its messages (`Known`) it makes
steps. `Known.after` says what is known once a step has been performed. So every way in which a message can be late,
lost or doubled is tried without Discord, and a second plan of the same table is empty.

Requests are scarce: Discord allows a bot 50 a second, answers to interactions excepted. So within a turn, whatever
would cost one waits a minute for the turn to end. (`Round` also waits some seconds after a move before it plans.) A new
board is posted and recorded before the old one loses its buttons, so there is always one that can be pressed.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import chain

from languages import later, say, speaking
from tables.people.people import Preferences
from tables.people.servers import OldBoards
from tables.play.model import HeardMove, PlayerView, Table
from tables.play.posts import BOARD, FOLDED, REPOST, VOTE, Intent, Post, Slot

from ..games import WORDS
from ..screens import board as boards
from ..screens.frame import framed
from ..screens.panel import Panel
from ..screens.screen import Screen
from .reading import read

# -- What a table should show


RELIEVED = later("a computer player plays on for you until you press something at the table")
LOST = later("this table is closed, because for three days I couldn't find its channel")


@dataclass(frozen=True)
class Private:
    """A player's direct message at a group's table."""

    panel: Panel
    brought_back: bool = False  # their own undo led back to this turn
    had_turns: frozenset[int] = frozenset()  # turns in which they moved, or could have until an undo
    looks_until: int = 0  # they have pressed something in the channel lately: until then a mention there is enough

    @property
    def preferences(self) -> Preferences:
        return self.panel.preferences

    @cached_property
    def digest(self) -> str:
        with speaking(self.preferences.reads):
            return private_digest(self.panel)

    def screen(self, url: str | None) -> Screen:
        """The message. `url`: the board's link."""
        with speaking(self.preferences.reads):
            return read(self.panel.private(url), self.preferences.form)


@dataclass(frozen=True)
class Target:
    """What a table should show. In a game for one, `board` is its player's message."""

    table: Table
    board: Screen
    vote: Screen | None = None
    vote_over: Screen | None = None  # what a vote becomes that is over
    calls: tuple[int, ...] = ()  # whose turn it is, or who was seated by another: mentioned in a new board or lobby
    decide: tuple[int, ...] = ()  # the users who can decide the vote: they are mentioned in a new one
    moving: bool = False  # everybody at the table likes moving pictures
    privates: Mapping[int, Private] = field(default_factory=dict)  # by user
    readers: Mapping[int, Preferences] = field(default_factory=dict)  # by user, those who have left too
    relieved: frozenset[int] = frozenset()  # users for whom computer players play meanwhile
    heard: Sequence[HeardMove] = ()  # what everybody has heard: old boards keep the lines of their turn
    old_boards: OldBoards = "folded"  # what becomes of them, as the server's managers have chosen

    @cached_property
    def shows(self) -> Post:
        """What the slot of the board should record."""
        return showing(self.table, self.board)


# -- What is known


class Outcome(Enum):
    """What came of a step that didn't fail."""

    DONE = "done"
    GONE = "gone"  # the message can't be edited any more
    BARE = "bare"  # the message has lost its picture, so it needs a new one


@dataclass(frozen=True)
class Known:
    """What is known of a table's messages."""

    posts: Mapping[Slot, Post]
    intents: Mapping[Slot, Intent] = field(default_factory=dict)  # new messages that may have been sent
    sought: frozenset[Slot] = frozenset()  # slots whose new message isn't in its channel
    checks: bool = False  # the board may be gone, though it was shown
    opens: bool = False  # a game for one that has no message gets one, in its player's direct messages
    hold: int = 0  # in seconds since 1970: until then changes within a turn wait, if they would cost a request
    free: frozenset[int] = frozenset()  # messages that cost no request, as a press's token can edit them
    answering: frozenset[int] = frozenset()  # users whose own press is editing their message
    unreachable: frozenset[int] = frozenset()  # users who take no direct messages
    gone: frozenset[int] = frozenset()  # messages that can't be edited any more
    left: frozenset[Slot] = frozenset()  # slots in which a step has failed: they stay as they are in this round

    def with_post(self, slot: Slot, post: Post | None) -> "Known":
        """What is known once this slot shows `post`; None: it shows nothing any more."""
        posts = {key: known for key, known in self.posts.items() if key != slot}
        return replace(self, posts=posts if post is None else {**posts, slot: post})

    def after(self, step: "Step", outcome: Outcome = Outcome.DONE, sent: Post | None = None) -> "Known":
        """What is known once a step was performed. `sent`: the new message."""
        match step:
            case Edit(post=post, shows=None):
                return self.with_post(step.slot, None)
            case Edit(slot, post, _, shows) if outcome is Outcome.DONE:
                assert shows
                sent_post = replace(shows, channel_id=post.channel_id, message_id=post.message_id)
                return replace(self.with_post(slot, sent_post), checks=self.checks and slot != BOARD)
            case Edit(slot, post) if outcome is Outcome.BARE:
                return self.with_post(slot, replace(post, digest=""))
            case Edit(post=post):
                return replace(self, gone=self.gone | {post.message_id})
            case Send(slot) if sent:
                return replace(self.found(slot, sent), checks=self.checks and slot != BOARD)
            case Delete(slot):
                return self.with_post(slot, None)
        return self

    def found(self, slot: Slot, post: Post | None) -> "Known":
        """What is known once a message that may have been sent is there, or was looked for in vain (None).

        Then it is sent with the same nonce, in case that it is there and can't be seen.
        """
        if post is None:
            return replace(self, sought=self.sought | {slot})
        known = self.settled(slot)
        return known.with_post(slot, post) if slot.kind == "private" else known.overtaken(slot, post)

    def settled(self, *slots: Slot) -> "Known":
        """What is known once nothing more can come of the new messages of these slots."""
        return replace(self, intents={slot: intent for slot, intent in self.intents.items() if slot not in slots})

    def leaving(self, slot: Slot) -> "Known":
        """What is known once a step has failed: the slot stays as it is in this round."""
        return replace(self, left=self.left | {slot})

    def overtaken(self, slot: Slot, new: Post) -> "Known":
        """What is known once a new board or vote has replaced the old one, which must lose its buttons."""
        old = self.posts.get(slot)
        known = self if old is None else self.with_post(Slot("old", old.message_id), old)
        return known.with_post(slot, new)


# -- Steps


@dataclass(frozen=True)
class Find:
    """Read the newest page of the channel for a new message that may have been sent."""

    slot: Slot
    intent: Intent


@dataclass(frozen=True)
class Edit:
    slot: Slot
    post: Post
    screen: Screen
    shows: Post | None  # what the slot shows then; None: nothing any more
    only_checks: bool = False  # only make sure that the message is there


@dataclass(frozen=True)
class Send:
    slot: Slot
    screen: Screen
    shows: Post  # without its place
    replaces: Post | None = None
    calls: tuple[int, ...] = ()  # the users who are mentioned
    deletes: bool = False  # what it replaces is deleted then
    moving: bool = False  # with the moment that has just happened, which nobody has seen yet


@dataclass(frozen=True)
class Delete:
    slot: Slot
    post: Post


@dataclass(frozen=True)
class Wait:
    until: int  # in seconds since 1970


Step = Find | Edit | Send | Delete | Wait


# -- The plan


class Unsaid(Exception):
    """An error keeps the bot from saying what a message should show. The other messages needn't wait for it."""

    def __init__(self, slot: Slot, error: Exception) -> None:
        super().__init__(slot, error)
        self.slot, self.error = slot, error


def plan(target: Target, known: Known, now: int) -> Iterator[Step]:
    """The steps to take, in order. Empty: Discord shows everything. Raises Unsaid.

    Steps are generated one by one. After performing one, make a new plan: more is known by then.
    """
    steps: Iterable[Edit | Send | Delete | Wait]
    match target.table:
        case Table(phase="closed"):
            steps = _closing(target, known)
        case Table(solo=True):
            steps = _solitaire(target, known)
        case Table(phase="lobby"):
            steps = chain(_lobby(target, known), _old(target, known))
        case _:
            steps = _game(target, known, now)
    sent_again = set[Slot]()
    for step in steps:
        if not isinstance(step, Wait) and step.slot in known.left:
            continue
        intent = known.intents.get(step.slot) if isinstance(step, Send) else None
        if intent and isinstance(step, Send):
            sent_again.add(step.slot)
            if not (intent.is_remembered(now) or step.slot in known.sought):
                yield Find(step.slot, intent)
                continue
        yield step
    for slot, intent in known.intents.items():
        if slot not in sent_again | known.left | known.sought:  # nobody needs it any more, but it may be there
            yield Wait(intent.settles_at) if intent.at <= now < intent.settles_at else Find(slot, intent)


def _game(target: Target, known: Known, now: int) -> Iterator[Edit | Send | Delete | Wait]:
    yield from _board(target, known, now)
    if BOARD not in known.left:  # if no board may be posted, no vote may
        yield from _vote(target, known)
    yield from _old(target, known)
    for user_id, private in target.privates.items():
        slot = Slot("private", user_id)
        if slot in known.left:
            continue
        try:
            yield from _private(target, known, now, user_id, private)
        except Exception as error:
            raise Unsaid(slot, error) from error
    yield from _departed(target, known)


def _lobby(target: Target, known: Known) -> Iterator[Edit | Send]:
    post, shows = known.posts.get(BOARD), target.shows
    if post and (post.turn, post.digest) == (shows.turn, shows.digest):
        return
    if post and post.turn == shows.turn and post.message_id not in known.gone:
        yield Edit(BOARD, post, target.board, shows)
    else:
        yield Send(BOARD, target.board, shows, post, target.calls if post is None else ())


def _board(target: Target, known: Known, now: int) -> Iterator[Edit | Send | Wait]:
    table, post, shows = target.table, known.posts.get(BOARD), target.shows
    current = post is not None and post.turn == shows.turn
    check = known.checks and table.phase == "playing"
    if post and current and post.message_id not in known.gone:
        if post.digest == shows.digest:
            if check:
                yield Edit(BOARD, post, target.board.kept(), shows, only_checks=True)
            return
        if post.digest and not check and _waits(table, post, known, now):
            yield Wait(known.hold)
            return
        if table.phase == "playing" or not post.digest:
            yield Edit(BOARD, post, target.board, shows)
            return
    again = post is not None and post.turn in (REPOST, shows.turn)
    calls = () if again else target.calls
    first = post is None or REPOST < post.turn < shows.turn  # else people have seen this move already
    yield Send(BOARD, target.board, shows, post, calls, moving=target.moving and first)


def _vote(target: Target, known: Known) -> Iterator[Edit | Send]:
    post, over = known.posts.get(VOTE), target.vote_over
    if target.vote is None:
        if post and over:
            yield Edit(VOTE, post, over, None)
        return
    shows = showing(target.table, target.vote)
    if post is None or post.message_id in known.gone:
        yield Send(VOTE, target.vote, shows, post, target.decide if post is None else ())
    elif post.digest != shows.digest:
        yield Edit(VOTE, post, target.vote, shows)


def _old(target: Target, known: Known) -> Iterator[Edit | Delete]:
    """Old boards lose their buttons, once there is a new one that can be pressed. Folded, the first one becomes a line,
    and later ones are deleted. A lobby whose thread has the boards becomes a line in any case.
    """
    table, board = target.table, known.posts.get(BOARD)
    if board is None:
        return
    old = sorted((slot, post) for slot, post in known.posts.items() if slot.kind == "old")
    has_line = any(post.turn == FOLDED for _, post in old)
    for slot, post in old:
        if target.old_boards == "kept":
            yield Edit(slot, post, boards.overtaken(table, post.turn, target.heard, message_url(table, board)), None)
        elif target.old_boards == "deleted" or post.message_id in known.gone:
            yield Delete(slot, post)
        elif post.turn == FOLDED:
            continue
        elif has_line and post.channel_id == table.channel_id:
            yield Delete(slot, post)
        else:
            line = boards.folded(table, post.channel_id)
            yield Edit(slot, post, line, replace(showing(table, line), turn=FOLDED))
            has_line = True


def _private(
    target: Target, known: Known, now: int, user_id: int, private: Private
) -> Iterator[Edit | Send | Delete | Wait]:
    """Each player has one message a game, kept up to date. To get the player's attention a new one replaces it.

    Whoever looks at the channel has a mention and **My hand** there, so nothing new until they have fallen silent.
    Older messages stay as they were after their turn: without its moves.
    """
    slot, table, preferences, seen = Slot("private", user_id), target.table, private.preferences, private.panel.seen
    post = known.posts.get(slot)
    if user_id in known.unreachable or user_id in known.answering:
        return
    if preferences.direct == "none":
        if post:
            yield Delete(slot, post)
        return
    their_turn = _is_their_turn(seen)
    knows_nothing = not WORDS[table.game].private(seen.view)
    if post is None and knows_nothing and not (their_turn and preferences.direct == "turns"):
        return
    gone = post is not None and post.message_id in known.gone
    fresh = post is not None and post.turn != table.turn and their_turn
    fresh = fresh and preferences.direct != "edits" and not private.brought_back
    if (post is None or fresh) and now < private.looks_until:
        yield Wait(private.looks_until)
        return
    board = known.posts.get(BOARD)
    url = message_url(table, board) if board else None
    shows = Post(0, 0, table.turn, private.digest)
    if post is None:
        yield Send(slot, private.screen(url), shows)
        return
    if fresh or gone:
        yield Send(slot, private.screen(url), shows, post, deletes=post.turn in private.had_turns)
    elif post.digest == shows.digest:
        return
    elif post.turn == table.turn and their_turn and _waits(table, post, known, now):
        yield Wait(known.hold)  # they have seen it in the answer to their press
    else:
        yield Edit(slot, post, private.screen(url), shows)


def _departed(target: Target, known: Known) -> Iterator[Edit]:
    """The direct messages of players who have left lose their buttons, and keep their pictures."""
    for slot, post in sorted(known.posts.items()):
        if slot.kind == "private" and slot.of not in target.privates:
            why = RELIEVED if slot.of in target.relieved else later("you have left this table")
            yield Edit(slot, post, _ended_privately(target, slot.of, why), None)


def _ended_privately(target: Target, user_id: int, why: str) -> Screen:
    preferences = target.readers.get(user_id, Preferences())
    with speaking(preferences.reads):
        return read(boards.ended_privately(target.table, say(why)), preferences.form)


def _solitaire(target: Target, known: Known) -> Iterator[Edit | Send]:
    """A solitaire is the message that its player has pressed last. Older ones lose their buttons."""
    post, shows, table = known.posts.get(BOARD), target.shows, target.table
    if known.opens and (post is None or post.turn == REPOST) and table.host_id not in known.unreachable:
        yield Send(BOARD, target.board, shows, post)
    if post is None:
        return
    if post.digest != shows.digest and post.message_id not in known.gone:
        yield Edit(BOARD, post, target.board, shows)
    for slot, old in sorted(known.posts.items()):
        if slot.kind == "old":
            yield Edit(slot, old, boards.overtaken(table, old.turn, (), message_url(table, post)), None)


def _closing(target: Target, known: Known) -> Iterator[Edit]:
    """All messages lose their buttons. Where the bot can't edit, a press is told that the table is closed."""
    table = target.table
    for slot, post in sorted(known.posts.items()):
        match slot.kind:
            case "board":
                screen = target.board
            case "old" if post.turn == FOLDED:  # it leads to the board, which says it
                continue
            case "old":  # it may have lost its picture
                screen = boards.closed(table, pictured=False)
            case "vote":
                screen = boards.vote(table, None)
            case "private":
                screen = _ended_privately(target, slot.of, LOST if table.lost else later("this table is closed"))
            case _:
                continue
        shows = showing(table, screen)
        if post.digest != shows.digest and post.message_id not in known.gone:
            yield Edit(slot, post, screen, replace(shows, turn=post.turn))


def turn_shown(slot: Slot, table: Table, versions: Collection[int]) -> int:
    """The turn of a new message that was sent for one of these versions of its table, perhaps an earlier one. In all
    but a board it is enough to edit what it shows.
    """
    is_board = slot == BOARD and not table.solo and table.phase != "lobby"
    return table.turn - 1 if is_board and table.version not in versions else table.turn


def _waits(table: Table, post: Post, known: Known, now: int) -> bool:
    """Whether an edit waits for the end of the turn, because it would cost a request."""
    return now < known.hold and table.phase == "playing" and post.message_id not in known.free


def _is_their_turn(seen: PlayerView) -> bool:
    return seen.own is not None and seen.to_act == seen.own


def showing(table: Table, screen: Screen) -> Post:
    """What a slot records once this screen is shown; where the message is isn't known yet.

    A solitaire's buttons work at one version of the table only. A group's work at each, so a new version by itself
    is no reason to edit its message.
    """
    return Post(0, 0, table.turn, screen.digest() if table.solo else screen.looks())


def private_digest(panel: Panel) -> str:
    """The digest of a direct message, without the link to the board, which may be posted again within a turn.

    While others are to act, only a change in what its owner knows is worth a request. So the digest leaves out the
    picture, the position in words, moves for an empty seat, and the result of the owner's own move, which their press
    has shown.
    """
    if _is_their_turn(panel.seen):
        digest = panel.private(None).digest()
    else:
        digest = framed(replace(panel, seen=replace(panel.seen, legal=()), heard=()).private_text()).text_digest()
    return hashlib.sha256(f"{digest} {panel.preferences.form} {panel.preferences.whys}".encode()).hexdigest()


def message_url(table: Table, post: Post) -> str:
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{post.channel_id}/{post.message_id}"
