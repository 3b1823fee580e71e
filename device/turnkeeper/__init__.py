"""turnkeeper: a box beside the play mat that keeps the turns of a battle."""
