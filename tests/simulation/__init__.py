"""The hall in simulation: the real code in a simulated world, where one number is one day. See docs/simulation.md."""
