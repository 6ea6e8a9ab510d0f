"""The plan alone: what is to be done so that Discord shows a table, in each way in which a message can go wrong."""

import random
from dataclasses import dataclass, field, replace

from cogs.delivery.plan import (
    Delete,
    Edit,
    Known,
    Look,
    Lost,
    Outcome,
    Private,
    Send,
    Step,
    Target,
    Wait,
    plan,
    private_digest,
)
from cogs.screens.panel import Panel
from cogs.screens.press import Press
from cogs.screens.screen import Button, Drawing, Picture, Row, Screen, Text, row
from engine import GAMES, Chance
from tables import AGAIN, BOARD, VOTE, Player, Post, Preferences, Seen, Slot, Table

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
    return Table(**{**values, **other})  # type: ignore[arg-type]


def board(at: Table) -> Screen:
    text, play = Text(f"version {at.version}"), Button("Play", Press.at(at, "play"))
    return Screen(1, (text, Picture("A board", Drawing(bytes, (at.version,))), row(play)))


def target(at: Table, **other: object) -> Target:
    values = {"board": board(at), "calls": ADA, **other}
    return Target(at, **values)  # type: ignore[arg-type]


def shown(at: Table, message: int = 100, **other: object) -> Post:
    return replace(Post(CHANNEL, message, at.turn, board(at).lasting().digest()), **other)  # type: ignore[arg-type]


def one(steps: list[Step]) -> Step:
    assert len(steps) == 1, steps
    return steps[0]


# -- The board


def test_without_a_board_one_is_posted_and_calls_who_is_to_act():
    step = one(plan(target(table()), Known({}), NOW))
    assert isinstance(step, Send)
    assert (step.slot, step.calls, step.replaces) == (BOARD, ADA, None)


def test_a_board_that_shows_all_needs_nothing():
    assert plan(target(table()), Known({BOARD: shown(table())}), NOW) == []


def test_a_new_turn_is_a_new_board_and_then_the_old_one_loses_its_buttons():
    before, after = table(), table(4, 3)
    known = Known({BOARD: shown(before)})
    step = one(plan(target(after), known, NOW))
    assert isinstance(step, Send)
    assert step.replaces == known.posts[BOARD]
    known = known.after(step, sent=Post(CHANNEL, 200))
    strip = one(plan(target(after), known, NOW))
    assert isinstance(strip, Edit)
    assert (strip.slot, strip.shows) == (Slot("old", 100), None)
    assert "/200" in str(strip.screen), "it leads to the new one"
    assert plan(target(after), known.after(strip), NOW) == []


def test_within_a_turn_an_edit_waits_where_it_would_cost_a_request():
    known = Known({BOARD: shown(table())}, hold=NOW + 60)
    assert one(plan(target(table(4)), known, NOW)) == Wait(NOW + 60)
    assert isinstance(one(plan(target(table(4)), known, NOW + 60)), Edit)


def test_within_a_turn_an_edit_by_an_answer_waits_for_nothing():
    known = Known({BOARD: shown(table())}, hold=NOW + 60, free=frozenset({100}))
    assert isinstance(one(plan(target(table(4)), known, NOW)), Edit)


def test_a_board_that_is_gone_is_posted_again_and_calls_nobody_twice():
    known = Known({BOARD: shown(table())})
    edit = one(plan(target(table(4)), known, NOW))
    assert isinstance(edit, Edit)
    again = one(plan(target(table(4)), known.after(edit, Outcome.GONE), NOW))
    assert isinstance(again, Send)
    assert again.calls is None


def test_a_board_that_may_be_gone_is_looked_at_without_drawing_it():
    known = Known({BOARD: shown(table())}, unsure=True)
    edit = one(plan(target(table()), known, NOW))
    assert isinstance(edit, Edit)
    assert edit.stands
    assert not edit.screen.drawings
    assert plan(target(table()), known.after(edit), NOW) == []


