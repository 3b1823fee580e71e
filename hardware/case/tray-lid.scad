// What covers the tray's bay: the keypad sticks on it, its tail goes through; its lamp is above.
include <shapes.scad>

tray_lid();

module tray_lid() {
    gap = 0.4;
    size = [tray_bay - wall - 2 * gap, tray_size.y - 2 * wall - 2 * gap];
    difference() {
        cube([size.x, size.y, plate]);
        // the screws, where the tray's posts are
        for (at = screws([tray_bay + wall, tray_size.y]))
            translate([at.x - wall - gap, at.y - wall - gap, -1]) cylinder(d = screw_free, h = plate + 2);
        translate([size.x / 2 - keypad_tail.x / 2, 12, -1])
            cube([keypad_tail.x, keypad_tail.y, plate + 2]);
        translate([size.x / 2, size.y - 8, -1]) cylinder(d = led, h = plate + 2);
    }
}
