// A box with rounded corners and the lid that is screwed on it; case.scad and roller.scad are made with it.
// `inside` is the room inside: across, deep, high. Inner coordinates begin at the front left corner inside.

rounding = 4;
screw = 3.2;       // M3 through the lid
screw_core = 2.6;  // and into the posts of the box
post = 8;
post_height = 12;
tiny = 0.01;

function outside(inside, wall) = [inside.x + 2 * wall, inside.y + 2 * wall];
function posts(inside) = [for (x = [post / 2, inside.x - post / 2], y = [post / 2, inside.y - post / 2]) [x, y]];

module block(size, height) {
    linear_extrude(height) translate([rounding, rounding])
        offset(r = rounding) square([size.x - 2 * rounding, size.y - 2 * rounding]);
}

// The box with its posts; children are added inside.
module tray(inside, wall, floor) {
    difference() {
        union() {
            difference() {
                block(outside(inside, wall), floor + inside.z);
                translate([wall, wall, floor]) cube([inside.x, inside.y, inside.z + tiny]);
            }
            translate([wall, wall, 0]) {
                for (at = posts(inside)) post_block(at, inside, floor + inside.z);
                children();
            }
        }
        translate([wall, wall, floor + inside.z - post_height])
            for (at = posts(inside)) translate(at) cylinder(d = screw_core, h = post_height + tiny);
    }
}

// A plate with a lip that keeps it in place; children are added inside.
module plate(inside, wall, cover) {
    difference() {
        union() {
            block(outside(inside, wall), cover);
            translate([wall, wall, 0]) {
                lip(inside);
                children();
            }
        }
        translate([wall, wall, -10]) for (at = posts(inside)) translate(at) cylinder(d = screw, h = 20);
    }
}

// A post hangs in its corner, above what is in the box, and tapers so that it prints without supports.
module post_block(at, inside, top) {
    corner = [at.x < inside.x / 2 ? -0.5 : inside.x + 0.5, at.y < inside.y / 2 ? -0.5 : inside.y + 0.5];
    hull() {
        translate([at.x, at.y, top - post_height]) cylinder(d = post, h = post_height);
        translate([corner.x, corner.y, top - post_height]) linear_extrude(post_height) square(1, center = true);
        translate([corner.x, corner.y, top - post_height - post]) linear_extrude(tiny) square(1, center = true);
    }
}

module lip(inside) {
    height = 2;
    thick = 1.6;
    play = 0.25;
    for (y = [play, inside.y - thick - play])
        translate([post + 2, y, -height]) cube([inside.x - 2 * post - 4, thick, height + tiny]);
    for (x = [play, inside.x - thick - play])
        translate([x, post + 2, -height]) cube([thick, inside.y - 2 * post - 4, height + tiny]);
}
