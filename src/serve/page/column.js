// A question on the board. Its answers are a small column next to a square.

import { el, clear } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { clamp } from "./words.js";

// Half a square, in percent of the board.
const HALF = 6.25;

// The order of the answers.
const ORDER = ["keep", "unpromote", "none", "p", "n", "b", "r", "q", "ep"];

export class Column {
  // onChoice(tap): an answer was chosen. onEscape(): Escape was pressed. onClose(): the column had the focus and is
  // now hidden.
  constructor({ onChoice, onEscape, onClose }) {
    this.onChoice = onChoice;
    this.onEscape = onEscape;
    this.onClose = onClose;
    this.node = el("div", { class: "column", hidden: true, role: "group", "aria-label": "Choose" });
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  isOpen() {
    return !this.node.hidden;
  }

  buttons() {
    return [...this.node.querySelectorAll("button")];
  }

  choose(index) {
    this.buttons()[index]?.click();
  }

  // choices: the answers. An answer with isMissing is illegal: a tap on it shows why. pieceOf(answer): the letter of
  // the piece to draw next to an answer, or nothing. at: the centre of the square that the answers are about, in
  // percent of the board; [50, 50] without a square. clear: the centres of squares to keep uncovered if there is room.
  // If the same question is already open, only its place can change, and the focus stays.
  show({ choices, title, pieceOf, at, clear: free = [] }) {
    const question = JSON.stringify([title, choices]);
    this.spot = [at, free];
    if (this.isOpen() && question === this.question) return;
    this.question = question;
    const wasOpen = this.isOpen() && this.node.contains(document.activeElement);
    clear(this.node);
    this.node.hidden = choices.length === 0;
    if (choices.length === 0) {
      if (wasOpen) this.onClose();
      return;
    }
    this.node.setAttribute("aria-label", title ?? "Choose");
    const sorted = [...choices].sort((one, other) => ORDER.indexOf(one.choice.answer) - ORDER.indexOf(other.choice.answer));
    for (const [index, tap] of sorted.entries()) {
      const { answer, label } = tap.choice;
      const letter = pieceOf?.(answer);
      this.node.append(
        el(
          "button",
          { type: "button", "data-answer": answer, class: tap.isMissing ? "missing" : "", on: { click: () => this.onChoice?.(tap) } },
          letter ? drawPiece(letter) : null,
          el("span", { text: label }),
          el("kbd", { text: String(index + 1), "aria-hidden": "true" }),
        ),
      );
    }
    this.place();
    this.node.querySelector("button:not(.missing)").focus({ preventScroll: true });
  }

  // Places the column next to a square and inside the board. It stays inside when the board is resized. Must be
  // called again when the answers have become wider. Does nothing while the column is hidden.
  place() {
    if (!this.isOpen()) return;
    const [[x, y], free] = this.spot;
    const board = this.node.parentElement.getBoundingClientRect();
    const box = this.node.getBoundingClientRect();
    const [width, height] = [(box.width / board.width) * 100, (box.height / board.height) * 100];
    const within = (at, size) => clamp(at, 100 - size);
    const sides = [[x, y], ...free].flatMap(([column]) => [column + HALF, column - HALF - width]);
    const tops = [y - HALF, y + HALF, y - HALF - height].map((at) => within(at, height));
    const covers = (left, top) => ([column, row]) => Math.abs(left + width / 2 - column) < width / 2 + HALF - 1 && Math.abs(top + height / 2 - row) < height / 2 + HALF - 1;
    const places = [
      ...sides.filter((left) => left >= 0 && left + width <= 100).map((left) => [left, tops[0]]),
      ...tops.slice(1).map((top) => [within(x - width / 2, width), top]),
    ];
    const [left, top] = places.find(([left, top]) => !free.some(covers(left, top))) ?? places[0];
    this.node.style.left = `min(${left}%, calc(100% - ${box.width}px))`;
    this.node.style.top = `max(0px, min(${top}%, calc(100% - ${box.height}px)))`;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = this.buttons();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) buttons[(buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length].focus();
    else if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key) - 1);
    else if (event.key === "Escape") this.onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
