"""Company for one: what is open elsewhere on the server, and who is told of it; never of a channel they can't see."""

from pathlib import Path

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from .hall import World, answer, forbid, labels, payloads, text, world
from .test_people_at_a_table import TICK, links, posts
from .test_when_things_are_wrong import accept, refuse
from .test_wyverns_knot_at_a_table import start

NAMES = ("Ann", "Bob", "Cat", "Dan")


def another(here: World, name: str = "den", *, hidden_from: MemberActor | None = None) -> ChannelHandle:
    """A second channel of the server."""
    channel = here.env.guild.create_text_channel(name)
    if hidden_from:
        forbid(here, "view_channel", channel=channel, member=hidden_from)
    return channel


async def play(here: World, member: MemberActor, channel: ChannelHandle, game: str | None = None) -> ResponseMessage:
    """The last of the answers that offers to join; without one, the first."""
    here.channel, before = channel, here.channel
    result = await (here.slash(member, "play", game=game) if game else here.slash(member, "play"))
    here.channel = before
    offers = [one for one in result.followups if "Or join those who wait already" in text(one)]
    return offers[-1] if offers else shown(result)


def shown(result: InteractionResult) -> ResponseMessage:
    assert result.response
    return result.response


# -- What can be joined


async def test_play_in_an_empty_channel_offers_a_lobby_elsewhere_and_joins_it_at_once(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        den = another(here)
        assert "Open to join" not in text(await play(here, bob, den))
        await here.slash(ann, "play", game="wyverns-knot")
        menu = await play(here, bob, den)
        assert f"**Wyvern's Knot** in {here.channel.mention}: Ann" in text(menu)
        joined = await here.press(bob, menu, "Join Ann")
        assert "Ann hasn't started the game yet" in text(shown(joined))
        assert links(shown(joined)) == [here.board.id]
        assert "Bob" in text(here.board)
        assert "Open to join" not in text(await play(here, bob, den)), "he sits there"
        assert "Open to join" not in text(shown(await here.slash(bob.user, "play"))), "nor by direct message"


async def test_an_empty_seat_of_a_game_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        dan = here.members.pop()
        await start(here)
        _, bob, _ = here.members
        den = another(here)
        assert "Open to join" not in text(await play(here, dan, den)), "no seat is free"
        await here.press(bob, shown(await here.slash(bob, "leave")), "Leave for good")
        menu = await play(here, dan, den)
        taken = await here.press(dan, menu, "Take a seat: Wyvern's Knot")
        assert "You've joined the game" in text(shown(taken))
        assert links(shown(taken)) == [here.game_board.id]


async def test_a_seat_that_is_kept_is_offered_to_who_left_it_alone(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        dan = here.members.pop()
        await start(here)
        ann, bob, cat = here.members
        den = another(here)
        await here.press(bob, shown(await here.slash(bob, "leave")), "Leave the table")
        assert "Open to join" not in text(await play(here, dan, den)), "it would be refused"
        menu = await play(here, bob, den)
        assert "Take a seat: Wyvern's Knot" in labels(menu)
        asked = shown(await here.slash(dan, "play", game="wyverns-knot"))
        assert "You can join it" not in text(asked)
        await here.press(dan, asked, "Tell me when a seat is free")
        assert not here.direct_messages(dan)
        here.rows("UPDATE departures SET kept_until = 1")
        assert "Take a seat: Wyvern's Knot" in labels(await play(here, dan, den)), "three days later"
        await here.slash(ann, "board")
        assert "A seat is free" in text(here.direct_messages(dan)[-1])
        await here.press(bob, menu, "Take a seat: Wyvern's Knot")
        await here.press(cat, shown(await here.slash(cat, "leave")), "Leave for good")
        assert "Open to join" not in text(await play(here, cat, den)), "she doesn't come back"


async def test_whoever_opens_a_table_is_offered_those_of_the_same_game_that_wait(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        assert "Join Ann" not in labels(await play(here, cat, another(here, "attic"), "advyria"))
        opened = await play(here, bob, another(here), "wyverns-knot")
        assert "Or join those who wait already" in text(opened)
        await here.press(bob, opened, "Join Ann")
        assert "Bob" in text(here.board)


async def test_a_channel_that_one_cannot_see_is_never_offered_nor_joined(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        secret = another(here, "secret", hidden_from=bob)
        await play(here, ann, secret, "wyverns-knot")
        menu = await play(here, bob, here.channel)
        assert "Open to join" not in text(menu)
        assert secret.mention not in text(menu)
        assert "Join Ann" in labels(await play(here, cat, here.channel))
        opened = await play(here, bob, here.channel, "wyverns-knot")
        assert "Join Ann" not in labels(opened)
        assert [text(one) for one in here.direct_messages(bob)] == []


async def test_who_loses_sight_of_a_channel_cannot_join_by_an_old_button(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        den = another(here)
        await play(here, ann, den, "wyverns-knot")
        menu = await play(here, bob, here.channel)
        forbid(here, "view_channel", channel=den, member=bob)
        refused = await here.press(bob, menu, "Join Ann")
        assert "You can't see that table's channel" in answer(refused)
        assert len(here.rows("SELECT * FROM players")) == 1


# -- Who waits is told


async def test_who_waits_is_told_once_that_the_same_game_is_open_elsewhere(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        await here.press(bob, here.board, "Join")
        den = another(here)
        await play(here, cat, den, "wyverns-knot")
        said = f"**Cat** opened a table of **Wyvern's Knot** in {den.mention}. You wait for players too."
        for member in (ann, bob):
            (told,) = here.direct_messages(member)
            assert text(told) == said
            assert links(told) == [here.messages(den)[-1].id]
        assert not here.direct_messages(cat), "who opened it"
        await play(here, dan, another(here, "attic"), "wyverns-knot")
        assert [len(here.direct_messages(member)) for member in (ann, bob, cat)] == [1, 1, 1], "not within the hour"
        await here.restart()
        assert [len(here.direct_messages(member)) for member in (ann, bob, cat)] == [1, 1, 1]


async def test_a_call_whose_answer_was_lost_is_not_doubled_though_the_lobby_has_changed(tmp_path: Path) -> None:
    """Discord drops the second one, since its nonce is the same."""
    async with world(tmp_path, *NAMES) as here:
        ann, _, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        private = f"/channels/{ann.user.dm_channel.id}/messages"
        refuse(here, "POST", private, 503, 0, times=None)
        den = another(here)
        await play(here, cat, den, "wyverns-knot")
        await here.press(dan, here.messages(den)[-1], "Join")
        accept(here)
        await here.env.advance_time(2 * TICK)
        assert here.direct_messages(ann)
        assert len({payload["nonce"] for post in posts(here, ann.user.dm_channel) for payload in payloads(post)}) == 1


async def test_of_a_channel_that_they_cannot_see_nobody_is_told(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        await here.press(bob, here.board, "Join")
        await play(here, cat, another(here, "secret", hidden_from=bob), "wyverns-knot")
        assert len(here.direct_messages(ann)) == 1
        assert not here.direct_messages(bob)
        assert not here.rows("SELECT * FROM company WHERE due"), "nor later"


async def test_other_games_full_tables_and_wishes_are_respected(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, dan = here.members
        await here.bot.store.people.prefer(ann.id, direct="none")
        await here.slash(ann, "play", game="wyverns-knot")
        await play(here, bob, another(here), "advyria")
        await play(here, cat, another(here, "attic"), "wyverns-knot")
        assert not here.direct_messages(ann), "she wants none"
        assert not here.direct_messages(bob), "he waits for another game"
        assert not here.rows("SELECT * FROM company WHERE due")
        await play(here, dan, another(here, "cellar"), "wyverns-knot")
        assert len(here.direct_messages(cat)) == 1


async def test_who_waits_is_told_after_a_restart_if_they_still_wait(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        await here.press(bob, here.board, "Join")
        here.env.inject_error("POST", "/users/@me/channels", status=500, times=None)
        await play(here, cat, another(here), "wyverns-knot")
        assert len(here.rows("SELECT * FROM company WHERE due")) == 2
        here.env.backend.faults.clear()
        here.errors.lines.clear()
        await here.press(bob, here.messages()[-1], "Leave")
        await here.restart()
        assert len(here.direct_messages(ann)) == 1
        assert not here.direct_messages(bob), "he waits no more"


async def test_a_full_table_waits_for_nobody(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay") as here:
        ann, *others, fay = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in others:
            await here.press(member, here.board, "Join")
        assert "Open to join" not in text(await play(here, fay, another(here)))
        await play(here, fay, another(here, "attic"), "wyverns-knot")
        assert not here.rows("SELECT * FROM company")
