"""What is between the hall and discord.py: custom ids, permissions, signs, limits."""
