"""How fast the games play and draw, and how hard they are: each module is run by itself, as it says."""
