"""The kinds of cells that rows have when they are read, as msgspec checks them: see `Transaction.all`."""

from typing import Annotated

from msgspec import Meta

from .types import LARGEST, LATEST

Id = int  # of a user, server, channel, message or interaction
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
When = Annotated[int, Meta(ge=0, le=LATEST)]  # seconds since 1970, UTC
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes: a seed, a secret, a hash
