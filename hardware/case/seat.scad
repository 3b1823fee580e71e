// A seat's puck: the button on top, the lead's socket in its side. Printed top down.
include <shapes.scad>

translate([0, 0, seat_high]) rotate([180, 0, 0]) seat();

module seat() {
    inner = seat_wide - 2 * wall;
    difference() {
        union() {
            difference() {
                cylinder(d = seat_wide, h = seat_high);
                translate([0, 0, -1]) cylinder(d = inner, h = seat_high - plate + 1);
            }
            for (n = [0 : 2]) rotate([0, 0, 60 + 120 * n]) translate([inner / 2 - 4.5, 0, 0]) difference() {
                union() {
                    cylinder(d = 8, h = 14);
                    translate([0, -4, 0]) cube([5.5, 8, 14]);
                }
                translate([0, 0, -1]) cylinder(d = screw_hole, h = 13);
            }
        }
        translate([0, 0, seat_high - plate - 1]) cylinder(d = button, h = plate + 2);
        translate([0, 0, 11]) rotate([0, 90, 0]) cylinder(d = socket, h = seat_wide);
    }
}
