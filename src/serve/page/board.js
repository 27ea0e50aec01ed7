// The board: a table of 64 buttons, covered by a drawing of marks and arrows. The board shows a position and
// reports taps. It knows no rules.

import { el, svg, clear } from "./dom.js";
import { FILES, drawPiece, isDark, pieceName, squaresSeen } from "./pieces.js";
import { Column } from "./column.js";
import { drawArrows, haloed } from "./arrows.js";
import { clamp } from "./words.js";

// The words of a mark for screen readers.
const MARK_WORDS = {
  may: "you may un-capture here",
  must: "you must un-capture here",
  double: "a pawn must take back its double step over this square",
  passant: "en passant square",
  check: "in check",
  kcehc: "left in check",
  target: "you can go here",
  movable: null,
  selected: "chosen",
  frozen: "frozen",
  appeared: "just appeared",
};

export class Board {
  // onTap(square): a square was tapped. onEscape(): Escape was pressed.
  // onChoice(tap): an answer was chosen in the list that the method `ask` shows; `tap` is this answer.
  constructor({ onTap, onEscape, onChoice, label = "Board" }) {
    this.onTap = onTap;
    this.onEscape = onEscape;
    this.flipped = false;
    this.letterKeys = true;
    this.cursor = "e1";
    this.view = { placement: {}, marks: {} };
    this.buttons = new Map();
    this.table = el("table", { class: "squares", role: "grid", "aria-label": label });
    this.overlay = svg("svg", { class: "overlay", viewBox: "0 0 800 800", "aria-hidden": "true", focusable: "false" });
    this.column = new Column({ onChoice, onEscape: () => this.onEscape?.(), onClose: () => this.focus() });
    this.node = el("div", { class: "board" }, this.table, this.overlay, this.column.node);
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.build();
  }

  build() {
    const focused = this.table.contains(document.activeElement);
    clear(this.table);
    this.buttons.clear();
    const body = el("tbody");
    for (const rank of squaresSeen(this.flipped)) {
      const row = el("tr");
      for (const square of rank) {
        const button = el("button", { type: "button", class: "square", "data-square": square, tabindex: -1, on: { click: () => this.tapped(square), focus: () => this.moveCursor(square, false) } });
        this.buttons.set(square, button);
        row.append(el("td", { role: "gridcell" }, button));
      }
      body.append(row);
    }
    this.table.append(body);
    this.buttons.get(this.cursor).tabIndex = 0;
    if (focused) this.focus();
  }

  flip(flipped = !this.flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.build();
    this.show(this.view);
  }

  tapped(square) {
    this.moveCursor(square, false);
    this.onTap?.(square);
  }

  // view: four objects whose keys are squares: placement (the letter of the piece), marks (a list of names of marks),
  // homes (the letter of the piece that belongs on this home square), values (a text to show). Two more fields: arrows
  // (see arrows.js), and coordinates (whether to show the names of ranks and files).
  show(view) {
    this.view = view;
    const { placement, marks = {}, homes = {}, values = {} } = view;
    for (const [square, button] of this.buttons) {
      const letter = placement[square];
      const found = marks[square] ?? [];
      button.className = ["square", isDark(square) ? "dark" : "light", ...found].join(" ");
      const children = [];
      if (homes[square]) children.push(el("span", { class: `home${homes[square] === letter ? " filled" : ""}`, "aria-hidden": "true" }));
      if (letter) children.push(drawPiece(letter));
      if (found.includes("frozen")) children.push(padlock());
      button.replaceChildren(...children);
      const marked = letter ? MARK_WORDS : { ...MARK_WORDS, appeared: "a piece appeared here and went on" };
      const words = [square, letter ? pieceName(letter) : "empty", ...found.map((mark) => marked[mark]).filter(Boolean)];
      if (letter && homes[square] === letter) words.push("home");
      if (values[square]) words.push(`score ${values[square]}`);
      button.setAttribute("aria-label", words.join(", "));
    }
    this.drawOverlay(view);
  }

  middle(square) {
    const file = FILES.indexOf(square[0]);
    const rank = Number(square[1]) - 1;
    const [column, row] = this.flipped ? [7 - file, rank] : [file, 7 - rank];
    return [column * 100 + 50, row * 100 + 50];
  }

  drawOverlay({ marks = {}, homes = {}, arrows = [], values = {}, coordinates = true }) {
    clear(this.overlay);
    for (const [square, words] of Object.entries(marks)) {
      const [x, y] = this.middle(square);
      for (const word of words) {
        const shape = SHAPES[word]?.(x, y, this.view.placement[square]);
        if (shape) this.overlay.append(haloed([shape]));
      }
    }
    // Coordinates on home squares and on marked squares get a light edge, so that they can be read.
    if (coordinates) this.drawCoordinates((square) => homes[square] || marks[square]?.some((mark) => SHAPES[mark]));
    this.overlay.append(...drawArrows(arrows, this.view.placement, (square) => this.middle(square)));
    for (const [square, value] of Object.entries(values)) {
      const [x, y] = this.middle(square);
      this.overlay.append(
        svg("rect", { x: x - 45, y: y + 18, width: 90, height: 29, rx: 7, class: "value-box" }),
        svg("text", { x, y: y + 41, class: "value", text: value }),
      );
    }
  }

