// The position editor. The server says what is wrong with a position. In a reverse game the server fills the
// reserves; in other games the visitor does.

import { el, button, check, dialog, select } from "./dom.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { drawPiece, pieceName } from "./pieces.js";
import { sentence } from "./words.js";

const LETTERS = [..."KQRBNPkqrbnp"];

// Opens the editor with a position. `done` gets the new FEN.
export async function editor(game, fen, done) {
  new Editor(game, await ask("check", { game: game.identity, fen }), done).open();
}

class Editor {
  // The pending field of a FEN says what the next turn may or must do, and on which square.
  // words: labels for this field, for example “Un-capture on”, “the un-capture square”, “allowed”
  // and “forced”.
  constructor(game, { position, flags, pending: words }, done) {
    this.game = game;
    // Removes a declared end, so that the position can be played on.
    this.position = { ...position, pending: position.pending === "end" ? null : position.pending };
    this.flags = flags;
    this.done = done;
    this.brush = "move";
    this.held = null;
    this.checks = 0;
    this.words = words;
    this.picker = button("", () => this.choose(this.brush === "pending" ? "move" : "pending"));
    const ways = ["may", "must"].filter((way) => words[way]);
    this.pending = select(words.title, [{ value: "", label: "none" }, ...ways.map((value) => ({ value, label: words[value] }))], "", (value) => this.pend(value));
    this.task = el("p", { class: "hint", role: "status" });
    this.problem = el("p", { class: "error", role: "alert" });
    this.pockets = el("div", { class: "reserves" });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": "What to do with a square" });
    this.board = new Board({ label: "Position to edit", onTap: (square) => this.tapped(square), onEscape: () => this.escape() });
  }

  open() {
    const { game, position } = this;
    for (const [brush, label, face] of [["move", "Move pieces", "Move"], ["erase", "Take pieces off", "Erase"], ...LETTERS.map((letter) => [letter, `Place a ${pieceName(letter)}`])]) {
      this.palette.append(button(face ?? drawPiece(brush), () => this.choose(brush), { "aria-label": label, "data-brush": brush, "aria-pressed": String(brush === this.brush) }));
    }
    const opened = dialog(
      `Edit a position of ${game.title}`,
      el(
        "div",
        { class: "editor" },
        this.board.node,
        el(
          "div",
          {},
          this.palette,
          select("To play", [{ value: "w", label: "White" }, { value: "b", label: "Black" }], position.side, (value) => {
            position.side = value;
            this.draw();
          }),
          el("h3", { text: "Reserves" }),
          game.reverse ? el("p", { class: "hint", text: "Each reserve holds the pieces of its side that are not on the board." }) : null,
          this.pockets,
          el("h3", { text: "Castling" }),
          this.flags.map(({ flag, label }) => check(label, position.castling.includes(flag), (on) => {
            position.castling = position.castling.filter((other) => other !== flag).concat(on ? flag : []);
            this.draw();
          })),
          this.pending,
          el("p", {}, this.picker),
          el("p", {}, button("Clear the board", () => {
            for (const [square, letter] of Object.entries(position.placement)) if (!/k/i.test(letter)) delete position.placement[square];
            this.changed();
          })),
        ),
      ),
      el("div", { class: "foot" }, this.task, this.problem, button("Use this position", () => this.set(), { class: "primary" })),
    );
    // The button in the head of the dialog closes the dialog and discards the changes.
    opened.box.querySelector(".dialog-head button").textContent = "Cancel";
    opened.box.addEventListener("cancel", (event) => {
      if (this.brush !== "pending") return;
      event.preventDefault();
      this.escape();
    });
    this.close = opened.close;
    opened.box.classList.add("wide");
    this.draw();
  }

  choose(brush) {
    this.brush = brush;
    this.held = null;
    for (const one of this.palette.children) one.setAttribute("aria-pressed", String(one.dataset.brush === brush));
    this.task.textContent = brush === "pending" ? `Tap ${this.words.square} on the board.` : "";
    this.draw();
    if (brush === "pending") this.board.node.scrollIntoView({ block: "nearest" });
  }

  // Stops choosing the square of the pending field, or lets go of the held piece.
  escape() {
    if (this.brush === "pending") this.choose("move");
    else this.hold(null);
  }

  hold(square) {
    this.held = square;
    this.draw();
  }

  // Sets the pending field to `way`: `may`, `must`, or empty. `may` and `must` need a square:
  // if there is none yet, asks for a tap on one.
  pend(way) {
    const { position } = this;
    if (!way) position.pending = null;
    else if (position.pending) position.pending.must = way === "must";
    this.choose(way && !position.pending ? "pending" : "move");
  }

  tapped(square) {
    const { position, brush } = this;
    const { placement } = position;
    if (brush === "pending") {
      position.pending = { square, must: this.pending.querySelector("select").value === "must" };
      this.choose("move");
      return;
    }
    if (brush === "erase" || placement[square] === brush) {
      delete placement[square];
    } else if (brush !== "move") {
      placement[square] = brush;
    } else if (this.held && this.held !== square) {
      placement[square] = placement[this.held];
      delete placement[this.held];
      this.held = null;
    } else {
      this.hold(this.held === square || !placement[square] ? null : square);
      return;
    }
    this.changed();
  }

  changed() {
    this.draw();
    this.check().catch((error) => {
      this.problem.textContent = error.message;
    });
  }

  // Lets the server check the position and, in a reverse game, fill the reserves.
  async check() {
    const { game, position } = this;
    const number = (this.checks += 1);
    const told = await ask("check", { game: game.identity, position: { ...position, reserve: game.reverse ? null : position.reserve } });
    if (game.reverse && told.position && number === this.checks) {
      position.reserve = told.position.reserve;
      this.draw();
    }
    return told;
  }

  draw() {
    this.problem.textContent = "";
    const { placement, pending } = this.position;
    const marks = {};
    const way = pending ? (pending.must ? "must" : "may") : "";
    // The same marks as on a board for play.
    if (pending) marks[pending.square] = [!this.game.reverse ? "passant" : this.words.must ? way : "double"];
    if (this.held) (marks[this.held] ??= []).push("selected");
    this.board.show({ placement, marks });
    const [name, list] = this.pending.children;
    name.textContent = `${this.words.title}${pending ? ` ${pending.square}` : ""}`;
    if (this.brush !== "pending") list.value = way;
    this.picker.textContent = this.brush === "pending" ? "Cancel" : `Choose ${this.words.square}`;
    this.pockets.replaceChildren(...LETTERS.map((letter) => this.counter(letter)));
  }

  counter(letter) {
    const { reserve } = this.position;
    const change = (by) => {
      reserve[letter] = Math.max(0, reserve[letter] + by);
      this.draw();
      this.pockets.querySelector(`[data-count="${letter}${by}"]`)?.focus();
    };
    const step = (by, sign, words) => (this.game.reverse ? null : button(sign, () => change(by), { "aria-label": `${words} ${pieceName(letter)}`, "data-count": `${letter}${by}` }));
    return el("span", { class: "counter" }, drawPiece(letter), el("span", { "aria-label": `${reserve[letter]} ${pieceName(letter)}`, role: "img", text: String(reserve[letter]) }), step(-1, "−", "One less"), step(1, "+", "One more"));
  }

  async set() {
    try {
      const { fen, problem } = await this.check();
      this.problem.textContent = problem ? sentence(problem) : "";
      if (!fen) return;
      this.close();
      this.done(fen);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
