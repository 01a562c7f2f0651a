// The cube of the serial die, for a Pico, a sensor, a Bluetooth module and a cell; a cup and the side that closes it.
// Sides are where `SIDES` of firmware/settings/cube.py expects them, seen by the sensor: +x 2, -x 5, +y 3, -y 4, +z 1, -z 6.

part = "show";     // "cup" or "cap" as they are printed, or "show"
edge = 64;         // of the cube: the Pico, 51 mm long, lies flat on the floor
wall = 3;
rounding = 7;
smoothness = 24;   // more takes minutes

pip = 8;           // across
pip_depth = 0.8;   // to be filled with paint
plug = 4;          // how deep the cap reaches into the cup
play = 0.2;
screw = 2.2;       // four M2.5 x 8 through the cap
screw_core = 2.0;
post = 7;

/* ---- nothing to change below -------------------------------------------------------------------------------------- */

$fn = smoothness;
tiny = 0.01;
room = edge - 2 * wall;
half = edge / 2;

assert(room >= 56, "the Pico does not fit");

if (part == "cup") translate([0, 0, half]) cup();
if (part == "cap") translate([0, 0, half]) rotate([180, 0, 0]) cap();
if (part == "show") {
    cup();
    translate([0, 0, 25]) cap();
}

// Open at the top, where the cap with the 1 goes in.
module cup() {
    difference() {
        solid();
        translate([-room / 2, -room / 2, -half + wall]) cube([room, room, edge]);
        translate([0, 0, half - wall]) linear_extrude(edge) square(edge + 1, center = true);
        pips();
    }
    posts() translate([0, 0, -half + wall - tiny]) difference() {
        translate([-post / 2, -post / 2, 0]) cube([post, post, edge - 2 * wall - plug - 1 + tiny]);
        translate([0, 0, edge - 2 * wall - plug - 12]) cylinder(d = screw_core, h = 20);
    }
}

module cap() {
    difference() {
        union() {
            intersection() {
                solid();
                translate([0, 0, half - wall]) linear_extrude(edge) square(edge + 1, center = true);
            }
            translate([0, 0, half - wall - plug]) linear_extrude(plug + tiny) square(room - 2 * play, center = true);
        }
        translate([0, 0, half - wall - plug - tiny]) linear_extrude(plug) square(room - 2 * play - 2 * post - 2, center = true);
        posts() translate([0, 0, half - wall - plug - 1]) cylinder(d = screw, h = edge);
        posts() translate([0, 0, half - 2]) cylinder(d = 2 * screw, h = edge);
        pips();
    }
}

module solid() hull() for (x = [-1, 1], y = [-1, 1], z = [-1, 1])
    translate([x, y, z] * (half - rounding)) sphere(rounding);

module posts() for (x = [-1, 1], y = [-1, 1]) translate([x, y, 0] * (room / 2 - post / 2 + tiny)) children();

module pips() {
    side(1);
    rotate([180, 0, 0]) side(6);
    rotate([0, 90, 0]) side(2);
    rotate([0, -90, 0]) side(5);
    rotate([-90, 0, 0]) side(3);
    rotate([90, 0, 0]) side(4);
}

// The pips of one face, on top.
module side(face) translate([0, 0, half - pip_depth]) {
    if (face % 2 == 1) dot(0, 0);
    if (face > 1) for (s = [-1, 1]) dot(s, s);
    if (face > 3) for (s = [-1, 1]) dot(s, -s);
    if (face == 6) for (s = [-1, 1]) dot(s, 0);
}

module dot(x, y) translate([x * edge * 0.24, y * edge * 0.24, 0]) cylinder(d = pip, h = edge);
