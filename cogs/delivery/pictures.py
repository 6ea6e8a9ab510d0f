"""Drawing, away from the event loop."""
