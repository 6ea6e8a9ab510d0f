"""Games made up for the tests: they keep every law until a test plants a fault in them."""
