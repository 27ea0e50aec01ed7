// A table: a board with its pockets, a line of text and the entry of turns. Each page with a board has a table.

import { el, announce, keepFocus, showValues } from "./dom.js";
import { ask } from "./api.js";
import { arrowsOf } from "./arrows.js";
import { Board } from "./board.js";
import { makeDraggable } from "./drag.js";
import { Entry, firstTapWords, nextTapWords, tapWords } from "./entry.js";
import { marksOf, valuesShown } from "./marks.js";
import { isWhite } from "./pieces.js";
import { Pocket } from "./pocket.js";
import { missingAnswers, pieceOfAnswer, questionWords } from "./question.js";
import { Strip } from "./strip.js";
import { settings } from "./store.js";
import { showTurnButtons } from "./turnbuttons.js";
import { scoreWords, toPlay } from "./words.js";

const COLORS = ["w", "b"];

// A tap on one of these elements does not count as a tap beside the board.
const TAKES_TAPS = ".board, .pocket, nav, a, button, input, textarea, select, label, summary, dialog";

// Why no tap counts until the server has answered the last turn.
const WAITS = "Reviver has not answered your last turn yet. Try again in a moment.";

const NOTHING = { squares: new Set(), pockets: new Set(), choices: [] };

export class Table {
  // onTurn(turn): a legal turn was entered. mayPlay(state): whether the visitor plays now. lineOf(state, playing):
  // the line of text before the first tap. whyNot(): why the visitor does not play now; nothing if the visitor never
  // plays. isEnded(): whether the players have ended the game. showMovable: mark the squares where a turn can begin.
  // declaring: the place of the button that declares the end; by default the button is beside the line of text.
  // remedyOf(): the button that is shown beside the text of whyNot(), or null.
  constructor({ onTurn, mayPlay = () => true, lineOf = (state, playing) => (playing ? state.line : toPlay(state)), whyNot = () => "", remedyOf = () => null, isEnded = () => false, showMovable = false, declaring, label }) {
    Object.assign(this, { onTurn, mayPlay, lineOf, whyNot, remedyOf, isEnded, showMovable, declaring });
    this.state = null;
    this.turns = [];
    // The turn that was entered last, until the server's answer to it is shown or has failed.
    this.sent = null;
    this.entry = new Entry([]);
    this.arrows = [];
    this.tipArrows = [];
    this.values = null;
    this.board = new Board({
      label,
      onTap: (square) => this.tap({ square }),
      onEscape: () => this.cancel(),
      onChoice: (tap) => this.tap(tap),
    });
    this.pockets = {};
    this.strips = {};
    for (const color of COLORS) {
      this.pockets[color] = new Pocket(color, { onTap: (letter, byKey) => this.tapPocket(letter, byKey), onEscape: () => this.cancel() });
      this.strips[color] = new Strip(color, () => this.reply(scoreWords(this.state)));
    }
    this.line = el("p", { class: "line" });
    this.last = el("p", { class: "last", hidden: true });
    this.extra = el("div", { class: "row extra" });
    this.answer = el("p", { class: "answer", hidden: true });
    this.above = el("div", { class: "side above" });
    this.below = el("div", { class: "side below" });
    this.tip = el("p", { class: "tip", hidden: true });
    this.told = el("p", { class: "told", hidden: true });
    this.words = el("div", { class: "say" }, this.answer, this.last, this.tip, this.told, el("div", { class: "prompt" }, this.line, this.extra));
    this.node = el("section", { class: "table", "aria-label": "Board and reserves" }, this.above, this.board.node, this.below, this.words);
    // A tap beside the board takes the selection back.
    this.tapBeside = (event) => {
      if (this.entry.taps.length > 0 && !event.target.closest?.(TAKES_TAPS)) this.cancel();
    };
    document.addEventListener("pointerup", this.tapBeside);
    this.stopDragging = makeDraggable(this.node, {
      letterOf: (tap) => this.letterOf(tap),
      onDrop: (from, to) => this.dropped(from, to),
    });
    this.seat();
  }

