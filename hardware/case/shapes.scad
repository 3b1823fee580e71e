// What several parts are made of.
include <parts.scad>
$fn = 40;

// A plate with round corners, from the corner at 0, 0.
module rounded(size, high, r = corner) {
    translate([r, r, 0]) linear_extrude(high) offset(r) square([size.x - 2 * r, size.y - 2 * r]);
}

// A tub without a top: floor and walls.
module tub(size, high) {
    difference() {
        rounded(size, high);
        translate([wall, wall, wall]) rounded(size - [2 * wall, 2 * wall], high, corner - wall);
    }
}

// Where the lid's screws go.
function screws(size) = [for (x = [7, size.x - 7], y = [7, size.y - 7]) [x, y]];

// Posts for those screws, in the corners of a tub. They hang in the corners from `deep` below the top,
// and run out below at 45 degrees, so that boards lie under them and nothing prints in the air.
module posts(size, high, deep = 14) {
    intersection() {
        translate([0.5, 0.5, 0]) rounded(size - [1, 1], high);
        for (at = screws(size)) {
            out = [at.x < size.x / 2 ? -1 : 1, at.y < size.y / 2 ? -1 : 1];
            translate([at.x, at.y, 0]) difference() {
                hull() {
                    translate([0, 0, high - deep]) post_foot(out, deep);
                    translate([out.x * 7, out.y * 7, high - deep - 15]) cylinder(d = 1, h = 1);
                }
                translate([0, 0, high - deep + 1]) cylinder(d = screw_hole, h = deep);
            }
        }
    }
}

// Round towards the middle, square towards the walls.
module post_foot(out, high) {
    cylinder(d = 9, h = high);
    translate([out.x > 0 ? 0 : -7, -4.5, 0]) cube([7, 9, high]);
    translate([-4.5, out.y > 0 ? 0 : -7, 0]) cube([9, 7, high]);
}

module screw_holes(size) {
    for (at = screws(size)) translate([at.x, at.y, -1]) cylinder(d = screw_free, h = plate + 2);
}

// Four posts for a board, its corner at 0, 0 on the floor.
module board_posts(board, holes, high, screw = 2.2) {
    for (x = [-1, 1], y = [-1, 1])
        translate([board.x / 2 + x * holes.x / 2, board.y / 2 + y * holes.y / 2, 0]) difference() {
            cylinder(d = 6, h = wall + high);
            translate([0, 0, 1.7]) cylinder(d = screw, h = wall + high);
        }
}

// What a lid has where a display sits: the window, wider outside so that it is read from the side,
// but not down to a knife's edge.
module window(lit, up) {
    size = lit + [2 * window_gap, 2 * window_gap];
    translate([display_at.x, display_at.y + up, 0]) {
        translate([-size.x / 2, -size.y / 2, -1]) cube([size.x, size.y, plate]);
        hull() {
            translate([-size.x / 2, -size.y / 2, 1.7]) cube([size.x, size.y, 0.1]);
            translate([-size.x / 2 - 2, -size.y / 2 - 2, plate]) cube([size.x + 4, size.y + 4, 1]);
        }
    }
}

// Posts under the lid for the display's screws; the plate's underside is at 0.
module display_posts(holes) {
    for (x = [-1, 1], y = [-1, 1])
        translate([display_at.x + x * holes.x / 2, display_at.y + y * holes.y / 2, -3]) difference() {
            cylinder(d = 6, h = 3.5);
            translate([0, 0, -1]) cylinder(d = display_screw, h = 4);
        }
}

// What is cut into a lid's face, or with `high` fills it: what Next and Back do, as on any player of
// music, and each seat's pips, as on a die.
module marks(seats, front, high = 1) translate([0, 0, plate - mark_deep]) linear_extrude(high) {
    if (front) {
        translate(next_at + [0, key_collar / 2 + 4]) arrow(1);
        translate(back_at + [0, key_collar / 2 + 4]) arrow(-1);
    }
    if (seats > 0) for (n = [0 : seats - 1], i = [0 : n])
        translate(seats_at[n] + [4.5 * (i - n / 2), button_collar / 2 + 3.5]) circle(d = 2.6);
}
module arrow(to) polygon([[-2.6 * to, -3.2], [-2.6 * to, 3.2], [3.2 * to, 0]]);

// A lid of the box. `seats`: 4, or 0 where they hang on leads or pods; `front`: knob, Next and Back.
module lid(board, holes, lit, up, seats = 4, front = true) {
    difference() {
        union() {
            rounded(box_size, plate);
            if (front) display_posts(holes);
        }
        screw_holes(box_size);
        if (front) {
            window(lit, up);
            translate([knob_at.x, knob_at.y, -1]) cylinder(d = knob, h = plate + 2);
            for (at = [next_at, back_at]) translate([at.x, at.y, -1]) cylinder(d = key, h = plate + 2);
        }
        if (seats > 0) for (n = [0 : seats - 1])
            translate([seats_at[n].x, seats_at[n].y, -1]) cylinder(d = button, h = plate + 2);
        marks(seats, front);
    }
}
