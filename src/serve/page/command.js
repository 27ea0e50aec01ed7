// The text field for turns (protocol or native notation) and for commands.

import { dialog, el, grid } from "./dom.js";
import { ask } from "./api.js";
import { kindName, pieceName, placementWords, sideName } from "./pieces.js";
import { listed, plural, scoreWords, sentence } from "./words.js";

// Each word for a kind of piece, and the letter of this kind. No prototype, so "constructor" is not found.
const KINDS = { __proto__: null, k: "k", q: "q", r: "r", b: "b", n: "n", p: "p", king: "k", queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };

// The answer to a command about the position, for example where pieces stand, the turns of a piece,
// or the score. After the first taps of a turn, the pieces are where the board shows them, and the
// turns are those that can still be entered. `rest` is the text after the command. Returns null for
// any other word.
export function boardWord(table, word, rest) {
  const { state } = table;
  if (word === "board") return placementWords(table.shown);
  if (word === "last") return state.last ? `Last turn: ${sideName(state.last.side)} ${state.last.plain}.` : "No turn has been played.";
  if (word === "score") return scoreWords(state);
  if (word === "line") return state.line;
  if (word === "pieces") return whereWords(table.shown, rest);
  if (word === "turns" || word === "?") return turnWords(table.entry.possible(), rest || table.board.cursor);
  if (["reserve", "reserves", "pocket", "pockets"].includes(word)) return reserveWords(state);
  return null;
}

export function whereWords(placement, name) {
  const kind = KINDS[name.toLowerCase()];
  if (!kind) return "Name a piece: k, q, r, b, n or p.";
  const found = Object.entries(placement).filter(([, letter]) => letter.toLowerCase() === kind);
  return found.map(([square, letter]) => `${pieceName(letter)} ${square}`).join(", ") || `There is no ${kindName(kind)} on the board.`;
}

function turnWords(turns, square) {
  const own = turns.filter((turn) => turn.steps.some((step) => step.from === square));
  if (own.length === 0) return `No turns from ${square}.`;
  return `${plural(own.length, "turn")} from ${square}: ${listed(own, 20)}.`;
}

function reserveWords({ reserve }) {
  const words = Object.entries(reserve).filter(([, number]) => number > 0).map(([letter, number]) => `${number} ${pieceName(letter)}${number === 1 ? "" : "s"}`);
  return words.length > 0 ? `In reserve: ${words.join(", ")}.` : "No piece is in reserve.";
}

// The commands of every board and their meanings, for the help. turn, from: the turn and the square of the examples.
const boardHelp = (turn, from) => [
  [`a turn, in Reviver's short form (${turn}) or in the game's own words`, "plays it"],
  ["board", "where all pieces stand"],
  ["pieces n", "where the knights stand"],
  ["reserve", "which pieces are in reserve"],
  [`turns ${from}`, `the turns of the piece on ${from}`],
  ["last", "the last turn"],
  ["line", "who is to play and what to tap"],
  ["score", "pieces home and on the board, points"],
  [`explain ${turn}`, "whether this turn is legal and, if not, why"],
];

// table: a Table. known: a function for each of the page's own commands. help: what these commands mean.
export class CommandField {
  constructor({ table, known = {}, help = [] }) {
    this.table = table;
    this.known = known;
    this.help = help;
    this.example = { text: "f3e4", steps: [] };
    table.onShow = () => this.showExample();
    this.input = el("input", { type: "text", id: "command", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" });
    this.log = el("ol", { class: "log", "aria-label": "Answers", tabindex: "0" });
    this.node = el(
      "form",
      { class: "command", on: { submit: (event) => this.submit(event) } },
      el("label", { for: "command", text: "Type a turn or a command" }),
      this.input,
      el("button", { type: "submit" }, "Go"),
      this.log,
    );
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") table.board.focus();
    });
  }

  focus() {
    this.input.focus();
  }

  // Shows a legal turn as the example, if possible a short one.
  showExample() {
    const { turns } = this.table;
    const short = turns.find(({ text }) => text.length === 4) ?? turns[0];
    if (short && this.table.playing()) this.example = short;
    this.input.placeholder = [this.example.text, "board", this.known.hint ? "hint" : "score", "help"].join(" · ");
  }

  // Flips the board, and says so.
  flip(flip) {
    flip();
    this.tell(`${sideName(this.table.board.flipped ? "b" : "w")} is at the bottom of the board.`);
  }

  tell(text) {
    this.table.reply(text);
    this.note(text);
  }

  refuse(text) {
    this.table.refuseWith(text);
    this.note(text);
  }

  note(text) {
    this.log.append(el("li", { text }));
    while (this.log.children.length > 12) this.log.firstChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  async submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    this.input.value = "";
    if (!text || !this.table.state) return;
    const [word, ...others] = text.split(/\s+/);
    const rest = others.join(" ");
    const name = word.toLowerCase();
    if (name === "help" || text === "?") {
      this.showHelp();
      return;
    }
    const words = boardWord(this.table, name, rest);
    if (words !== null) this.tell(words);
    else if (name === "explain") await this.explain(rest);
    else if (Object.hasOwn(this.known, name)) this.known[name](rest);
    else await this.play(text);
  }

  // Shows the commands in a dialog, so that the field does not move.
  showHelp() {
    const { text: turn, steps } = this.example;
    const all = [...boardHelp(turn, steps.find(({ from }) => from)?.from ?? "e4"), ...this.help, ["help", "these commands"]];
    const help = all.map(([words, what]) => [words, what]);
    this.note(`${help.map((one) => one.join(": ")).join(".\n")}.`);
    dialog("Commands", grid(["Command", "What it does"], help, { named: true }));
  }

  async explain(turn) {
    try {
      const answer = await ask("explain", { ...this.table.gameLine, turn });
      this.tell(answer.legal ? `${turn} is legal.` : `${turn} is not legal: ${answer.reason}.`);
    } catch (error) {
      this.tell(error.message);
    }
  }

  async play(text) {
    const reason = this.table.state.over ? "The game is over." : this.table.whyNotNow();
    if (reason !== null) {
      this.tell(reason || "You cannot play a turn here.");
      return;
    }
    try {
      const { text: turn, reason, rule } = await ask("parse", { ...this.table.gameLine, text });
      if (turn) await this.table.enter(turn);
      else this.refuse(rule ? `Not possible: ${reason}.` : `${sentence(reason)} Type a turn such as ${this.example.text}, or 'help' for the commands.`);
    } catch (error) {
      this.tell(error.message);
    }
  }
}