  // isMarked(square): whether the square is a home square or has a mark that is drawn.
  drawCoordinates(isMarked) {
    const draw = (square, text, [dx, dy], end) => {
      const [x, y] = this.middle(square);
      const kind = isMarked(square) ? "coordinate marked" : "coordinate";
      this.overlay.append(svg("text", { x: x + dx, y: y + dy, class: `${kind}${end}`, text }));
    };
    const ranks = squaresSeen(this.flipped);
    for (const square of ranks[7]) draw(square, square[0], [45, 45], " file");
    for (const [square] of ranks) draw(square, square[1], [-46, -31], "");
  }

  // options: as for the method `focus` of an element.
  focus(options) {
    this.buttons.get(this.cursor).focus(options);
  }

  moveCursor(square, focus = true) {
    this.buttons.get(this.cursor).tabIndex = -1;
    this.cursor = square;
    this.buttons.get(square).tabIndex = 0;
    if (focus) this.focus();
  }

  step(columns, rows) {
    const seen = squaresSeen(this.flipped);
    const row = seen.findIndex((rank) => rank.includes(this.cursor));
    const column = seen[row].indexOf(this.cursor);
    this.moveCursor(seen[clamp(row + rows, 7)][clamp(column + columns, 7)]);
  }

  // Moves the cursor to the next or previous piece of this kind, of either side.
  jump(letter, backwards) {
    const squares = squaresSeen(this.flipped).flat();
    if (backwards) squares.reverse();
    const at = squares.indexOf(this.cursor);
    const order = [...squares.slice(at + 1), ...squares.slice(0, at + 1)];
    const found = order.find((square) => this.view.placement[square]?.toLowerCase() === letter);
    if (found) this.moveCursor(found);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-8, 0], End: [8, 0], PageUp: [0, -8], PageDown: [0, 8] };
    const letter = event.key.toLowerCase();
    if (steps[event.key]) {
      this.step(...steps[event.key]);
    } else if (event.key === "Escape") {
      this.onEscape?.();
    } else if (/^[1-9]$/.test(event.key) && this.column.isOpen()) {
      this.column.choose(Number(event.key) - 1);
    } else if (this.letterKeys && /^[kqrbnp]$/.test(letter)) {
      this.jump(letter, event.shiftKey);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Shows the answers to a question as a small column next to a square. If there is room, the column covers
  // no tapped square. Without choices, hides the column.
  ask({ choices, title, pieceOf, tapped = [] }) {
    const at = choices.map(({ choice }) => choice.at).find(Boolean);
    const centre = (square) => this.middle(square).map((number) => number / 8);
    this.column.show({ choices, title, pieceOf, at: at ? centre(at) : [50, 50], clear: tapped.map(centre) });
  }
}

// The drawings of the marks. They differ in shape, size or line style, so that they can be told apart without
// colour.
const SHAPES = {
  left: (x, y) => svg("rect", { x: x - 44, y: y - 44, width: 88, height: 88, class: "left" }),
  came: (x, y) => svg("rect", { x: x - 44, y: y - 44, width: 88, height: 88, class: "came" }),
  may: (x, y) => svg("circle", { cx: x, cy: y, r: 42, class: "may" }),
  must: (x, y) => svg("circle", { cx: x, cy: y, r: 42, class: "must" }),
  double: (x, y) => SHAPES.must(x, y),
  passant: (x, y) => svg("circle", { cx: x, cy: y, r: 30, class: "may" }),
  check: (x, y) => svg("circle", { cx: x, cy: y, r: 46, class: "check" }),
  kcehc: (x, y) => svg("path", { class: "zigzag", d: `M${x - 44} ${y + 42}l11 -12l11 12l11 -12l11 12l11 -12l11 12l11 -12l11 12` }),
  target: (x, y, letter) => (letter ? svg("circle", { cx: x, cy: y, r: 44, class: "target" }) : svg("circle", { cx: x, cy: y, r: 15, class: "target dot" })),
  appeared: (x, y) => svg("rect", { x: x - 46, y: y - 46, width: 92, height: 92, rx: 8, class: "frame" }),
  movable: (x, y) => svg("path", { class: "movable", d: `M${x - 20} ${y + 43}h40` }),
  selected: (x, y) => svg("rect", { x: x - 47, y: y - 47, width: 94, height: 94, rx: 3, class: "chosen" }),
};

// The picture of a mark, to show beside its meaning.
export function markPicture(mark) {
  const shapes = { frozen: padlock, home: () => svg("rect", { x: 8, y: 8, width: 84, height: 84, rx: 10, class: "home-outline" }) };
  const shape = shapes[mark]?.() ?? haloed([SHAPES[mark](50, 50)]);
  return svg("svg", { viewBox: "0 0 100 100", class: "key", "aria-hidden": "true", focusable: "false" }, shape);
}

function padlock() {
  return svg("svg", { viewBox: "0 0 20 20", class: "padlock", "aria-hidden": "true" }, svg("path", { d: "M6 9V6a4 4 0 0 1 8 0v3h1v9H5V9zM8 9h4V6a2 2 0 0 0-4 0z" }));
}
