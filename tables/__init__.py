"""Games in progress: who sits where, every move made, and what each may see of it."""
