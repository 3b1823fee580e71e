// The dice tray: dice are thrown at the left, and keyed in at the right, where the Pico lies below.
include <shapes.scad>

tray();

split = tray_size.x - tray_bay;
pico_x = split + 14;

module tray() {
    difference() {
        union() {
            tub(tray_size, tray_high);
            translate([split - wall, wall / 2, 0]) cube([wall, tray_size.y - wall, tray_high]);
            translate([split - wall, 0, 0])
                posts([tray_bay + wall, tray_size.y], tray_high - plate, 11);
            translate([pico_x + pico_board.y, tray_size.y - wall - 1 - pico_board.x, 0])
                rotate([0, 0, 90]) board_posts(pico_board, pico_holes, board_high, 1.8);
        }
        // the lid lies in the bay, upon the posts
        translate([split, wall, tray_high - plate])
            cube([tray_bay - wall, tray_size.y - 2 * wall, plate + 1]);
        translate([pico_x + pico_board.y / 2 - usb_plug.x / 2, tray_size.y - wall - 1,
                   wall + board_high + usb_up - usb_plug.y / 2])
            cube([usb_plug.x, wall + 2, usb_plug.y]);
    }
}
