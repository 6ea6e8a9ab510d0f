"""Races, faults and kills: the bot in a process of its own, behind real sockets."""
