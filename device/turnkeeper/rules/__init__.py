"""What every battle has, whatever the book: combatants, prompts, verbs, the order, the table.

Pure: no clock, no dice, no files. Chance and time come in as answers. Start reading at `battle`
(the state is its system, its events and nothing else), then `table` (what a system can see and
ask). One game's own words live in its file in `systems` and nowhere here.
"""
