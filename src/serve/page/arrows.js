// The arrows of turns. A piece that moves has a line. A piece that appears is drawn with a ring. Lines and rings
// can have numbers. Each number has a list of possible places. It takes the first place free of pieces and
// other numbers. If no place is free, it takes the first of the list.

import { svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

// Half the width and half the height of a piece on its square. All lengths are in units of the
// drawing; a square is 100 units wide.
const PIECE = [30, 32];

// Half the height of a number.
const HEIGHT = 16;

// Draws shapes with a light edge behind them, so that they are seen on dark squares.
export function haloed(shapes, className = "mark") {
  return svg("g", { class: className }, svg("g", { class: "halo" }, shapes.map((shape) => shape.cloneNode())), shapes);
}

// The arrows of a turn: a line for each piece that moves, and a ring for each piece that appears.
// rank: the place of the turn among the engine's lines, 1 to 3. It decides the colour and the style
// of the lines and rings.
export function arrowsOf(turn, rank = 1) {
  return turn.steps.flatMap((step) => {
    if (step.do === "move" || step.do === "castle") return [{ from: step.from, to: step.to, rank }];
    if (step.do === "uncapture" || step.do === "drop" || step.do === "appear") return [{ from: step.square, to: step.square, rank, piece: step.piece }];
    return [];
  });
}

// The shapes of arrows `{ from, to, rank, label, piece }` on a board, in the order of drawing. placement: the
// pieces on the board. middle(square): the middle of a square.
export function drawArrows(arrows, placement, middle) {
  const lines = [];
  const coins = [];
  // Boxes that numbers avoid: x and y of the middle, half the width, half the height.
  const taken = Object.keys(placement).map((square) => [...middle(square), ...PIECE]);
  // Puts a number, a piece, or both side by side at the first free place. If no place is free, uses place 0.
  // Returns the index of the place.
  const place = (places, label, piece) => {
    const half = (label ? 10 + 5.5 * label.length : 0) + (piece ? 20 : 0);
    const inside = (at, by) => Math.max(by, Math.min(800 - by, at));
    const boxes = places.map(([x, y]) => [inside(x, half), inside(y, HEIGHT), half, HEIGHT]);
    const isFree = ([x, y]) => taken.every(([left, top, width, height]) => Math.abs(left - x) >= width + half || Math.abs(top - y) >= height + HEIGHT);
    const found = boxes.find(isFree) ?? boxes[0];
    taken.push(found);
    const [x, y] = found;
    coins.push(svg("g", { class: "coin" }, svg("rect", { x: x - half, y: y - HEIGHT, width: half * 2, height: HEIGHT * 2, rx: 14 }), piece ? sized(piece, x - half + 20, y, 42) : null, svg("text", { x: x + (piece ? 15 : 0), y: y + 9, text: label ?? "" })));
    return boxes.indexOf(found);
  };
  const rings = arrows.filter(({ from, to }) => from === to);
  // Whether a ring has room for its piece.
  const hasRoom = ({ to }) => !placement[to] && rings.filter((ring) => ring.to === to).length === 1;
  for (const { to } of rings.filter(hasRoom)) {
    const [x, y] = middle(to);
    taken.push([x, y - 6, ...PIECE]);
  }
  for (const { from, to, rank, label } of arrows.filter((arrow) => arrow.from !== arrow.to)) {
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (way) => [x1 + dx * way, y1 + dy * way];
    // The places for the number: the end of the arrow, and then points between its two ends.
    const ways = [length, ...[0.5, 0.6, 0.4, 0.7, 0.3].map((share) => length * share)];
    const isAtEnd = label && place(ways.map(at), label) === 0;
    // Keeps the start of the arrow free. The turn may also un-capture a piece on `from`. That
    // piece and its number are drawn beside the piece that moves, and could hide a short arrow.
    if (placement[from]) taken.push([...at(56), 14, 14]);
    const tip = length - (isAtEnd ? 22 : 6);
    const [[sx, sy], [hx, hy], [tx, ty]] = [at(30), at(tip - 28), at(tip)];
    lines.unshift(haloed([
      svg("line", { x1: sx, y1: sy, x2: hx, y2: hy }),
      svg("path", { d: `M${tx} ${ty}L${hx - dy * 21} ${hy + dx * 21}L${hx + dy * 21} ${hy - dx * 21}Z` }),
    ], `arrow rank${rank}`));
  }
  for (const ring of rings) {
    const { to, rank, label, piece } = ring;
    const [x, y] = middle(to);
    if (ring === rings.find((other) => other.to === to)) lines.unshift(haloed([svg("circle", { cx: x, cy: y, r: 42 })], `arrow rank${rank}`));
    if (hasRoom(ring)) {
      coins.push(sized(piece, x, y - 6, 60));
      if (label) place([[x, y + 42], [x, y - 54]], label);
    } else {
      // The number and the piece stand side by side. On an occupied square they stand outside the
      // ring. On an empty square they stand inside it, if there is room.
      const [height, width] = placement[to] ? [52, 66] : [34, 0];
      const around = [[0, 1], [0, -1], [-1, 0], [1, 0], [-1, 1], [1, 1], [-1, -1], [1, -1], [0, 2], [0, -2], [-1, 2], [1, 2], [-1, -2], [1, -2]];
      place(around.map(([right, down]) => [x + right * width, y + down * height]), label, piece);
    }
  }
  return [...lines, ...coins];
}

// The picture of a piece, with its middle at x and y.
function sized(letter, x, y, size) {
  const picture = drawPiece(letter);
  for (const [name, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) picture.setAttribute(name, value);
  return picture;
}
