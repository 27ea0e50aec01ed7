// The page of a game: against Reviver, between two people, or Reviver against itself.

import { el, button, announce, link, onVisibility, row, select, stepButtons, tabs } from "./dom.js";
import { ask, stream, gameNamed } from "./api.js";
import { Table } from "./table.js";
import { MoveList } from "./moves.js";
import { Tree } from "./tree.js";
import { Lines } from "./lines.js";
import { CommandField } from "./command.js";
import { Clocks } from "./clocks.js";
import { Keeper } from "./keeper.js";
import { NOT_STORED, savedGame, settings } from "./store.js";
import { idleWords, whoPlayed, whyNot } from "./playwords.js";
import { lostBy, winWords } from "./words.js";
import { sound } from "./sound.js";
import { lastTurnButton, look, lookAt } from "./lookback.js";
import { mayRedo, mayUndo, redo, undo } from "./undo.js";
import { watchForward } from "./forward.js";
import { playerName } from "./gametags.js";
import { Guide } from "./guide.js";
import { Owners } from "./owners.js";
import { analysisAddress } from "./kept.js";
import { COMMANDS, ending, hint, mayHint, moreDialog, saveRecord, showMissingGame, stopHint, whyNoLines } from "./playmenu.js";

// If the server has not begun the search after this time (in milliseconds), the page says that
// Reviver waits until other searches have ended.
const QUEUED_AFTER = 1000;

const SPEEDS = [["0", "no pause"], ["700", "a short pause"], ["2500", "a long pause"]].map(([value, label]) => ({ value, label }));

export async function playPage(main, { one: id }) {
  const record = savedGame(id);
  if (!record) return showMissingGame(main);
  const page = new PlayPage(main, record, await gameNamed(record.game));
  await page.begin().catch((error) => {
    page.leave();
    throw error;
  });
  return page;
}

class PlayPage {
  constructor(main, record, game) {
    this.record = record;
    this.game = game;
    this.redone = [];
    // A copy of `redone` and of parts of the record, made when the board last showed the position
    // after the last turn. `takeBack` restores it. Null: nothing to restore.
    this.present = null;
    this.owners = new Owners(record);
    // viewed: the ply shown. wanted: the ply requested. Each is null for the last ply.
    this.viewed = this.wanted = null;
    this.paused = false;
    // The search for Reviver's answer to a draw offer; null if no offer is open.
    this.offer = null;
    this.declaring = el("div", { class: "declaring" });
    this.table = new Table({
      declaring: this.declaring,
      label: `Board of ${game.title}`,
      onTurn: (turn) => this.played(turn.text),
      mayPlay: (state) => this.human(state.player) && this.viewed === null && this.isShown(),
      lineOf: (state, playing) => (playing ? state.line : idleWords(this, state)),
      whyNot: () => whyNot(this),
      remedyOf: () => lastTurnButton(this),
      isEnded: () => this.record.over && this.viewed === null,
      showMovable: true,
    });
    this.guide = new Guide(game);
    this.clocks = new Clocks(record, {
      onUp: (index) => this.timeIsUp(index),
      // Reviver's clock runs only while Reviver thinks about its turn, not while its search waits for others to end.
      mayRun: (player) => this.thinking || this.human(player),
    });
    this.keeper = new Keeper(record, (changed) => this.takeOver(changed));
    this.keepClock = () => this.clocks.count() && this.keeper.save();
    this.noteUnload = () => {
      this.unloaded = Date.now();
    };
    this.moves = new MoveList((node) => lookAt(this, node));
    this.lines = new Lines({ onPlay: (turns) => this.openAnalysis(turns) });
    this.note = el("p", { class: "note", hidden: true });
    this.end = el("div", { class: "end", hidden: true });
    const known = Object.fromEntries(COMMANDS.map(([word, , action]) => [word.split(" ")[0], (rest) => action(this, rest)]));
    this.field = new CommandField({ table: this.table, known, help: COMMANDS });
    this.tabs = tabs("Beside the board", [
      { name: "moves", title: "Turns", node: this.movesTab() },
      { name: "analysis", title: "Analysis", node: this.analysisTab(), onHide: () => this.stopLines() },
      { name: "rules", title: "Rules", node: this.guide.node },
    ]);
    this.undoButton = button("Undo", () => undo(this));
    this.redoButton = button("Redo", () => redo(this));
    this.hintButton = button("Hint", () => hint(this));
    const buttons = el("div", { class: "row buttons" }, this.undoButton, this.redoButton, this.isSelfPlay() ? null : this.hintButton, button("Flip", () => this.table.flip()), button("More", () => moreDialog(this)), this.declaring);
    const panel = el("section", { class: "panel", "aria-label": "The game" }, this.isSelfPlay() ? this.selfControls() : null, buttons, this.tabs.node);
    this.table.words.append(this.end, this.note);
    const parts = settings().blind ? [this.field.node, this.table.node, panel] : [this.table.node, this.field.node, panel];
    main.append(el("h1", { class: "title" }, el("span", { text: game.title }), link(["Learn", el("span", { class: "only-wide", text: " this game" })], `#/learn/${game.name}`)), el("div", { class: "layout" }, parts));
  }