def test_a_board_that_has_lost_its_picture_gets_it_again():
    known = Known({BOARD: shown(table())}, unsure=True)
    edit = one(plan(target(table()), known, NOW))
    whole = one(plan(target(table()), known.after(edit, Outcome.BARE), NOW))
    assert isinstance(whole, Edit)
    assert whole.screen.drawings


def test_a_deleted_board_is_noted_as_not_shown_before_it_is_posted():
    known = Known({BOARD: shown(table())}, unsure=True)
    edit = one(plan(target(table()), known, NOW))
    send = one(plan(target(table()), known.after(edit, Outcome.GONE), NOW))
    assert isinstance(send, Send)
    assert send.unsure


def test_the_last_board_is_a_new_message():
    over = table(4, phase="over")
    step = one(plan(target(over), Known({BOARD: shown(table())}), NOW))
    assert isinstance(step, Send)


def test_a_board_without_buttons_is_edited_in_any_case():
    over = table(4, phase="over")
    step = one(plan(target(over), Known({BOARD: shown(table(), digest="")}), NOW))
    assert isinstance(step, Edit)


def test_a_board_asked_for_again_is_posted_and_calls_nobody():
    step = one(plan(target(table()), Known({BOARD: shown(table(), turn=AGAIN, digest="")}), NOW))
    assert isinstance(step, Send)
    assert step.calls is None


def test_a_lost_board_is_looked_for_before_anything_else():
    assert plan(target(table(4, 3)), Known({BOARD: shown(table())}, Lost(100)), NOW) == [Look(100)]


def test_a_forbidden_board_keeps_nobody_from_being_told():
    private = Private(Panel(seen(table(), ADA), Preferences("turns")))
    known = Known({}).leaving(BOARD)
    step = one(plan(target(table(), privates={ADA: private}), known, NOW))
    assert isinstance(step, Send)
    assert step.slot == Slot("private", ADA)


# -- Other messages


def test_a_vote_is_posted_kept_up_to_date_and_ended():
    at = table()
    first, second, over = (Screen(1, (Text(text),)) for text in ("0 of 2", "1 of 2", "over"))
    known = Known({BOARD: shown(at)})
    send = one(plan(target(at, vote=first, vote_over=over), known, NOW))
    known = known.after(send, sent=Post(CHANNEL, 300))
    assert plan(target(at, vote=first, vote_over=over), known, NOW) == []
    edit = one(plan(target(at, vote=second, vote_over=over), known, NOW))
    known = known.after(edit)
    end = one(plan(target(at, vote_over=over), known, NOW))
    assert isinstance(end, Edit)
    assert end.screen == over
    known = known.after(end)
    assert VOTE not in known.posts
    assert plan(target(at, vote_over=over), known, NOW) == []


def test_a_vote_that_is_deleted_is_posted_again():
    at = table()
    first, second = (Screen(1, (Text(text),)) for text in ("0 of 2", "1 of 2"))
    known = Known({BOARD: shown(at), VOTE: Post(CHANNEL, 300, at.turn, first.lasting().digest())})
    edit = one(plan(target(at, vote=second), known, NOW))
    assert isinstance(one(plan(target(at, vote=second), known.after(edit, Outcome.GONE), NOW)), Send)


def test_a_lobby_is_edited_and_posted_anew_where_that_fails():
    lobby = table(4, phase="lobby")
    known = Known({BOARD: shown(table(phase="lobby"))})
    edit = one(plan(target(lobby), known, NOW))
    assert isinstance(edit, Edit)
    assert isinstance(one(plan(target(lobby), known.after(edit, Outcome.GONE), NOW)), Send)
    assert plan(target(lobby), known.after(edit), NOW) == []


def test_all_messages_of_a_closed_table_lose_their_buttons_once():
    at = table(5, phase="closed")
    posts = {BOARD: shown(table()), VOTE: Post(CHANNEL, 101, 2), Slot("old", 90): Post(CHANNEL, 90, 1)}
    posts[Slot("private", ADA)] = Post(HOME, 300, 2, "x")
    known, closed = Known(posts), target(at, board=Screen(1, (Text("closed"),)))
    steps = plan(closed, known, NOW)
    assert {step.slot for step in steps if isinstance(step, Edit)} == {*posts}
    for step in steps:
        known = known.after(step, Outcome.DONE if step != steps[0] else Outcome.GONE)
    assert plan(closed, known, NOW) == []


