// The position editor: pieces on the board, both reserves, castling and pending field. The server
// checks the position and says what is wrong.

import { el, button, dialog, field, select } from "./dom.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { drawPiece, pieceName, placementOf } from "./pieces.js";

const ARMY = { K: 1, Q: 1, R: 2, B: 2, N: 2, P: 8 };
const LETTERS = [..."KQRBNP", ..."kqrbnp"];

// Opens the editor with a position. `done` gets the new one.
export function editor(game, fen, done) {
  new Editor(game, fen, done).open();
}

class Editor {
  constructor(game, fen, done) {
    this.game = game;
    this.done = done;
    const [placed, side, castling, pending, halfmove, fullmove] = fen.split(" ");
    this.placement = placementOf(fen);
    this.fields = { side, halfmove: halfmove ?? "0", fullmove: fullmove ?? "1" };
    this.reserve = Object.fromEntries(LETTERS.map((letter) => [letter, 0]));
    for (const letter of /\[(.*)\]/.exec(placed)?.[1] ?? "") this.reserve[letter] += 1;
    this.castling = el("input", { type: "text", value: castling ?? "-", spellcheck: "false" });
    this.pending = el("input", { type: "text", value: pending ?? "-", spellcheck: "false", on: { change: () => this.draw() } });
    this.brush = "move";
    this.held = null;
    this.problem = el("p", { class: "error", role: "alert" });
    this.pockets = el("div", { class: "reserves" });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": "What a tap does" });
    this.board = new Board({ label: "Position to edit", onTap: (square) => this.tapped(square), onEscape: () => this.hold(null) });
  }

  open() {
    for (const [brush, label, face] of [["move", "Move pieces", "Move"], ["erase", "Take pieces off", "Erase"], ...LETTERS.map((letter) => [letter, `Place a ${pieceName(letter)}`, null])]) {
      const one = el("button", { type: "button", "aria-label": label, "data-brush": brush, "aria-pressed": String(brush === this.brush), on: { click: () => this.choose(brush) } }, face ?? drawPiece(brush));
      this.palette.append(one);
    }
    const opened = dialog(
      `Edit a position of ${this.game.title}`,
      el(
        "div",
        { class: "editor" },
        this.board.node,
        el(
          "div",
          {},
          this.palette,
          select("To play", [{ value: "w", label: "White" }, { value: "b", label: "Black" }], this.fields.side, (value) => {
            this.fields.side = value;
          }),
          el("h3", { text: "Pockets" }),
          this.game.reverse ? el("p", { class: "hint", text: "They hold what the sixteen pieces of a side lack on the board." }) : null,
          this.pockets,
          field(this.game.reverse ? "Un-castled, so frozen: letters of KQkq, or -" : "Castling: letters of KQEHAkqeha, or -", this.castling),
          field("Pending square: as f3, f3! if it must be filled, or -", this.pending),
          el("p", {}, button("Choose the pending square on the board", () => this.choose("pending"))),
          this.problem,
          el(
            "p",
            { class: "row" },
            button("Set this position", () => this.set(), { class: "primary" }),
            button("Clear the board", () => {
              for (const square of Object.keys(this.placement)) if (!/^k$/i.test(this.placement[square])) delete this.placement[square];
              this.draw();
            }),
          ),
        ),
      ),
    );
    this.close = opened.close;
    opened.box.classList.add("wide");
    this.draw();
  }

  choose(brush) {
    this.brush = brush;
    this.held = null;
    for (const one of this.palette.children) one.setAttribute("aria-pressed", String(one.dataset.brush === brush));
    if (brush === "pending") this.problem.textContent = "Tap the square that the last turn left.";
    this.draw();
  }

  hold(square) {
    this.held = square;
    this.draw();
  }

  tapped(square) {
    const { placement, brush } = this;
    if (brush === "pending") {
      this.pending.value = square;
      this.problem.textContent = "";
      this.choose("move");
      return;
    }
    if (brush === "erase") {
      delete placement[square];
    } else if (brush !== "move") {
      if (placement[square] === brush) delete placement[square];
      else placement[square] = brush;
    } else if (this.held && this.held !== square) {
      placement[square] = placement[this.held];
      delete placement[this.held];
      this.held = null;
    } else {
      this.held = this.held === square || !placement[square] ? null : square;
    }
    this.draw();
  }

  // In a reverse game the reserve holds the pieces that are not on the board.
  fill() {
    for (const letter of LETTERS) {
      const placed = Object.values(this.placement).filter((other) => other === letter).length;
      this.reserve[letter] = Math.max(0, ARMY[letter.toUpperCase()] - placed);
    }
  }

  draw() {
    if (this.game.reverse) this.fill();
    const marks = {};
    const square = /^[a-h][1-8]/.exec(this.pending.value)?.[0];
    if (square) marks[square] = ["may"];
    if (this.held) (marks[this.held] ??= []).push("selected");
    this.board.show({ placement: this.placement, marks });
    this.pockets.replaceChildren(...LETTERS.map((letter) => this.counter(letter)));
  }

  counter(letter) {
    const change = (by) => {
      this.reserve[letter] = Math.max(0, this.reserve[letter] + by);
      this.draw();
      this.pockets.querySelector(`[data-count="${letter}${by}"]`)?.focus();
    };
    const step = (by, sign, words) => (this.game.reverse ? null : button(sign, () => change(by), { "aria-label": `${words} ${pieceName(letter)}`, "data-count": `${letter}${by}` }));
    return el("span", { class: "counter" }, drawPiece(letter), el("span", { "aria-label": `${this.reserve[letter]} ${pieceName(letter)}`, role: "img", text: String(this.reserve[letter]) }), step(-1, "−", "One less"), step(1, "+", "One more"));
  }

  text() {
    const ranks = [];
    for (let rank = 8; rank >= 1; rank--) {
      let row = "";
      let empty = 0;
      for (const file of "abcdefgh") {
        const letter = this.placement[`${file}${rank}`];
        if (letter) row += (empty || "") + letter;
        empty = letter ? 0 : empty + 1;
      }
      ranks.push(row + (empty || ""));
    }
    const reserve = LETTERS.map((letter) => letter.repeat(this.reserve[letter])).join("");
    const { side, halfmove, fullmove } = this.fields;
    return `${ranks.join("/")}[${reserve}] ${side} ${this.castling.value.trim() || "-"} ${this.pending.value.trim() || "-"} ${halfmove} ${fullmove}`;
  }

  async set() {
    try {
      const { fen } = await ask("check", { game: this.game.name, fen: this.text() });
      this.close();
      this.done(fen);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
