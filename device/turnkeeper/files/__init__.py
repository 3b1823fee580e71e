"""Files that people write: read with suspicion, explained in sentences, written back whole.

What others use stands in `turnkeeper.config` and `turnkeeper.party`.
"""
