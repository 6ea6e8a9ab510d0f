"""The plan alone: what is to be done so that Discord shows a table, in each way in which a message can go wrong."""

import random
from dataclasses import dataclass, field, replace

from cogs.delivery import plan as planning
from cogs.delivery.plan import (
    Delete,
    Edit,
    Find,
    Known,
    Outcome,
    Private,
    Send,
    Step,
    Target,
    Wait,
    private_digest,
    turn_shown,
)
from cogs.screens.panel import Panel
from cogs.screens.press import Press
from cogs.screens.screen import Button, Drawing, Menu, Picture, Row, Screen, Text, row
from engine import GAMES, Chance
from tables.people.people import Preferences
from tables.play.model import Player, PlayerView, Table
from tables.play.posts import BOARD, FOLDED, LATE, NONCE_LASTS, REPOST, VOTE, Intent, Post, Slot

NOW, CHANNEL, HOME = 1_000_000, 70, 80
ADA, BOB = 501, 502
GAME = GAMES["hexaract"]  # for one seat; the plan asks no rules
KNOT = GAMES["wyverns-knot"]


def table(version: int = 3, turn: int = 2, **other: object) -> Table:
    values = {
        "id": 9, "game": KNOT.key, "options": KNOT.options(), "phase": "playing", "solo": False, "version": version,
        "turn": turn, "seats": 3, "host_id": ADA, "first_id": None, "guild_id": 60, "channel_id": CHANNEL,
        "commitment": "", "seed": None, "own_thread": False, "conceded": False, "outdated": False, "changed_at": NOW,
        "day": None, "week": None, "ranked": False, "hints": None,
        "players": (Player(ADA, "Ada", 0), Player(BOB, "Bob", 1)), "computers": (),
    }  # fmt: skip
    return Table(**{**values, **other})


def board(at: Table) -> Screen:
    text, play = Text(f"version {at.version}"), Button("Play", Press.at(at, "play"))
    return Screen(1, (text, Picture("A board", Drawing(bytes, (at.version,))), row(play)))


def target(at: Table, **other: object) -> Target:
    values = {"board": board(at), "calls": (ADA,), **other}
    return Target(at, **values)  # type: ignore[arg-type]


def shown(at: Table, message: int = 100, **other: object) -> Post:
    return replace(Post(CHANNEL, message, at.turn, board(at).looks()), **other)  # type: ignore[arg-type]


def placed(step: Step, message: int, channel: int = CHANNEL) -> Post:
    """What a step has sent."""
    assert isinstance(step, Send)
    return replace(step.shows, channel_id=channel, message_id=message)


def plan(target: Target, known: Known, now: int) -> list[Step]:
    return [*planning.plan(target, known, now)]


def one(steps: list[Step]) -> Step:
    assert len(steps) == 1, steps
    return steps[0]


# -- The board


def test_without_a_board_one_is_posted_and_calls_who_is_to_act() -> None:
    step = one(plan(target(table()), Known({}), NOW))
    assert isinstance(step, Send)
    assert (step.slot, step.calls, step.replaces) == (BOARD, (ADA,), None)


def test_a_board_that_shows_all_needs_nothing() -> None:
    assert plan(target(table()), Known({BOARD: shown(table())}), NOW) == []


def test_a_new_turn_is_a_new_board_and_then_the_old_one_loses_its_buttons() -> None:
    before, after = table(), table(4, 3)
    known = Known({BOARD: shown(before)})
    step = one(plan(target(after), known, NOW))
    assert isinstance(step, Send)
    assert step.replaces == known.posts[BOARD]
    known = known.after(step, sent=placed(step, 200, CHANNEL))
    strip = one(plan(target(after, old_boards="kept"), known, NOW))
    assert isinstance(strip, Edit)
    assert (strip.slot, strip.shows) == (Slot("old", 100), None)
    assert "/200" in str(strip.screen), "it leads to the new one"
    assert plan(target(after, old_boards="kept"), known.after(strip), NOW) == []


