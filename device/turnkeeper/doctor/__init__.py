"""`turnkeeper doctor`: looks at every part of the box, says what it finds, and what to do.

`world` is the machine that is looked at, `hardware` and `system` look, `bundle` packs a report.
"""
