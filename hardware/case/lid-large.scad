// The box's lid for a display of 2.42". Printed face down; -D seats=0 for the table and the pods.
include <shapes.scad>
seats = 4;
translate([0, box_size.y, plate]) rotate([180, 0, 0])
    lid(big_board, big_holes, big_lit, big_up, seats);
