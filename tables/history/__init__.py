"""Games that are over: packed, replayed, looked back at."""