def test_a_solitaire_is_edited_or_left_alone():
    at = table(4, solo=True)
    known = Known({BOARD: shown(table())})
    edit = one(plan(target(at), known, NOW))
    assert isinstance(edit, Edit)
    assert plan(target(at), known.after(edit, Outcome.GONE), NOW) == [], "nothing is posted for it"
    assert plan(target(at), known.after(edit), NOW) == []


# -- In private


def seen(at: Table, user_id: int, *, acts: bool = True) -> Seen:
    seat = next(one.seat for one in at.players if one.user_id == user_id)
    assert seat is not None
    state = KNOT.new(at.seats, KNOT.options(), Chance("a deal"))
    to_act = seat if acts else (seat + 1) % at.seats
    legal = tuple(KNOT.legal_moves(state)) if acts else ()
    return Seen(at, seat, seat, KNOT.view(state, seat), to_act, legal, None, False)


def privates(at: Table, *, acts: bool = True, wish: Preferences = Preferences("turns"), **other: object) -> Target:  # noqa: B008
    private = Private(Panel(seen(at, ADA, acts=acts), wish), **other)  # type: ignore[arg-type]
    return target(at, privates={ADA: private})


MINE = Slot("private", ADA)


def test_who_is_to_act_is_written_to_and_the_message_with_moves_is_deleted():
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    send = one(plan(privates(at, had_turns=frozenset({1})), known, NOW))
    assert isinstance(send, Send)
    assert send.deletes
    known = known.after(send, sent=Post(HOME, 301))
    assert plan(privates(at, had_turns=frozenset({1})), known, NOW) == []


def test_whose_undo_began_the_turn_is_not_written_to_again():
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    assert isinstance(one(plan(privates(at, brought_back=True), known, NOW)), Edit)


def test_who_wants_none_has_none():
    at = table()
    known = Known({BOARD: shown(at), MINE: Post(HOME, 300, 1, "x")})
    step = one(plan(privates(at, wish=Preferences("none")), known, NOW))
    assert step == Delete(MINE, known.posts[MINE])
    assert plan(privates(at, wish=Preferences("none")), known.after(step), NOW) == []


def test_who_can_not_be_reached_or_is_being_answered_is_left_alone():
    at = table()
    for known in (Known({BOARD: shown(at)}, unreachable=frozenset({ADA})), Known({}, answering=frozenset({ADA}))):
        steps = plan(privates(at), replace(known, posts={BOARD: shown(at)}), NOW)
        assert steps == []


def test_preferences_change_a_private_message():
    at = table(hints=0)
    known = Known({BOARD: shown(at)})
    send = one(plan(privates(at), known, NOW))
    known = known.after(send, sent=Post(HOME, 301))
    assert plan(privates(at), known, NOW) == []
    for wish in (Preferences("turns", whys=False), Preferences("turns", form="words-only")):
        assert isinstance(one(plan(privates(at, wish=wish), known, NOW)), Edit), wish


def test_while_others_act_a_message_is_edited_only_if_it_says_something_else():
    waiting = table()
    known = Known({BOARD: shown(waiting)}, hold=0)
    first = privates(waiting, acts=False, wish=Preferences("edits"))
    screen = first.privates[ADA].screen("there")
    send = Send(MINE, screen, Post(0, 0, 2, private_digest(first.privates[ADA].panel)))
    known = known.after(send, sent=Post(HOME, 301))
    later = table(4)
    known = known.with_post(BOARD, shown(later, 101))
    assert plan(privates(later, acts=False, wish=Preferences("edits")), known, NOW) == []


