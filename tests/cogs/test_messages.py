"""What messages say of a deal is enough to hold the hall to it."""

import hashlib
import re
from pathlib import Path

from .hall import answer, text, world
from .test_people_at_a_table import THREE
from .test_wyverns_knot_at_a_table import lobby

# Two seeds whose SHA-256 begin with the same 12 digits; to find them takes minutes
ALIKE = ("fd7551227039", "9eebc14fbd7d")
LONG = re.compile(r"[0-9a-f]{32,}")


async def test_what_is_shown_of_a_deal_binds(tmp_path: Path) -> None:
    """Before the first move a player and a spectator have all 256 bits by “Fair deal?”; they hold at the end.

    The board and the result are without them.
    """
    promised = []
    for seed in (known.zfill(64) for known in ALIKE):
        digest = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        async with world(tmp_path / seed[-4:], *THREE) as here:  # each in a hall of its own
            await lobby(here)
            here.deal(seed)
            await here.press(here.members[0], here.board, "Start")
            watching = here.env.guild.add_member(here.env.create_user("dan"))
            for member in (here.members[1], watching):
                rules = (await here.press(member, here.board, "Rules")).response
                assert rules
                (told,) = LONG.findall(answer(await here.press(member, rules, "Fair deal?")))
                assert told == digest
            assert not LONG.search(text(here.board))
            assert digest in answer(await here.slash(watching, "verify"))
            await here.slash(here.members[0], "concede")
            await here.press(here.members[1], here.board, "Give up")
            assert not LONG.search(text(here.board))
            proof = answer(await here.press(watching, here.board, "Fair deal?"))
            assert LONG.findall(proof) == [seed, digest]
            assert "the result that you were told" in proof
            promised.append(digest)
    assert promised[0][:12] == promised[1][:12]
    assert promised[0] != promised[1]
