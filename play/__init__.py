"""The bot on a simulated Discord, to play in a browser: no token, nothing leaves the machine."""