def test_who_has_left_loses_the_buttons():
    at = table()
    known = Known({BOARD: shown(at), Slot("private", 900): Post(HOME, 300, 1, "x")})
    step = one(plan(target(at), known, NOW))
    assert isinstance(step, Edit)
    assert step.slot == Slot("private", 900)
    assert plan(target(at), known.after(step), NOW) == []


# -- Whatever the past


@dataclass
class Channel:
    """A channel of Discord: its messages by id, as the screens that they show."""

    chance: random.Random
    messages: dict[int, Screen] = field(default_factory=dict)
    next_id: int = 100

    def live(self) -> list[Screen]:
        """Boards that can be pressed."""
        return [screen for screen in self.messages.values() if any(isinstance(one, Row) for one in screen.blocks[2:])]

    def perform(self, step: Step, known: Known, at: Table, *, calm: bool) -> tuple[Known, Lost | None]:
        """What is known then, and what may be lost. Unless `calm`, anything may go wrong."""
        luck = 1.0 if calm else self.chance.random()
        match step:
            case Look(after):
                return self._look(known, after, at), None
            case Edit(slot, post, screen) if post.message_id not in self.messages:
                return known.after(step, Outcome.GONE), None
            case Edit(slot) if luck < 0.1:
                return known.leaving(slot), None
            case Edit(slot, post, screen):
                self.messages[post.message_id] = screen.kept()
                return known.after(step), None
            case Send(slot, screen, _, replaces):
                lost = Lost(replaces.message_id if replaces else 0)
                if luck < 0.1:  # it didn't come about, and nobody knows
                    return known.leaving(slot), lost
                self.next_id += 1
                self.messages[self.next_id] = screen.kept()
                if luck < 0.25:  # it did, and nobody knows
                    return known.leaving(slot), lost
                return known.after(step, sent=Post(CHANNEL, self.next_id)), None
        raise AssertionError(step)

    def _look(self, known: Known, after: int, at: Table) -> Known:
        recorded = {post.message_id for post in known.posts.values()}
        for message, screen in sorted(self.messages.items(), reverse=True):
            if message <= after or message in recorded or screen not in self.live():
                continue
            current = known.posts.get(BOARD)
            if screen == board(at).kept() and (current is None or current.message_id <= after):
                known = known.overtaken(BOARD, Post(CHANNEL, message, at.turn))
            else:
                del self.messages[message]
        return replace(known, lost=None)


def test_whatever_the_past_there_is_one_live_board_and_a_second_plan_is_empty():
    """Kills before and after recording, lost answers, deletions and failed edits, turns that overtake each other."""
    for seed in range(500):
        live_and_settled(random.Random(seed))


def live_and_settled(chance: random.Random) -> None:
    discord, at = Channel(chance), table(1, 1)
    recorded, lost = dict[Slot, Post](), None
    for _ in range(chance.randrange(1, 12)):
        at = table(at.version + 1, at.turn + chance.randrange(2))
        if discord.messages and chance.random() < 0.2:
            del discord.messages[chance.choice([*discord.messages])]
        known = Known(recorded, lost)
        for _ in range(chance.randrange(6)):  # and then it is killed, or overtaken
            steps = plan(target(at), known, NOW)
            if not steps:
                break
            known, may_be_lost = discord.perform(steps[0], known, at, calm=False)
            lost = known.lost or lost or may_be_lost if not isinstance(steps[0], Look) else None
            known = replace(known, lost=lost)
            if chance.random() < 0.8:
                recorded = dict(known.posts)
            else:  # killed before it was recorded: a start looks behind the recorded board
                last = recorded.get(BOARD)
                lost = Lost(last.message_id if last else 0)
                break
    known = Known(recorded, lost, unsure=True)
    for _ in range(30):
        steps = plan(target(at), known, NOW)
        if not steps:
            break
        known, _ = discord.perform(steps[0], known, at, calm=True)
    assert discord.live() == [board(at).kept()]
    assert plan(target(at), known, NOW) == []
    assert {post.message_id for slot, post in known.posts.items() if slot == BOARD} <= {*discord.messages}
