// Pieces and squares: names, drawings, and small boards that cannot be tapped.

import { svg } from "./dom.js";

export const FILES = ["a", "b", "c", "d", "e", "f", "g", "h"];

const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

export function kindName(letter) {
  return NAMES[letter.toUpperCase()];
}

export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

export function pieceName(letter) {
  return `${isWhite(letter) ? "white" : "black"} ${kindName(letter)}`;
}

export function sideName(color) {
  return color === "w" ? "White" : "Black";
}

export function isDark(square) {
  return (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
}

function pieceId(letter) {
  return `${isWhite(letter) ? "w" : "b"}${letter.toUpperCase()}`;
}

export function drawPiece(letter, className = "piece") {
  return svg("svg", { viewBox: "0 0 100 100", class: className, "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#${pieceId(letter)}` }));
}

// The rows of squares, top first.
export function squaresSeen(flipped) {
  const ranks = flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
  const files = flipped ? [...FILES].reverse() : FILES;
  return ranks.map((rank) => files.map((file) => `${file}${rank}`));
}

// A small board: for cards, rules and lists. came: the squares to tint. named: whether to show the
// names of ranks and files.
export function smallBoard(placement, label, { came = [], named = false } = {}) {
  const picture = svg("svg", { viewBox: named ? "-50 0 850 850" : "0 0 800 800", class: "small-board", role: "img", "aria-label": label });
  const name = (text, x, y) => picture.append(svg("text", { x, y, text }));
  for (const [row, rank] of squaresSeen(false).entries()) {
    if (named) {
      name(8 - row, -28, row * 100 + 62);
      name(FILES[row], row * 100 + 50, 838);
    }
    for (const [column, square] of rank.entries()) {
      const [x, y] = [column * 100, row * 100];
      picture.append(svg("rect", { x, y, width: 100, height: 100, class: isDark(square) ? "dark" : "light" }));
      if (came.includes(square)) picture.append(svg("rect", { x: x + 3, y: y + 3, width: 94, height: 94, class: "tint" }));
      const letter = placement[square];
      if (letter) picture.append(svg("use", { href: `#${pieceId(letter)}`, x, y, width: 100, height: 100 }));
    }
  }
  return picture;
}

// The pieces of a FEN: the letter of the piece on each occupied square.
export function placementOf(fen) {
  const placement = {};
  const [ranks] = fen.split(/[[ ]/);
  for (const [index, rank] of ranks.split("/").entries()) {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) {
        file += Number(letter);
      } else {
        placement[`${FILES[file]}${8 - index}`] = letter;
        file += 1;
      }
    }
  }
  return placement;
}

// A position as words: where the pieces of each side stand.
export function placementWords(placement) {
  const words = [];
  for (const color of ["w", "b"]) {
    const pieces = Object.entries(placement).filter(([, letter]) => isWhite(letter) === (color === "w"));
    const order = (letter) => "KQRBNP".indexOf(letter.toUpperCase());
    pieces.sort(([, one], [, other]) => order(one) - order(other));
    words.push(`${sideName(color)}: ${pieces.map(([square, letter]) => `${kindName(letter)} ${square}`).join(", ") || "no piece"}.`);
  }
  return words.join(" ");
}
