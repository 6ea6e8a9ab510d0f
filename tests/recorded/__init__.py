"""All that the hall asks of Discord in evenings played by script: recorded below discord.py, and compared.

`tests/recorded/golden` has a line for each request. To record them anew: `python -m tests.recorded.write --golden`. To
compare two commits in full: `python -m tests.recorded.write FOLDER` on each of them, then `diff -r`.
"""