def test_of_old_boards_a_line_stays_and_the_rest_goes() -> None:
    known = Known({BOARD: shown(table())})
    for turn, message in (3, 200), (4, 300), (5, 400):
        at = table(turn + 1, turn)
        send = one(plan(target(at), known, NOW))
        known = known.after(send, sent=placed(send, message, CHANNEL))
        tidy = one(plan(target(at), known, NOW))
        assert isinstance(tidy, Edit if turn == 3 else Delete)
        assert isinstance(tidy, Edit | Delete)
        assert tidy.post.message_id == message - 100
        known = known.after(tidy)
        assert plan(target(at), known, NOW) == []
    assert {slot: post.message_id for slot, post in known.posts.items()} == {BOARD: 400, Slot("old", 100): 100}
    line = one(
        plan(target(table(), old_boards="kept"), replace(known, posts={**known.posts, BOARD: shown(table())}), NOW)
    )
    assert isinstance(line, Edit), "who wants old boards to be kept has the line forgotten"


def test_a_line_that_was_deleted_is_replaced_by_the_next_board() -> None:
    at, old = table(4, 3), Slot("old", 100)
    known = Known({BOARD: shown(at, 200), old: shown(table())})
    fold = one(plan(target(at), known, NOW))
    gone = known.after(fold, Outcome.GONE)
    drop = one(plan(target(at), gone, NOW))
    assert drop == Delete(old, known.posts[old])
    assert plan(target(at), gone.after(drop), NOW) == []


def test_the_lobby_above_a_thread_becomes_a_line_that_leads_there() -> None:
    at, lobby = table(4, 3), Post(HOME, 90, 0)
    known = Known({BOARD: shown(at), Slot("old", 80): Post(HOME, 80, FOLDED), Slot("old", 90): lobby})
    fold = one(plan(target(at), known, NOW))
    assert isinstance(fold, Edit), "its thread would lose its first message"
    assert f"/{CHANNEL}" in str(fold.screen)


def test_within_a_turn_an_edit_waits_where_it_would_cost_a_request() -> None:
    known = Known({BOARD: shown(table())}, hold=NOW + 60)
    assert one(plan(target(table(4)), known, NOW)) == Wait(NOW + 60)
    assert isinstance(one(plan(target(table(4)), known, NOW + 60)), Edit)


def test_within_a_turn_an_edit_by_an_answer_waits_for_nothing() -> None:
    known = Known({BOARD: shown(table())}, hold=NOW + 60, free=frozenset({100}))
    assert isinstance(one(plan(target(table(4)), known, NOW)), Edit)


def test_a_board_that_is_gone_is_posted_again_and_calls_nobody_twice() -> None:
    known = Known({BOARD: shown(table())})
    edit = one(plan(target(table(4)), known, NOW))
    assert isinstance(edit, Edit)
    again = one(plan(target(table(4)), known.after(edit, Outcome.GONE), NOW))
    assert isinstance(again, Send)
    assert again.calls == ()


def test_a_board_that_may_be_gone_is_looked_at_without_drawing_it() -> None:
    known = Known({BOARD: shown(table())}, checks=True)
    edit = one(plan(target(table()), known, NOW))
    assert isinstance(edit, Edit)
    assert edit.only_checks
    assert not edit.screen.drawings
    assert plan(target(table()), known.after(edit), NOW) == []


def test_a_board_that_has_lost_its_picture_gets_it_again() -> None:
    known = Known({BOARD: shown(table())}, checks=True)
    edit = one(plan(target(table()), known, NOW))
    whole = one(plan(target(table()), known.after(edit, Outcome.BARE), NOW))
    assert isinstance(whole, Edit)
    assert whole.screen.drawings


def test_the_last_board_is_a_new_message() -> None:
    over = table(4, phase="over")
    step = one(plan(target(over), Known({BOARD: shown(table())}), NOW))
    assert isinstance(step, Send)


def test_a_board_without_buttons_is_edited_in_any_case() -> None:
    over = table(4, phase="over")
    step = one(plan(target(over), Known({BOARD: shown(table(), digest="")}), NOW))
    assert isinstance(step, Edit)


def test_a_board_asked_for_again_is_posted_and_calls_nobody() -> None:
    step = one(plan(target(table()), Known({BOARD: shown(table(), turn=REPOST, digest="")}), NOW))
    assert isinstance(step, Send)
    assert step.calls == ()


