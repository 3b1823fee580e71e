// The box's lid for a display of 1.3", or of 0.96" with -D inch=0.96. Printed face down.
include <shapes.scad>
seats = 4;
inch = 1.3;
translate([0, box_size.y, plate]) rotate([180, 0, 0])
    if (inch == 0.96) lid(small_board, small_holes, small_lit, small_up, seats);
    else lid(mid_board, mid_holes, mid_lit, mid_up, seats);
