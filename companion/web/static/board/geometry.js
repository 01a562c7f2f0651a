// Where the squares of a board lie: GO in the corner below right, then clockwise; of any number, four are corners.

/**
 * Where a square lies: its corner, width and depth, and the turn of its print.
 *
 * @typedef {{ x: number, y: number, width: number, depth: number, turn: number, corner: boolean, side: number,
 *   flipped: boolean }} Place
 */

export const SIZE = 1100;
export const CORNER = 148;

/**
 * One place for each square: its corner (x, y), width and depth, the turn of its print; the far side is printed
 * upright, inner edge below.
 */
/** @param {number} count @returns {Place[]} */
export function places(count) {
  const corners = [0, 1, 2, 3].map((side) => Math.round((side * count) / 4));
  return Array.from({ length: count }, (_, at) => place(at, corners, count));
}

/** @param {number} at @param {number[]} corners @param {number} count @returns {Place} */
function place(at, corners, count) {
  const side = corners.findLastIndex((corner) => corner <= at);
  const step = at - corners[side];
  if (step === 0)
    return { ...spot(side, SIZE - CORNER), width: CORNER, depth: CORNER, turn: 0, corner: true, side, flipped: false };
  const between = (corners[side + 1] ?? count) - corners[side] - 1;
  const width = (SIZE - 2 * CORNER) / between;
  return {
    ...spot(side, SIZE - CORNER - step * width, width),
    width,
    depth: CORNER,
    turn: side === 2 ? 0 : side * 90,
    flipped: side === 2,
    corner: false,
    side,
  };
}

/**
 * The upper left corner, before any turn, of a square that begins `along` its side.
 *
 * @param {number} side
 * @param {number} along
 * @param {number} width
 */
function spot(side, along, width = CORNER) {
  const near = SIZE - CORNER;
  const far = SIZE - along - width;
  return [
    { x: along, y: near },
    { x: 0, y: along },
    { x: far, y: 0 },
    { x: near, y: far },
  ][side];
}

/** The transformation that puts a square of `width` by `depth`, drawn upright, in its place. @param {Place} given */
export function transform({ x, y, width, depth, turn }) {
  if (turn === 0) return `translate(${x} ${y})`;
  if (turn === 90) return `translate(${x + depth} ${y}) rotate(90)`;
  return `translate(${x} ${y + width}) rotate(270)`;
}

/** The middle of a square on the board, where a token stands. @param {Place} given */
export function middle({ x, y, width, depth, turn, flipped, corner }) {
  const lying = turn === 90 || turn === 270;
  const [w, h] = lying ? [depth, width] : [width, depth];
  const away = 28; // off the color band and the name
  if (corner) return { x: x + w / 2, y: y + h / 2 - 24 }; // on the sign, off the name
  const shift = turn === 90 ? [-away, 0] : turn === 270 ? [away, 0] : [0, flipped ? 12 : away];
  return { x: x + w / 2 + shift[0], y: y + h / 2 + shift[1] };
}