def test_only_the_board_that_is_the_first_to_tell_of_a_turn_moves() -> None:
    def moves(posted: Post | None, **other: object) -> bool:
        posts = {BOARD: posted} if posted else {}
        step = plan(target(table(4, 3), **other), Known(posts, gone=frozenset({300})), NOW)[0]
        assert isinstance(step, Send)
        return step.moving

    assert moves(None, moving=True)
    assert moves(shown(table(3, 2)), moving=True)
    assert not moves(shown(table(3, 2)), moving=False), "somebody at the table minds"
    assert not moves(shown(table(4, 3), 300), moving=True), "it was there, and is gone"
    assert not moves(shown(table(4, 3), turn=REPOST), moving=True), "it was asked for again"
    assert not moves(shown(table(3, 4)), moving=True), "a move was taken back"


def test_a_board_whose_answer_was_lost_is_sent_again_while_discord_knows_its_nonce() -> None:
    intent = Intent("nonce", NOW)
    known = Known({BOARD: shown(table())}, {BOARD: intent})
    step = one(plan(target(table(4, 3)), known, NOW + NONCE_LASTS - 1))
    assert isinstance(step, Send)
    for later_on in (NOW + NONCE_LASTS, NOW - 1):  # or the clock was set back
        assert plan(target(table(4, 3)), known, later_on) == [Find(BOARD, intent)]


def test_a_board_that_discord_had_already_is_brought_up_to_date() -> None:
    """It may show an earlier version; if it shows an earlier turn, a new one calls whose turn it is."""
    before = shown(table())
    known = Known({BOARD: before}, {BOARD: Intent("nonce", NOW)})
    for versions, kind in (({4}, Edit), ({3}, Send)):
        found = Post(CHANNEL, 200, turn_shown(BOARD, table(4, 3), versions))
        after = known.found(BOARD, found)
        assert after.posts == {BOARD: found, Slot("old", 100): before}
        step = plan(target(table(4, 3)), after, NOW)[0]
        assert isinstance(step, kind)
        assert not isinstance(step, Send) or step.calls == (ADA,)


def test_what_is_sought_in_vain_is_sent_again() -> None:
    known = Known({}, {BOARD: Intent("nonce", NOW)})
    (find,) = plan(target(table()), known, NOW + NONCE_LASTS)
    assert isinstance(find, Find)
    assert isinstance(one(plan(target(table()), known.found(BOARD, None), NOW + NONCE_LASTS)), Send)
    over = target(table(4, phase="closed"))
    assert plan(over, known.found(BOARD, None), NOW + NONCE_LASTS) == [], "if somebody still needs it"


def test_a_vote_that_may_have_been_posted_is_sought_once_it_is_over() -> None:
    """Not before it can't come any more."""
    at, intent = table(), Intent("nonce", NOW)
    known = Known({BOARD: shown(at)}, {VOTE: intent})
    over = target(at, vote_over=Screen(1, (Text("over"),)))
    assert plan(over, known, NOW) == [Wait(NOW + LATE)]
    assert plan(over, known, NOW + LATE) == [Find(VOTE, intent)]
    step = one(plan(over, known.found(VOTE, Post(CHANNEL, 200, 2)), NOW))
    assert isinstance(step, Edit)
    assert (step.slot, step.shows) == (VOTE, None)


def test_a_forbidden_board_keeps_nobody_from_being_told() -> None:
    private = Private(Panel(seen(table(), ADA), Preferences("turns")))
    known = Known({}).leaving(BOARD)
    step = one(plan(target(table(), privates={ADA: private}), known, NOW))
    assert isinstance(step, Send)
    assert step.slot == Slot("private", ADA)


def test_where_no_board_may_be_posted_nor_is_a_vote_tried() -> None:
    asked = target(table(), vote=Screen(1, (Text("0 of 2"),)))
    assert plan(asked, Known({}).leaving(BOARD), NOW) == []


