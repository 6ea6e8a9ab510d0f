"""How fast the games play and draw, and how hard they are. Run each module by itself, as it says."""
