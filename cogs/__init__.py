"""Discord: slash commands, panels, direct messages. Knows no rules.

commands/ has what people type and press, games/ what each game says, screens/ what messages show, and delivery/ sends
them. docs/architecture.md lists all folders.
"""