def test_a_version_alone_is_worth_no_request() -> None:
    """As when somebody votes."""
    at, vote = table(), Screen(1, (Text("0 of 2"), row(Button("Yes", Press.at(table(), "vote", "yes")))))
    later = replace(vote, blocks=(vote.blocks[0], row(Button("Yes", Press.at(table(4), "vote", "yes")))))
    posts = {BOARD: shown(at), VOTE: Post(CHANNEL, 300, at.turn, vote.looks())}
    assert plan(target(table(4), board=board(at), vote=later), Known(posts), NOW) == []


# -- Other messages


def test_a_vote_is_posted_kept_up_to_date_and_ended() -> None:
    at = table()
    first, second, over = (Screen(1, (Text(text),)) for text in ("0 of 2", "1 of 2", "over"))
    known = Known({BOARD: shown(at)})
    send = one(plan(target(at, vote=first, vote_over=over, decide=(ADA, BOB)), known, NOW))
    assert isinstance(send, Send)
    assert send.calls == (ADA, BOB)
    known = known.after(send, sent=placed(send, 300, CHANNEL))
    assert plan(target(at, vote=first, vote_over=over), known, NOW) == []
    edit = one(plan(target(at, vote=second, vote_over=over), known, NOW))
    known = known.after(edit)
    end = one(plan(target(at, vote_over=over), known, NOW))
    assert isinstance(end, Edit)
    assert end.screen == over
    known = known.after(end)
    assert VOTE not in known.posts
    assert plan(target(at, vote_over=over), known, NOW) == []


def test_a_vote_that_is_deleted_is_posted_again() -> None:
    at = table()
    first, second = (Screen(1, (Text(text),)) for text in ("0 of 2", "1 of 2"))
    known = Known({BOARD: shown(at), VOTE: Post(CHANNEL, 300, at.turn, first.looks())})
    edit = one(plan(target(at, vote=second, decide=(BOB,)), known, NOW))
    again = one(plan(target(at, vote=second, decide=(BOB,)), known.after(edit, Outcome.GONE), NOW))
    assert isinstance(again, Send)
    assert again.calls == (), "nobody is called twice"


def test_a_lobby_is_edited_and_posted_anew_where_that_fails() -> None:
    lobby = table(4, phase="lobby")
    known = Known({BOARD: shown(table(phase="lobby"))})
    edit = one(plan(target(lobby), known, NOW))
    assert isinstance(edit, Edit)
    assert isinstance(one(plan(target(lobby), known.after(edit, Outcome.GONE), NOW)), Send)
    assert plan(target(lobby), known.after(edit), NOW) == []


def test_all_messages_of_a_closed_table_lose_their_buttons_once() -> None:
    at = table(5, phase="closed")
    posts = {BOARD: shown(table()), VOTE: Post(CHANNEL, 101, 2), Slot("old", 90): Post(CHANNEL, 90, 1)}
    posts[Slot("private", ADA)] = Post(HOME, 300, 2, "x")
    known, closed = Known(posts), target(at, board=Screen(1, (Text("closed"),)))
    steps = plan(closed, known, NOW)
    assert {step.slot for step in steps if isinstance(step, Edit)} == {*posts}
    for step in steps:
        known = known.after(step, Outcome.DONE if step != steps[0] else Outcome.GONE)
    assert plan(closed, known, NOW) == []


def test_a_solitaire_is_edited_or_left_alone() -> None:
    at = table(4, solo=True)
    known = Known({BOARD: shown(table())})
    edit = one(plan(target(at), known, NOW))
    assert isinstance(edit, Edit)
    assert plan(target(at), known.after(edit, Outcome.GONE), NOW) == [], "nothing is posted for it"
    assert plan(target(at), known.after(edit), NOW) == []


# -- In private


def seen(at: Table, user_id: int, *, acts: bool = True) -> PlayerView:
    seat = next(one.seat for one in at.players if one.user_id == user_id)
    assert seat is not None
    state = KNOT.new(at.seats, KNOT.options(), Chance("a deal"))
    to_act = seat if acts else (seat + 1) % at.seats
    legal = tuple(KNOT.legal_moves(state)) if acts else ()
    return PlayerView(at, seat, seat, KNOT.view(state, seat), to_act, legal, None, False)


