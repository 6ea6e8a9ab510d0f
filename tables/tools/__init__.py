"""Commands for hosts, such as python -m tables.tools.backup."""