  movesTab() {
    const steps = stepButtons({ start: () => look(this, 0), back: () => look(this, -1, true), on: () => look(this, 1, true), end: () => look(this, Infinity) }, "To the present turn");
    return el("div", {}, this.moves.node, row(steps, this.game.reverse ? button("Watch as a chess game", () => watchForward(this.line())) : null));
  }

  analysisTab() {
    this.linesButton = button("Show the best turns", () => (this.lines.isRunning() ? this.stopLines() : this.startLines()));
    return el("div", { class: "stack" }, row(this.linesButton, button("Open the analysis board", () => this.openAnalysis([]))), this.lines.node);
  }

  selfControls() {
    this.pauseButton = button("Pause", () => this.pause());
    return row(this.pauseButton, select("Speed", SPEEDS, String(this.record.pause ?? 700), (value) => {
      this.record.pause = Number(value);
      this.keeper.save();
    }));
  }

  isSelfPlay() {
    return this.record.players.every((kind) => kind === "reviver");
  }

  isTwoPeople() {
    return this.record.players.every((kind) => kind === "human");
  }

  // Whether the board shows the position after the last turn of the record.
  isShown() {
    return this.table.gameLine.turns.length === this.record.turns.length;
  }

  human(player) {
    return this.record.players[player - 1] === "human" && !this.record.over;
  }

  line(turns = this.record.turns) {
    const { game, start, seed } = this.record;
    return { game, start, seed, turns: [...turns] };
  }

  async begin() {
    const [first, second] = this.record.players;
    await this.owners.load(this.line());
    await this.update();
    const bottom = first === "human" || second !== "human" ? 1 : 2;
    this.table.flip(this.state.players.b === bottom);
    this.endWatch = onVisibility(this.keepClock);
    addEventListener("beforeunload", this.noteUnload);
    this.ticker = setInterval(() => this.clocks.show(this.table.strips, this.state), 200);
    this.next();
  }

  leave() {
    this.left = true;
    this.keepClock();
    this.keeper.leave();
    this.endWatch?.();
    removeEventListener("beforeunload", this.noteUnload);
    clearInterval(this.ticker);
    this.stopReviver();
    this.lines.stop();
    this.table.leave();
  }

  // Shows the game that another tab has stored. A turn that this tab has not yet stored is dropped.
  async takeOver(changed) {
    if (this.left) return;
    this.clocks.halt();
    this.stopReviver();
    this.busy(false);
    this.redone = [];
    this.present = null;
    try {
      await this.owners.load(this.line());
      await this.update();
      if (changed) this.table.reply("Another tab has changed this game. The board shows its last turn.");
      this.next();
    } catch ({ message }) {
      this.table.complain(message, button("Try again", () => this.takeOver(changed), { class: "primary" }));
    }
  }

