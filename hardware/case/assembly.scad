// Not printed: what a build looks like, with the bought parts, for the pictures.
include <shapes.scad>
use <box.scad>
use <seat.scad>
use <tray.scad>
use <tray-lid.scad>
show = "starter"; // "table", "pods", "inside"

shell = [0.25, 0.30, 0.38];
light = [0.85, 0.85, 0.82];
lamps = [[0.85, 0.15, 0.15], [0.95, 0.75, 0.1], [0.15, 0.6, 0.25], [0.2, 0.4, 0.85]];

module seat_button(n) color(lamps[n % 4]) {
    cylinder(d = button_collar, h = 2);
    cylinder(d = 24, h = 6);
}

module paint(seats, front = true) color([0.2, 0.2, 0.22])
    translate([0, 0, box_high - plate]) marks(seats, front, mark_deep - 0.05);

module front() translate([0, 0, box_high]) {
    color([0.05, 0.06, 0.1]) translate([display_at.x - big_lit.x / 2 - 1,
        display_at.y + big_up - big_lit.y / 2 - 1, -2]) cube([big_lit.x + 2, big_lit.y + 2, 1]);
    color([0.6, 0.85, 1]) translate([display_at.x, display_at.y + big_up, -1]) linear_extrude(0.4) {
        translate([0, -1]) text("Ann", size = 11, halign = "center", font = "DejaVu Sans:bold");
        translate([0, -10]) text("round 2   12:04", size = 4, halign = "center", font = "DejaVu Sans");
    }
    color(light) translate([knob_at.x, knob_at.y, 0]) cylinder(d = knob_cap, h = 14);
    for (at = [next_at, back_at]) color(light) translate([at.x, at.y, 0]) {
        cylinder(d = key_collar - 2, h = 2);
        cylinder(d = 10, h = 5);
    }
}

module whole(seats, sockets) {
    color(shell) box(sockets);
    color(light * 0.9) translate([0, 0, box_high - plate]) lid(big_board, big_holes, big_lit, big_up, seats);
    front();
    paint(seats);
    if (seats > 0) for (n = [0 : seats - 1])
        translate([seats_at[n].x, seats_at[n].y, box_high]) seat_button(n);
}

module pod() {
    color(shell) box(0, true);
    color(light * 0.9) translate([0, 0, box_high - plate])
        lid(big_board, big_holes, big_lit, big_up, 4, front = false);
    paint(4, front = false);
    // a Pico's pins light no blue
    for (n = [0 : 3]) translate([seats_at[n].x, seats_at[n].y, box_high]) seat_button(n % 3);
}

module dice_tray() {
    color(shell) tray();
    color(light * 0.9) translate([tray_size.x - tray_bay + 0.4, wall + 0.4, tray_high - plate]) tray_lid();
    color([0.1, 0.1, 0.12]) translate([tray_size.x - wall - 72, 22, tray_high]) cube([69, 77, 1]);
    for (x = [0 : 3], y = [0 : 3]) color(x == 3 ? [0.8, 0.2, 0.2] : [0.3, 0.5, 0.8])
        translate([tray_size.x - wall - 67 + 16 * x, 28 + 18 * y, tray_high + 0.9]) cube([12, 12, 0.8]);
    color([0.95, 0.75, 0.1]) translate([tray_size.x - tray_bay / 2, tray_size.y - 10, tray_high])
        sphere(d = 5);
}

module puck(n) {
    color(shell) seat();
    translate([0, 0, seat_high]) seat_button(n);
}

module inside() {
    color(shell) box(0);
    color([0.1, 0.45, 0.2]) translate([box_size.x - wall - 0.8 - pi_board.x,
        box_size.y - wall - 1 - pi_board.y, wall + board_high]) cube([pi_board.x, pi_board.y, 1.4]);
    color([0.1, 0.1, 0.1]) translate([box_size.x - wall - 0.8 - pi_board.x + 7,
        box_size.y - wall - 1 - pi_board.y + 1, wall + board_high + 1.4]) cube([51, 5, 8.5]);
    color(light) translate([10.3, 54.3, wall]) cube([breadboard.x, breadboard.y, 8.5]);
    color([0.1, 0.1, 0.1]) translate([30, 78, wall + 8.5]) cube([23, 7, 4]);
}

if (show == "starter") whole(4, 0);
else if (show == "inside") inside();
else if (show == "table") {
    whole(0, 8);
    translate([200, 0, 0]) dice_tray();
    for (n = [0 : 7]) translate([-5 + 54 * n, -75 - 15 * (n % 2), 0]) puck(n);
} else {
    whole(0, 0);
    translate([200, 0, 0]) dice_tray();
    for (n = [0, 1]) translate([200 * n, -165, 0]) pod();
}