def privates(at: Table, *, acts: bool = True, wish: Preferences = Preferences("turns"), **other: object) -> Target:  # noqa: B008
    private = Private(Panel(seen(at, ADA, acts=acts), wish), **other)  # type: ignore[arg-type]
    return target(at, privates={ADA: private})


MINE = Slot("private", ADA)


def test_who_is_to_act_is_written_to_and_the_message_with_moves_is_deleted() -> None:
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    send = one(plan(privates(at, had_turns=frozenset({1})), known, NOW))
    assert isinstance(send, Send)
    assert send.deletes
    known = known.after(send, sent=placed(send, 301, HOME))
    assert plan(privates(at, had_turns=frozenset({1})), known, NOW) == []


def test_who_looks_at_the_channel_is_mentioned_there_and_written_to_when_they_fall_silent() -> None:
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    looks = privates(at, looks_until=NOW + 60)
    assert one(plan(looks, known, NOW)) == Wait(NOW + 60)
    send = one(plan(looks, known, NOW + 60))
    assert isinstance(send, Send)
    assert plan(looks, known.after(send, sent=placed(send, 301, HOME)), NOW + 60) == []


def test_who_looks_at_the_channel_gets_what_is_secret_once_they_fall_silent() -> None:
    at = table()
    nothing = privates(at, looks_until=NOW + 60)
    assert one(plan(nothing, Known({BOARD: shown(at)}), NOW)) == Wait(NOW + 60)
    advyria = GAMES["advyria"]
    state = advyria.new(3, advyria.options(), Chance("a deal"))
    here = table(game=advyria.key, options=advyria.options())
    hand = PlayerView(here, 0, 0, advyria.view(state, 0), 0, tuple(advyria.legal_moves(state)), None, False)
    private = Private(Panel(hand, Preferences()), looks_until=NOW + 60)
    dealt, known = target(here, privates={ADA: private}), Known({BOARD: shown(here)})
    assert one(plan(dealt, known, NOW)) == Wait(NOW + 60), "their hand is behind a button of the board"
    assert isinstance(one(plan(dealt, known, NOW + 60)), Send)


def test_who_looks_at_the_channel_sees_their_message_edited_once_their_turn_is_over() -> None:
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "with moves")})
    assert isinstance(one(plan(privates(at, acts=False, looks_until=NOW + 60), known, NOW)), Edit)
    edits = privates(at, wish=Preferences("edits"), looks_until=NOW + 60)
    assert isinstance(one(plan(edits, known, NOW)), Edit), "it makes no sound"


def test_whose_undo_began_the_turn_is_not_written_to_again() -> None:
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    assert isinstance(one(plan(privates(at, brought_back=True), known, NOW)), Edit)


def test_who_wants_none_has_none() -> None:
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    step = one(plan(privates(at, wish=Preferences("none")), known, NOW))
    assert step == Delete(MINE, known.posts[MINE])
    assert plan(privates(at, wish=Preferences("none")), known.after(step), NOW) == []


def test_who_can_not_be_reached_or_is_being_answered_is_left_alone() -> None:
    at = table()
    for known in (Known({BOARD: shown(at)}, unreachable=frozenset({ADA})), Known({}, answering=frozenset({ADA}))):
        steps = plan(privates(at), replace(known, posts={BOARD: shown(at)}), NOW)
        assert steps == []


def test_preferences_change_a_private_message() -> None:
    at = table(hints=0)
    known = Known({BOARD: shown(at)})
    send = one(plan(privates(at), known, NOW))
    known = known.after(send, sent=placed(send, 301, HOME))
    assert plan(privates(at), known, NOW) == []
    for wish in (Preferences("turns", whys=False), Preferences("turns", form="words-only")):
        assert isinstance(one(plan(privates(at, wish=wish), known, NOW)), Edit), wish


def test_while_others_act_a_message_is_edited_only_if_it_says_something_else() -> None:
    waiting = table()
    known = Known({BOARD: shown(waiting)}, hold=0)
    first = privates(waiting, acts=False, wish=Preferences("edits"))
    own = first.privates[ADA]
    send = Send(MINE, own.screen("there"), Post(0, 0, 2, private_digest(own.panel)))
    known = known.after(send, sent=placed(send, 301, HOME))
    later = table(4)
    known = known.with_post(BOARD, shown(later, 101))
    assert plan(privates(later, acts=False, wish=Preferences("edits")), known, NOW) == []


