"""What messages say: names that are only names, and of a deal enough to hold the hall to it."""

import hashlib
import re
from pathlib import Path

from .hall import answer, text, world
from .test_people_at_a_table import THREE
from .test_wyverns_knot_at_a_table import lobby

# Two seeds whose SHA-256 begin with the same 12 digits; to find them takes minutes
ALIKE = ("fd7551227039", "9eebc14fbd7d")


async def test_what_is_shown_of_a_deal_binds(tmp_path: Path) -> None:
    """At least 128 bits stand on the board before the first move, and at the end; `/verify` has all of them."""
    promised = []
    for seed in (known.zfill(64) for known in ALIKE):
        digest = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        async with world(tmp_path / seed[-4:], *THREE) as here:  # each in a hall of its own
            await lobby(here)
            here.deal(seed)
            await here.press(here.members[0], here.board, "Start")
            (on_board,) = re.findall(r"Deal `([0-9a-f]+)`", text(here.board))
            assert len(on_board) * 4 >= 128
            assert digest.startswith(on_board)
            assert digest in answer(await here.slash(here.members[0], "verify"))
            await here.slash(here.members[0], "concede")
            await here.press(here.members[1], here.board, "Give up")
            assert on_board in text(here.board)
            assert digest in answer(await here.slash(here.members[0], "verify"))
            promised.append(on_board)
    assert promised[0][:12] == promised[1][:12]
    assert promised[0] != promised[1]
