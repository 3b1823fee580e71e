"""What the box makes of its pods: whose seat a button is, when a press counts, how the lines are.

`fingers` tells presses from holds, `seats` remembers which button is whose, `offer` gives buttons
to seats anew, `watch` looks at the lines; `table` puts them together for the daemon.
"""
