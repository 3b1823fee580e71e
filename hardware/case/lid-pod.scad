// The lid of a button pod: four seats and nothing else.
include <shapes.scad>
lid(big_board, big_holes, big_lit, big_up, 4, front = false);
