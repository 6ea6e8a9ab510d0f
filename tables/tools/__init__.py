"""Commands for whoever hosts the bot: python -m tables.tools.backup and its like."""
