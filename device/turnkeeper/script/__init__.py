"""The battle script: how a battle is written down, replayed, reported as a bug, and tested.

Pure: texts come in, and what happened goes out. `lines` knows words and quotes, `reader` makes a
script of a text, `expects` checks what must hold, `play` plays a script on any box.
"""
