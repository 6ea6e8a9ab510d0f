"""What is kept of a person: preferences, lessons, first moves; and how it is deleted."""
