"""Rankings and seasons."""
