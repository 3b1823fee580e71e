// Sizes of the bought parts, in mm, and where they sit. Measure yours before you print: boards of
// one name differ by shop. The tests read this file too.

// A display: board, its holes' distance, the lit area, and how far that lies above the board's middle.
big_board = [72, 43.5];
big_holes = [67, 38.5];
big_lit = [55.1, 27.6];
big_up = 1.5;

mid_board = [35.5, 33.7];   // 1.3"
mid_holes = [30.4, 28.5];
mid_lit = [29.5, 14.8];
mid_up = 1.8;

small_board = [27.5, 27.8]; // 0.96"
small_holes = [23.3, 23.8];
small_lit = [21.8, 10.9];
small_up = 2.2;

window_gap = 1;             // that the window is wider than the lit area, on each side
display_screw = 2.2;        // for 2.5 mm screws, which cut their thread

button = 30;                // hole of a seat's button
button_collar = 34;
button_deep = 42;           // below the plate, with its tabs
key = 12.2;                 // hole of Next, Back and power
key_collar = 18;
knob = 7.4;                 // hole of the encoder
knob_cap = 30;
socket = 6.3;               // hole of a 3.5 mm socket
socket_collar = 9.5;
led = 5.2;

pi_board = [65, 30];
pi_holes = [58, 23];
pi_usb = [54, 41.4];        // middles of both USB sockets, along the long edge from the card's end
pico_board = [51, 21];
pico_holes = [47, 11.4];
usb_plug = [12, 9];         // what a micro USB plug needs in a wall
usb_up = 2.7;               // a socket's middle above its board's underside
card = [20, 13];            // the opening for the card, and a finger
breadboard = [83, 55];
keypad = [69, 77];
keypad_tail = [24, 2.5];

screw_hole = 2.5;           // a 3 x 10 mm screw cuts its thread
screw_free = 3.4;
screw_head = 6.4;

// The box and what sits on its lid, from its left front corner; a second lid has the same places.
wall = 2.4;
plate = 3;
mark_deep = 0.6;            // three layers
box_size = [172, 124];
box_high = 60;
corner = 4;
board_high = 5;             // boards above the floor
display_at = [50, 84];
knob_at = [146, 96];
next_at = [146, 64];
back_at = [112, 64];
power_at = [50, 40];        // in the left wall: from the front, from below
sockets_at = [18, 34];      // in the back wall: from the left, from below
sockets_apart = 11.5;
seats_at = [[26, 26], [66, 26], [106, 26], [146, 26]];

seat_wide = 62;
seat_high = 52;

tray_size = [172, 116];
tray_high = 30;
tray_bay = 80;              // width of the part with the keypad
