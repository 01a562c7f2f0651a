// The roller of the serial dice: two LED matrices beside each other, a large button, a Pico on the floor.

use <shell.scad>

part = "show";         // "box" or "lid" as they are printed, or "show"
smoothness = 48;

inside = [84, 86, 50]; // room inside: across, deep, high; an arcade button is 40 mm deep
wall = 2.4;
floor = 2.4;
cover = 2.4;

leds = [64.6, 32.6];   // both matrices together
leds_at = [42, 60];    // their middle, seen from the front left corner inside
button_hole = 30.4;
button_at = [42, 22];
plug = [13, 9];        // of the USB cable, across and high
plug_at = 42;          // where the Pico's socket is, across
pico = [21.4, 51.4];   // its board, with play
pico_rim = 4;

/* ---- nothing to change below -------------------------------------------------------------------------------------- */

$fn = smoothness;
tiny = 0.01;

if (part != "lid") box();
if (part == "lid") translate([0, inside.y + 2 * wall, cover]) rotate([180, 0, 0]) lid();
if (part == "show") translate([0, 0, floor + inside.z + 25]) lid();

module box() {
    difference() {
        tray(inside, wall, floor) translate([plug_at, inside.y - pico.y / 2 - 1, floor - tiny])
            linear_extrude(pico_rim + tiny) difference() {
                square(pico + [3.2, 3.2], center = true);
                square(pico, center = true);
                square([pico.x + 4, pico.y - 20], center = true);
                translate([0, pico.y / 2]) square([12, 8], center = true);
            }
        translate([wall + plug_at - plug.x / 2, inside.y + wall - tiny, floor + 1]) cube([plug.x, wall + 2 * tiny, plug.y]);
    }
}

module lid() {
    difference() {
        plate(inside, wall, cover) translate([leds_at.x, leds_at.y, -4]) linear_extrude(4 + tiny) difference() {
            square(leds + [3.2, 3.2], center = true);
            square(leds, center = true);
        }
        translate([wall, wall, -tiny]) {
            translate([leds_at.x, leds_at.y, 0]) linear_extrude(cover + 2 * tiny) square(leds, center = true);
            translate([button_at.x, button_at.y, 0]) cylinder(d = button_hole, h = cover + 2 * tiny);
        }
    }
}