  // Shows an error. If Reviver is to play, offers to try again.
  complain({ message }) {
    const isWaiting = this.viewed === null && !this.record.over && this.record.players[this.state.player - 1] === "reviver";
    this.table.complain(message, isWaiting ? button("Try again", () => this.next(), { class: "primary" }) : undefined);
  }

  // Shows the position after the last turn.
  update() {
    return (this.updating = this.load());
  }

  // If a newer request was sent, drops the answer or error of this one and waits for the newer answer.
  async load() {
    const line = (this.asked = this.line());
    this.wanted = null;
    const { error, state, turns } = await ask("position", line).catch((error) => ({ error }));
    if (this.left) return;
    if (this.asked !== line) return this.updating;
    // When the visitor reloads or closes the page, the browser ends the request. This error is
    // ignored, because otherwise `takeBack` would take back the turn just played.
    if (error && Date.now() - this.unloaded < 3000) return;
    if (error) throw error;
    this.state = state;
    this.present = this.copy();
    this.owners.note(state);
    const stepped = this.wanted;
    this.viewed = this.wanted = null;
    this.table.show({ state, turns, line });
    this.table.setNames((player) => playerName(this.record, player));
    this.lastWords = this.table.tellLast((last) => whoPlayed(this, last));
    this.guide.show(state);
    this.showMoves();
    if (state.over && !this.record.over) this.finish(state.result, state.result_words, this.lastWords);
    this.showNote();
    this.showEnd();
    this.showButtons();
    this.clocks.begin(state);
    this.clocks.show(this.table.strips, state);
    this.tellUnstored();
    // While the server answered, the visitor may have stepped back.
    if (stepped !== null) lookAt(this, this.tree.mainLine()[stepped]);
    else if (this.lines.isRunning()) this.startLines();
  }

  // If the browser has not stored the game, says so, and offers to save it to a file.
  tellUnstored() {
    if (!this.keeper.isStored) this.table.complain(NOT_STORED, button("Save the game to a file", () => saveRecord(this)));
  }

  // A copy of the data that a played turn, Undo or Redo changes.
  copy() {
    const { turns, words, over, result, resultWords } = this.record;
    return structuredClone({ redone: this.redone, record: { turns, words, over, result, resultWords } });
  }

  // Takes back what was done since the board last showed the present turn, because the new position cannot be shown.
  takeBack(error) {
    if (this.present) {
      const { redone, record } = structuredClone(this.present);
      this.redone = redone;
      Object.assign(this.record, record);
      this.clocks.refund();
      this.keeper.save();
    }
    this.table.refresh();
    this.complain(error);
  }

  showMoves() {
    this.tree = new Tree(this.record.turns);
    if (this.viewed !== null) this.tree.current = this.tree.mainLine()[this.viewed];
    const words = this.record.words ?? [];
    this.moves.show(this.tree, { words: (node) => words[this.tree.depth(node) - 1] });
  }

  showNote() {
    const own = this.record.turns.filter((_, ply) => this.owners.isPerson(ply)).length;
    const text = this.record.notes && this.human(this.state.player) ? this.game.first_turns[own] : null;
    this.note.hidden = !text;
    this.note.textContent = text ? `${text}${own === 0 ? ` ${winWords(this.game)}` : ""}` : "";
  }

  async played(text) {
    if (this.left) return;
    if (this.keeper.takeNewer()) return;
    const { player } = this.state;
    this.clocks.take(player);
    const words = this.table.turns.find((turn) => turn.text === text)?.native ?? text;
    const ply = this.record.turns.push(text) - 1;
    (this.record.words ??= [])[ply] = words;
    this.owners.players[ply] = player;
    this.redone = [];
    this.keeper.save();
    sound();
    try {
      await this.update();
      if (!this.record.over) announce(`${this.lastWords} ${this.table.line.textContent}`);
      this.next();
    } catch (error) {
      this.takeBack(error);
    }
  }

