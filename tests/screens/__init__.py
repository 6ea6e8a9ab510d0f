"""Tests of what screens say, without a simulated Discord."""