def test_while_others_act_neither_the_position_in_words_nor_an_empty_seat_is_worth_a_request() -> None:
    """Only who is to act needs all of it; who may play for an empty seat has the board."""
    wish = Preferences("edits", form="words-only")
    at = table(players=(Player(ADA, "Ada", 0), Player(BOB, "Bob", 2)))
    view = seen(at, ADA, acts=False)
    digest = private_digest(Panel(view, wish))
    known = Known({BOARD: shown(at), MINE: Post(HOME, 301, 2, digest)})
    state = KNOT.new(3, KNOT.options(), Chance("a deal"))
    later = KNOT.play(state, KNOT.legal_moves(state)[0], Chance("luck")).state
    for other in (replace(view, view=KNOT.view(later, 0)), replace(view, seat=1, legal=tuple(KNOT.legal_moves(state)))):
        now, before = (Private(Panel(one, wish)).screen(None) for one in (other, view))
        assert now.text_digest() != before.text_digest()
        assert plan(target(at, privates={ADA: Private(Panel(other, wish))}), known, NOW) == []


def test_a_board_posted_again_within_a_turn_changes_no_private_message() -> None:
    at = table()
    known = Known({BOARD: shown(at)})
    send = one(plan(privates(at), known, NOW))
    known = known.after(send, sent=placed(send, 301, HOME)).with_post(BOARD, shown(at, 101))
    assert plan(privates(at), known, NOW) == []


def test_who_has_left_loses_the_buttons() -> None:
    at = table()
    known = Known({BOARD: shown(at), Slot("private", 900): Post(HOME, 300, 1, "x")})
    step = one(plan(target(at), known, NOW))
    assert isinstance(step, Edit)
    assert step.slot == Slot("private", 900)
    assert plan(target(at), known.after(step), NOW) == []


# -- Whatever the past


def vote_screen(at: Table, agree: int) -> Screen:
    return Screen(1, (Text(f"{agree} of 9"), row(Button("Yes", Press.at(at, "vote", "yes")))))


def press_of(screen: Screen) -> Press | None:
    """What the first button of a message means."""
    controls = [one for block in screen.blocks if isinstance(block, Row) for one in block.controls]
    return next((one.press for one in controls if isinstance(one, Button | Menu)), None)


def moves(screen: Screen) -> int | None:
    """Of which version those are that a message offers."""
    controls = [one for block in screen.blocks if isinstance(block, Row) for one in block.controls]
    presses = [one.press for one in controls if isinstance(one, Button | Menu)]
    return next((press.version for press in presses if press.verb == "pick"), None)


Sending = tuple[str, Screen, bool]  # a nonce, a message, and whether it goes to Ada's home


@dataclass
class Discord:
    """Its messages, of a channel and of Ada's home, as the screens that they show. Anything may happen to them."""

    messages: dict[int, Screen] = field(default_factory=dict)
    private: set[int] = field(default_factory=set)  # those at home
    too_old: set[int] = field(default_factory=set)  # those that can't be edited any more
    bare: set[int] = field(default_factory=set)  # those that have lost their picture
    late: list[tuple[int, Sending]] = field(default_factory=list)  # what it has taken and not posted: until when
    known: dict[str, tuple[int, int]] = field(default_factory=dict)  # messages by nonce, and when they were posted
    next_id: int = 100

    def post(self, sending: Sending, now: int) -> int:
        nonce, screen, private = sending
        if nonce in self.known and now - self.known[nonce][1] < NONCE_LASTS:
            return self.known[nonce][0]
        self.next_id += 1
        self.known[nonce] = self.next_id, now
        self.messages[self.next_id] = screen.kept()
        if private:
            self.private.add(self.next_id)
        return self.next_id

    def edit(self, step: Edit) -> Outcome:
        message = step.post.message_id
        if message not in self.messages:
            return Outcome.GONE
        if step.only_checks and message in self.bare:
            return Outcome.BARE
        if message in self.too_old:
            return Outcome.DONE if step.only_checks else Outcome.GONE
        self.messages[message] = step.screen.kept()
        self.bare -= {message} if step.screen.drawings else set()
        return Outcome.DONE

    def catch_up(self, now: int) -> None:
        """Post what is due."""
        for due, sending in [*self.late]:
            if due <= now:
                self.late.remove((due, sending))
                self.post(sending, due)

    def suffer(self, chance: random.Random) -> None:
        """Moderators delete, time passes."""
        in_channel = [*self.messages.keys() - self.private]
        if in_channel and chance.random() < 0.2:
            del self.messages[chance.choice(in_channel)]
        if self.messages and chance.random() < 0.1:
            self.too_old.add(chance.choice([*self.messages]))
        if self.messages and chance.random() < 0.1:
            self.bare.add(chance.choice([*self.messages]))

    def live(self) -> set[int]:
        """What can be pressed in the channel, but for what nobody can edit any more."""
        in_channel = self.messages.keys() - self.private - self.too_old
        return {message for message in in_channel if press_of(self.messages[message])}


