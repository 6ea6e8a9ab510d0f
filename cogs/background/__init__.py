"""What happens when nobody presses anything."""
