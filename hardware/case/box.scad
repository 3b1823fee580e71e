// The box. `sockets`: 8 for the table's leads, else 0. `pico`: a button pod, with a Pico for the Pi.
include <shapes.scad>
sockets = 0;
pico = false;

box(sockets, pico);

module box(sockets = 0, pico = false) {
    pi_at = [box_size.x - wall - 0.8 - pi_board.x, box_size.y - wall - 1 - pi_board.y];
    pico_at = [125, box_size.y - wall - 1 - pico_board.x];
    difference() {
        union() {
            tub(box_size, box_high - plate);
            posts(box_size, box_high - plate);
            if (pico) translate([pico_at.x + pico_board.y, pico_at.y, 0]) rotate([0, 0, 90])
                board_posts(pico_board, pico_holes, board_high, 1.8);
            else translate([pi_at.x, pi_at.y, 0]) board_posts(pi_board, pi_holes, board_high);
            breadboard_rim();
        }
        if (pico) usb([pico_at.x + pico_board.y / 2]);
        else {
            // the Pi lies with its header inwards and its card to the right
            usb([for (from_card = pi_usb) pi_at.x + pi_board.x - from_card]);
            translate([box_size.x - wall - 1, pi_at.y + (pi_board.y - card.x) / 2, wall])
                cube([wall + 2, card.x, card.y]);
            translate([-1, power_at.x, power_at.y]) rotate([0, 90, 0])
                cylinder(d = key, h = wall + 2);
            // the buzzer is heard, right
            for (n = [0 : 4]) translate([box_size.x - wall - 1, 30 + 7 * n, 38])
                rotate([0, 90, 0]) cylinder(d = 3, h = wall + 2);
        }
        if (sockets > 0) for (n = [0 : sockets - 1])
            translate([sockets_at.x + sockets_apart * n, box_size.y + 1, sockets_at.y])
                rotate([90, 0, 0]) cylinder(d = socket, h = wall + 2);
    }
}

// One opening in the back for USB sockets with these middles.
module usb(middles) {
    translate([min(middles) - usb_plug.x / 2, box_size.y - wall - 1,
               wall + board_high + usb_up - usb_plug.y / 2])
        cube([max(middles) - min(middles) + usb_plug.x, wall + 2, usb_plug.y]);
}

// What keeps the breadboard in its place; it sticks by its own pad.
module breadboard_rim() {
    translate([8, 52, 0]) difference() {
        cube([breadboard.x + 4.6, breadboard.y + 4.6, wall + 2]);
        translate([2, 2, -1]) cube([breadboard.x + 0.6, breadboard.y + 0.6, wall + 5]);
    }
}