  // Lets Reviver play its turn. Does nothing while the board shows an earlier ply.
  next() {
    if (this.left || this.paused || this.wanted !== null || this.viewed !== null || this.record.over || this.state.over) return;
    if (this.record.players[this.state.player - 1] !== "reviver") return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.think(), this.isSelfPlay() && this.record.turns.length > 0 ? (this.record.pause ?? 700) : 0);
  }

  // Stops Reviver's search, or the pause before it. A draw offer without an answer ends.
  stopReviver() {
    clearTimeout(this.waiting);
    this.search?.stop();
    this.offer = null;
    this.clocks.count();
    this.thinking = false;
    this.endQueue();
  }

  endQueue() {
    clearTimeout(this.queue);
    this.queued = false;
  }

  think() {
    this.stopReviver();
    this.stopLines();
    this.queue = setTimeout(() => {
      this.queued = true;
      this.table.refresh();
    }, QUEUED_AFTER);
    const search = stream("analyse", { ...this.line(), mode: "play", level: this.record.level, ...this.clocks.limits(this.state) }, {
      begun: () => this.busy(true),
      best: ({ turn }) => {
        this.busy(false);
        if (turn) this.played(turn);
      },
    });
    this.search = search;
    search.done.catch((error) => {
      this.busy(false);
      this.complain(error);
    });
  }

  busy(thinking) {
    this.clocks.count();
    this.thinking = thinking;
    this.endQueue();
    this.table.refresh();
  }

  // Makes Undo, Redo and Hint look disabled while they have no effect. A tap then says why.
  showButtons() {
    const works = [[this.undoButton, mayUndo(this)], [this.redoButton, mayRedo(this)], [this.hintButton, mayHint(this)]];
    for (const [one, has] of works) one.setAttribute("aria-disabled", String(!has));
  }

  pause() {
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? "Go on" : "Pause";
    if (this.paused) {
      this.stopReviver();
      this.busy(false);
    } else {
      look(this, Infinity);
      this.next();
    }
  }

  timeIsUp(index) {
    this.clocks.halt();
    this.record.left[index] = 0;
    const who = this.isMixed() ? (this.record.players[index] === "human" ? "Your" : "Reviver's") : `Player ${index + 1}'s`;
    this.finish(lostBy(index + 1), `${who} time is up.`);
  }

  // before: what to announce before the result.
  finish(result, words, before = "") {
    this.stopReviver();
    this.stopLines();
    const end = { over: true, result, resultWords: words };
    Object.assign(this.record, end);
    // The game stays over even if `takeBack` restores `present`.
    if (this.present) Object.assign(this.present.record, end);
    if (!this.keeper.save()) return;
    this.table.message = null;
    this.table.tidy();
    this.table.tip.hidden = true;
    this.busy(false);
    this.showNote();
    this.showEnd();
    this.showButtons();
    announce([before, ...[...this.end.querySelectorAll("h2, p")].map((part) => part.textContent)].join(" ").trim());
    this.end.scrollIntoView({ block: "nearest" });
    this.tellUnstored();
  }

  showEnd() {
    const { over } = this.record;
    this.end.hidden = !over;
    if (over) this.end.replaceChildren(...ending(this));
  }

  isMixed() {
    return !this.isTwoPeople() && !this.isSelfPlay();
  }

  startLines() {
    const reason = whyNoLines(this);
    if (reason) return this.lines.tell(reason);
    stopHint(this);
    this.lines.start(this.table, { multipv: 3, movetime: 20000 });
    this.linesButton.textContent = "Stop";
  }

  stopLines() {
    this.lines.stop();
    this.lines.clear();
    this.linesButton.textContent = "Show the best turns";
    this.table.setArrows([]);
  }

  openAnalysis(turns) {
    location.hash = analysisAddress(this.record, turns);
  }

  step(by) {
    look(this, by, true);
  }
}
