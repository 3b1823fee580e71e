// What closes a seat's puck from below.
include <shapes.scad>
inner = seat_wide - 2 * wall;
difference() {
    cylinder(d = seat_wide, h = plate);
    for (n = [0 : 2]) rotate([0, 0, 60 + 120 * n]) translate([inner / 2 - 4.5, 0, -1]) {
        cylinder(d = screw_free, h = plate + 2);
        cylinder(d = screw_head, h = 1 + 1.2);
    }
}
