"""The turnkeeper simulator: the same daemon, with simulated parts around it."""
