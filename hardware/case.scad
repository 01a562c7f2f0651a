// The box: a base for the Raspberry Pi and a lid with reader, panel, buttons, dial and buzzer.
// All in millimetres; parts differ from seller to seller, so measure yours and change the numbers here.
//   openscad -D 'part="lid"' -o lid.stl case.scad      or all of them: hardware/build.sh

use <shell.scad>

part = "show";        // "base" or "lid" as they are printed, or "show"
pi = "zero";          // "zero": Pi Zero 2 W; "full": Pi 3 B+, 4 or 5
dial = true;          // a hole for a rotary encoder
smoothness = 48;      // corners of a circle

inside = [152, 108, 44];   // room inside: across, deep, high
wall = 2.4;
floor = 2.4;
cover = 2.4;               // thickness of the lid

reader = [60, 40];         // board of the RC522, with play
reader_at = [44, 74];      // its middle, seen from the front left corner inside
reader_window = 1.2;       // what is left of the lid above the antenna
reader_rim = 3;            // height of the frame that holds the board

panel = [27.6, 28.0];      // board of the OLED
panel_at = [116, 74];
panel_glass = [23.5, 12.6];   // what is to be seen
panel_glass_up = 1.6;      // its middle above the middle of the board
panel_holes = [23.4, 23.8];
panel_bevel = 2;

buttons_at = [[24, 14], [50, 14], [76, 14], [102, 14], [128, 14]];   // up, down, ok, back, info
button_hole = 12.3;
dial_at = [140, 42];
dial_hole = 7.3;
buzzer_at = [88, 92];

pi_gap = 1;                // from the Pi's ports to the wall
pi_feet = 5;
pi_screw = 2.2;            // M2.5 cuts its own thread

/* ---- nothing to change below -------------------------------------------------------------------------------------- */

$fn = smoothness;
tiny = 0.01;
// The Pi lies with its card towards the front, its power socket towards the right wall.
board = pi == "zero" ? [30, 65] : [56, 85];
holes = pi == "zero" ? [[3.5, 3.5], [26.5, 3.5], [3.5, 61.5], [26.5, 61.5]]
                     : [[3.5, 3.5], [52.5, 3.5], [3.5, 61.5], [52.5, 61.5]];
board_at = [inside.x - pi_gap - board.x, pi == "zero" ? 30 : inside.y - pi_gap - board.y];
board_top = floor + pi_feet + 1.6;

// The antenna suffers from metal: wiring.md asks for 2 cm between reader and panel.
assert(panel_at.x - panel.x / 2 - reader_at.x - reader.x / 2 >= 20, "the panel is too near to the reader");
assert(reader_window >= 0.6 && reader_window < cover, "the window is no window");

if (part != "lid") base();
if (part == "lid") translate([0, inside.y + 2 * wall, cover]) rotate([180, 0, 0]) lid();
if (part == "show") translate([0, 0, floor + inside.z + 30]) lid();

module base() {
    difference() {
        tray(inside, wall, floor)
            for (at = holes) translate([board_at.x + at.x, board_at.y + at.y, floor - tiny])
                cylinder(d = 6, h = pi_feet + tiny);
        inner() {
            for (at = holes) translate([board_at.x + at.x, board_at.y + at.y, 1]) cylinder(d = pi_screw, h = floor + pi_feet);
            ports();
            slots();
        }
    }
}

module lid() {
    difference() {
        plate(inside, wall, cover) {
            frame(reader_at, reader, reader_rim);
            pegs() cylinder(d = 4, h = 3 + tiny);
        }
        inner() {
            for (at = buttons_at) translate([at.x, at.y, -10]) cylinder(d = button_hole, h = 20);
            if (dial) translate([dial_at.x, dial_at.y, -10]) cylinder(d = dial_hole, h = 20);
            translate([reader_at.x, reader_at.y, -tiny])
                linear_extrude(cover - reader_window + tiny) square(reader, center = true);
            glass();
            pegs() translate([0, 0, -1]) cylinder(d = 1.6, h = 4 + cover / 2);
            grille();
            engraving();
        }
    }
}

// Below the corners of the panel's board.
module pegs() {
    for (x = [-1, 1], y = [-1, 1])
        translate([panel_at.x + x * panel_holes.x / 2, panel_at.y + y * panel_holes.y / 2, -3]) children();
}

// What is inside has its origin at the front left corner inside.
module inner() translate([wall, wall, 0]) children();

module ports() {
    right = inside.x - tiny;
    span = pi == "zero" ? [5, 60] : [4, 61];
    translate([right, board_at.y + span[0], board_top - 1.5]) cube([wall + 2 * tiny, span[1] - span[0], 9]);
    if (pi != "zero") translate([board_at.x + 1, inside.y - tiny, board_top - 1]) cube([54, wall + 2 * tiny, 18]);
    // A cable for the die, where no port of the Pi is at a wall.
    if (pi == "zero") translate([inside.x - 30, inside.y - tiny, floor + 6]) rotate([-90, 0, 0]) cylinder(d = 8, h = wall + 2 * tiny);
}

module slots() {
    for (count = [0 : 6])
        translate([14 + count * 8, -wall - tiny, floor + 8]) cube([3, wall + 2 * tiny, 20]);
    for (count = [0 : 8])
        translate([-wall - tiny, 20 + count * 8, floor + 8]) cube([wall + 2 * tiny, 3, 20]);
}

module frame(at, size, height) {
    translate([at.x, at.y, -height]) linear_extrude(height + tiny) difference() {
        square(size + [3.2, 3.2], center = true);
        square(size, center = true);
        square([size.x + 4, size.y - 16], center = true);   // room for the plug and for a finger
    }
}

module glass() {
    translate([panel_at.x, panel_at.y + panel_glass_up, 0]) {
        translate([0, 0, -tiny]) linear_extrude(cover + 2 * tiny) square(panel_glass, center = true);
        hull() {
            translate([0, 0, cover - panel_bevel]) linear_extrude(tiny) square(panel_glass, center = true);
            translate([0, 0, cover]) linear_extrude(tiny)
                square(panel_glass + [2 * panel_bevel, 2 * panel_bevel], center = true);
        }
    }
}

module grille() {
    translate([buzzer_at.x, buzzer_at.y, -tiny]) {
        cylinder(d = 1.8, h = cover + 2 * tiny);
        for (angle = [0 : 60 : 300]) rotate(angle) translate([3.5, 0]) cylinder(d = 1.8, h = cover + 2 * tiny);
    }
}

// Half a millimetre deep: where a tag is laid, and what the buttons do.
module engraving() translate([0, 0, cover - 0.5]) linear_extrude(0.5 + tiny) {
    translate(reader_at) ring(17);
    translate(reader_at) ring(11);
    translate(reader_at) ring(5);
    translate(buttons_at[0] + [0, 11]) rotate(90) circle(d = 5, $fn = 3);
    translate(buttons_at[1] + [0, 11]) rotate(-90) circle(d = 5, $fn = 3);
    translate(buttons_at[2] + [0, 11]) circle(d = 3.4);
    translate(buttons_at[3] + [0, 11]) rotate(180) arrow();
    translate(buttons_at[4] + [0, 11]) letter_i();
}

module ring(radius) difference() {
    circle(r = radius);
    circle(r = radius - 0.8);
}

module arrow() {
    translate([0.6, 0]) circle(d = 4, $fn = 3);
    translate([-2.6, -0.5]) square([3, 1]);
}

module letter_i() {
    translate([-0.5, -2]) square([1, 2.6]);
    translate([0, 1.6]) circle(d = 1.2);
}
