"""Discord: slash commands, panels, direct messages. Knows no rules.

commands/ is what people type and press, games/ what each game says, display/ what shows tables. Beside them stands
what all three use.
"""