  // Must be called when the page is left.
  leave() {
    this.stopDragging();
    document.removeEventListener("pointerup", this.tapBeside);
  }

  // Places the pocket (reserve) and the strip (name, tally, clock) of each side. The pocket and the
  // strip of the bottom side go below the board.
  seat() {
    const [top, bottom] = this.board.flipped ? ["w", "b"] : ["b", "w"];
    this.above.replaceChildren(this.pockets[top].node, this.strips[top].node);
    this.below.replaceChildren(this.pockets[bottom].node, this.strips[bottom].node);
  }

  flip(flipped = !this.board.flipped) {
    this.board.flip(flipped);
    this.seat();
    this.refresh();
  }

  // Shows a position. `line`: the game so far, as the server takes it (game, start, seed, turns).
  show({ state, turns, line }) {
    this.state = state;
    this.turns = turns;
    this.sent = null;
    this.gameLine = line;
    this.entry = new Entry(turns);
    this.passed = false;
    this.message = null;
    this.values = null;
    this.arrows = [];
    this.tip.hidden = true;
    this.hasHint = false;
    this.told.hidden = true;
    if (this.isRefusal) this.judge("");
    for (const color of COLORS) this.strips[color].showState(state);
    this.refresh();
    this.onShow?.();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    this.drawBoard();
  }

  // Shows scores of turns on the board. `values` maps the text of a turn to the score of this turn.
  setValues(values) {
    this.values = values;
    this.drawBoard();
  }

  // Tells what the last turn did. nameOf(last): who played it. Returns the sentence.
  tellLast(nameOf) {
    const { last } = this.state;
    const text = last ? `${nameOf(last)} ${last.plain}.` : "";
    this.last.hidden = !text;
    this.last.textContent = text;
    return text;
  }

  // nameOf(player): the name of the player with this number.
  setNames(nameOf) {
    for (const color of COLORS) this.strips[color].setName(nameOf(this.state.players[color]));
  }

  // remedy: a button beside the text.
  say(text, remedy = null) {
    this.tidy();
    Object.assign(this, { message: text, remedy });
    this.showLine();
    if (remedy) this.refresh();
    announce(text);
  }

  // Shows an error in the line of text. remedy: a button beside the text.
  complain(text, remedy) {
    this.problem = text;
    this.say(text, remedy);
  }

  // Shows the message in the line of text or, without a message, `prompt`.
  showLine(prompt) {
    this.line.textContent = this.message ?? prompt;
    this.line.classList.toggle("error", Boolean(this.message) && this.message === this.problem);
  }

  // Shows a hint and its arrows until the next call of `show`.
  keep(text, arrows = []) {
    this.tipArrows = arrows;
    this.showBeside(this.tip, text);
  }

  // The first hint names the first tap of the turn. The second shows the turn.
  giveHint(turn) {
    this.cancel();
    const { placement } = this.state;
    if (this.hasHint) this.keep(tapWords(turn, this.turns, placement), arrowsOf(turn));
    else this.keep(firstTapWords(turn, placement));
    this.hasHint = true;
  }

  // Shows the answer to a question or a command of the visitor. The line of text still says what to do.
  reply(text) {
    this.showBeside(this.told, text);
  }

  showBeside(place, text) {
    this.tidy();
    place.textContent = text;
    place.hidden = false;
    this.message = null;
    this.refresh();
    place.scrollIntoView({ block: "nearest" });
    announce(text);
  }

  // Hides an earlier reply or wrong answer.
  tidy() {
    this.told.hidden = true;
    if (this.answer.classList.contains("wrong")) this.judge("");
  }