class Past:
    """A table in a hall that is killed, isn't answered, is overtaken, and starts again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.discord, self.now = chance, Discord(), NOW
        self.table, self.agree, self.wish = table(1, 1), 0, Preferences("turns")
        self.looks_until = 0  # Ada at the channel
        self.recorded = dict[Slot, Post]()
        self.intents = dict[Slot, Intent]()  # likewise recorded
        self.known = Known({})

    def target(self) -> Target:
        at, theirs = self.table, self.table.turn % 2 == 0
        panel, had_turns = Panel(seen(at, ADA, acts=theirs), self.wish), frozenset(range(0, at.turn, 2))
        private = Private(panel, had_turns=had_turns, looks_until=self.looks_until)
        vote = vote_screen(at, self.agree) if self.agree else None
        return target(at, vote=vote, vote_over=Screen(1, (Text("over"),)), privates={ADA: private})

    def goes_on(self) -> None:
        """What people do, and what becomes of the messages."""
        chance, at = self.chance, self.table
        self.table = table(at.version + 1, at.turn + chance.randrange(2))
        self.agree = chance.choice([self.agree, 0, self.agree + 1])
        self.wish = chance.choice([self.wish] * 4 + [Preferences("turns"), Preferences("edits"), Preferences("none")])
        self.now += chance.randrange(2 * LATE)
        self.looks_until = chance.choice([0, self.now + LATE])
        self.discord.catch_up(self.now)
        self.discord.suffer(chance)

    def round(self, *, calm: bool, checks: bool = False) -> bool:
        """Like that of the hall: see cogs/delivery/round.py. True if something waits."""
        hold = 0 if calm else self.now + self.chance.choice([-1, 60])
        self.known = Known(self.recorded, self.intents, checks=checks, hold=hold)
        for _ in range(60):
            every = plan(self.target(), self.known, self.now)
            steps = [step for step in every if not isinstance(step, Wait)]
            if not steps:
                self.known = self.known.settled(*self.known.sought)
                self.record()
                return bool(every)
            if not calm and self.chance.random() < 0.15:
                return True  # it is killed
            if not self.perform(steps[0], luck=1.0 if calm else self.chance.random()):
                return True
        raise AssertionError("it goes on for ever")

    def record(self) -> None:
        self.recorded, self.intents = dict(self.known.posts), dict(self.known.intents)

    def perform(self, step: Step, luck: float) -> bool:
        """False if the round ends here."""
        match step:
            case Find(slot):
                self.known = self.known.found(slot, self.find(slot))
                self.record()
            case Edit(slot) if luck < 0.1:
                self.known = self.known.leaving(slot)
                return slot not in (BOARD, VOTE)
            case Edit():
                self.known = self.known.after(step, self.discord.edit(step))
            case Delete(_, post):
                self.discord.messages.pop(post.message_id, None)
                self.known = self.known.after(step)
            case Send(slot):
                return self.send(step, luck)
        return True

    def send(self, step: Send, luck: float) -> bool:
        slot, again = step.slot, step.slot in self.known.intents
        if not again:
            self.discord.next_id += 1
            self.intents = {**self.intents, slot: Intent(str(self.discord.next_id), self.now)}
            self.known = replace(self.known, intents={**self.known.intents, slot: self.intents[slot]})
        intent = self.known.intents[slot]
        sending = intent.nonce, step.screen, slot == MINE
        if luck < 0.3:  # nobody knows whether it has come about
            if luck < 0.1:
                self.discord.post(sending, self.now)
            elif luck < 0.2:
                self.discord.late.append((self.now + self.chance.randrange(LATE), sending))
            self.known = self.known.leaving(slot)
            return slot == MINE
        message = self.discord.post(sending, self.now)
        post = placed(step, message, HOME if slot == MINE else CHANNEL)
        if again:
            post = replace(post, digest="", turn=turn_shown(slot, self.table, self.versions(message)))
        self.known = self.known.after(step, sent=post)
        if step.replaces and step.deletes:
            self.discord.messages.pop(step.replaces.message_id, None)
        if luck < 0.35:
            return False  # it is killed before it records that
        self.record()
        return True

    def versions(self, message: int) -> set[int]:
        press = press_of(self.discord.messages[message]) if message in self.discord.messages else None
        return {press.version} if press else set()

    def find(self, slot: Slot) -> Post | None:
        recorded, known = {post.message_id for post in self.known.posts.values()}, self.known.posts.get(slot)
        for message in sorted(self.discord.messages, reverse=True):
            press = press_of(self.discord.messages[message])
            mine, vote = message in self.discord.private, press is not None and press.verb == "vote"
            if message in recorded or mine != (slot == MINE) or press is None or vote != (slot == VOTE):
                continue
            if known is None or message > known.message_id:
                turn = turn_shown(slot, self.table, self.versions(message))
                return Post(HOME if slot == MINE else CHANNEL, message, turn)
        return None


def test_whatever_the_past_all_is_shown_once_and_a_second_plan_is_empty() -> None:
    """Kills before and after recording, answers that are lost or late, deletions, failed edits, what can't be edited
    any more, people who fall silent, turns that overtake each other; votes and direct messages among them."""
    for seed in range(300):
        past = Past(random.Random(seed))
        for _ in range(past.chance.randrange(1, 12)):
            past.goes_on()
            past.round(calm=False)
            past.discord.suffer(past.chance)
            past.round(calm=False, checks=past.chance.random() < 0.5)
        past.discord.suffer(past.chance)
        if past.agree:  # nobody looks after a vote that was deleted until somebody votes again
            past.agree += 1
        past.now = max(past.now, past.looks_until)
        while past.round(calm=True, checks=True):
            past.now += LATE
            past.discord.catch_up(past.now)
        all_is_shown(past)


def all_is_shown(past: Past) -> None:
    target, discord, posts = past.target(), past.discord, past.known.posts
    assert plan(target, past.known, past.now) == []
    assert plan(target, Known(past.recorded), past.now) == []
    assert discord.messages[posts[BOARD].message_id] == target.board.kept()
    assert posts[BOARD].message_id not in discord.bare
    due = {BOARD, VOTE} if target.vote else {BOARD}
    public = {slot: post for slot, post in posts.items() if slot != MINE}
    lines = [post for post in public.values() if post.turn == FOLDED]
    assert len(lines) <= 1
    assert {slot for slot, post in public.items() if post not in lines} == due
    assert discord.live() | {posts[BOARD].message_id} == {posts[slot].message_id for slot in due}
    if target.vote:
        assert discord.messages[posts[VOTE].message_id].looks() == target.vote.looks()
    theirs, mine = past.table.turn % 2 == 0, posts.get(MINE)
    assert mine or not theirs or past.wish.direct != "turns"
    assert not mine or past.wish.direct != "none"
    editable = (discord.private - discord.too_old) & {*discord.messages}
    offering = {message for message in editable if moves(discord.messages[message])}
    assert offering == ({mine.message_id} - discord.too_old if mine and theirs else set())
    assert {moves(discord.messages[message]) for message in offering} <= {past.table.version}
