"""The desktop simulator: the real daemon with simulated parts."""