  // Shows a text near the board, marked as right or wrong. Without a text, hides the earlier one.
  judge(text, isRight) {
    this.isRefusal = false;
    this.answer.hidden = !text;
    if (!text) return;
    this.answer.className = `answer ${isRight ? "right" : "wrong"}`;
    this.answer.textContent = `${isRight ? "✓" : "✗"} ${text}`;
    this.answer.scrollIntoView({ block: "nearest" });
    announce(text);
  }

  // Says why something is not possible. The line of text still says what to do.
  refuseWith(text) {
    this.told.hidden = true;
    this.judge(text, false);
    this.isRefusal = true;
  }

  cancel() {
    const had = this.entry.taps.length > 0 || this.passed;
    this.entry.reset();
    this.passed = false;
    this.message = null;
    this.refresh();
    if (had) announce(`Taken back. ${this.state?.line ?? ""}`);
  }

  letterOf(tap) {
    if (!this.state || this.state.over || this.whyNotNow() !== null) return null;
    return tap.square ? (this.shown?.[tap.square] ?? null) : tap.pocket;
  }

  // If the piece was chosen with the keyboard, the focus goes to the board.
  async tapPocket(letter, byKey) {
    await this.tap({ pocket: letter });
    if (byKey && this.entry.taps.length > 0 && !this.board.column.isOpen()) this.board.focus();
  }

  async tap(tap) {
    if (!this.state || this.state.over) return;
    const reason = this.whyNotNow();
    if (reason) this.say(reason, this.remedyOf());
    if (reason !== null) return;
    this.tidy();
    const { taps } = this.entry;
    if (tap.isMissing) {
      await this.tellReason([...taps, { choice: tap.choice }]);
      return;
    }
    const last = taps.at(-1);
    const again = last && (("square" in tap && last.square === tap.square) || ("pocket" in tap && last.pocket === tap.pocket));
    let result = this.entry.tap(tap);
    if (result === false && again) return this.takeBack();
    // Try this tap in place of the last one. The earlier taps stay.
    if (result === false) result = this.entry.tapInstead(tap);
    if (result === false) {
      const fresh = new Entry(this.turns);
      // After an un-capture, a tap on the board does not begin a new turn.
      const mayRestart = taps.length > 0 && this.beginsAnew(tap) && !(tap.square && this.entry.hasUncaptured());
      const restarted = mayRestart ? fresh.tap(tap) : false;
      if (restarted === false) {
        await this.refuse([...taps, tap]);
        return;
      }
      this.entry = fresh;
      result = restarted;
    }
    this.message = null;
    if (result === true) {
      this.refresh();
      announce(this.line.textContent);
      return;
    }
    this.entry.reset();
    this.passed = false;
    this.board.ask({ choices: [] });
    await this.send(result);
  }

  // Plays a turn by its text.
  async enter(text) {
    const turn = this.turns.find((other) => other.text === text);
    if (turn && !this.sent) await this.send(turn);
  }

  // Plays a turn. No other turn can be entered until the page has shown the answer of the server, or an error.
  async send(turn) {
    this.sent = turn;
    try {
      await this.onTurn(turn);
    } finally {
      if (this.sent === turn) this.sent = null;
    }
  }

  // A text that says why no turn can be entered now; empty if the visitor never plays. Null if a
  // turn can be entered.
  whyNotNow() {
    if (this.sent) return WAITS;
    return this.mayPlay(this.state) ? null : this.whyNot();
  }

  // Whether a tap is on a piece of the side to play. Such a tap can begin a new turn.
  beginsAnew(tap) {
    if ("choice" in tap) return false;
    const letter = tap.pocket ?? this.state.placement[tap.square];
    return letter !== undefined && isWhite(letter) === (this.state.side === "w");
  }

  async refuse(taps) {
    if (this.entry.hasUncaptured() && this.entry.past.length > 1) {
      this.entry.back();
    } else {
      this.entry.reset();
      this.passed = false;
    }
    this.message = null;
    this.refresh();
    await this.tellReason(taps);
  }

  // After an un-capture, takes back the last tap. Otherwise takes back all taps.
  takeBack() {
    if (!this.entry.hasUncaptured() || this.entry.past.length < 2) {
      this.cancel();
      return;
    }
    this.entry.back();
    this.message = null;
    this.refresh();
    announce(`Taken back. ${this.line.textContent}`);
  }

  // Tells why no legal turn begins with these taps.
  async tellReason(taps) {
    const line = this.gameLine;
    const text = await ask("explain", { ...line, taps }).then(({ reason }) => `Not possible: ${reason}.`, ({ message }) => message);
    if (this.gameLine === line) this.refuseWith(text);
  }

  async dropped(from, to) {
    const chosen = this.entry.taps.at(-1);
    const isChosen = chosen && (from.square ? chosen.square === from.square : chosen.pocket === from.pocket);
    if (!isChosen) await this.tap(from);
    // If the piece can come back only on this square, the tap on the pocket has put it there.
    if (from.pocket && this.entry.hasUncaptured() && this.shown[to.square] === from.pocket) return;
    if (this.entry.taps.length > 0) await this.tap(to);
  }

  playing() {
    return !this.state.over && this.mayPlay(this.state);
  }

  next() {
    return this.playing() ? this.entry.next() : NOTHING;
  }

  // Redraws only the board (pieces, home squares, marks, arrows, coordinates) and the scores.
  drawBoard() {
    if (!this.state) return;
    this.board.letterKeys = settings().letterKeys;
    this.shown = this.entry.previewOn(this.state.placement);
    const { squares, ...others } = valuesShown(this);
    for (const [name, values] of Object.entries(others)) showValues(this.node, name, values);
    this.board.column.place();
    this.board.show({
      placement: this.shown,
      marks: marksOf(this, this.next()),
      homes: this.state.homes,
      arrows: this.arrows.length > 0 || this.tip.hidden ? this.arrows : this.tipArrows,
      values: squares,
      coordinates: settings().coordinates,
    });
  }

  // Redraws everything. If a button that had the focus is gone, the board gets the focus.
  refresh() {
    keepFocus(() => this.redraw(), () => this.board.focus({ preventScroll: true }));
  }

  redraw() {
    const { state } = this;
    if (!state) return;
    const next = this.next();
    const pocketChosen = this.entry.taps.find((tap) => tap.pocket)?.pocket ?? null;
    for (const color of COLORS) {
      const open = new Set([...next.pockets].filter((letter) => isWhite(letter) === (color === "w")));
      this.pockets[color].show({ reserve: state.reserve, open, chosen: pocketChosen, lit: open.size > 0 });
    }
    const declarations = next.choices.filter((tap) => tap.choice.answer === "end");
    const questions = next.choices.filter((tap) => tap.choice.answer !== "end");
    const tapped = this.entry.taps.flatMap(({ square }) => square ?? []);
    this.board.ask({ choices: [...questions, ...missingAnswers(state, questions)], title: this.question(questions), pieceOf: (answer) => pieceOfAnswer(state, answer), tapped });
    showTurnButtons(this, declarations);
    this.drawBoard();
    this.showLine(this.prompt(next));
    // If the line is empty, the players have ended the game: nobody plays.
    for (const color of COLORS) this.strips[color].showTurn(!state.over && this.line.textContent !== "" && state.side === color);
  }

  question(choices) {
    return choices.length > 0 ? questionWords(this.state, choices, this.entry.taps) : null;
  }

  prompt(next) {
    const { state, entry: { taps } } = this;
    if (!this.playing()) return this.lineOf(state, false);
    if (taps.length === 0) return this.lineOf(state, true);
    const questions = next.choices.filter((tap) => tap.choice.answer !== "end");
    if (questions.length > 0) return this.question(questions);
    return nextTapWords(this.entry);
  }

  focusPocket() {
    this.pockets[this.state.side].focus();
  }
}
