// The analysis page: a tree of variations, the engine's lines, the score of each turn, the editor.

import { el, button, announce, field, row, select, stepButtons, tabs } from "./dom.js";
import { ask, games, gameNamed, isNamed } from "./api.js";
import { Table } from "./table.js";
import { MoveList } from "./moves.js";
import { Tree } from "./tree.js";
import { Lines } from "./lines.js";
import { EveryTurn } from "./everyturn.js";
import { CommentField } from "./comment.js";
import { COMMANDS, commandsOf, reviewAnalysis, saveAnalysis } from "./analysecommands.js";
import { CommandField } from "./command.js";
import { editor } from "./editor.js";
import { analysisAddress, contentOf, keptList, keptTree, treeOf } from "./kept.js";
import { Graph } from "./graph.js";
import { openChessGame, openGame } from "./records.js";
import { newId, onStored, saveAnalysisTree, savedAnalyses, settings } from "./store.js";
import { sideName } from "./pieces.js";
import { scoreFor, share, wholeNumber } from "./words.js";
import { watchForward } from "./forward.js";

export async function analysePage(main, { parameters }) {
  const all = await games();
  const kept = savedAnalyses();
  // If the address names no game, the page opens the latest kept analysis whose game is in the catalogue.
  const latest = parameters.has("game") ? null : kept.find(({ game }) => all.some((one) => isNamed(one, game)));
  const asked = latest ?? {
    id: parameters.get("id"),
    game: parameters.get("game") ?? (all.find((game) => game.recommended) ?? all[0]).name,
    start: parameters.get("start") ?? "startpos",
    seed: wholeNumber(parameters.get("seed"), 0),
    turns: (parameters.get("turns") ?? "").split(" ").filter(Boolean),
  };
  const game = await gameNamed(asked.game);
  // A game that a record defines is not in `all`.
  const page = new AnalysePage(main, game, all.includes(game) ? all : [...all, game]);
  const tree = latest ? treeOf(latest) : keptTree(kept, asked, game);
  await page.open({ ...asked, tree }).catch((error) => {
    page.leave();
    throw error;
  });
  return page;
}

const DEPTHS = [{ value: "", label: "no limit" }, ...["6", "10", "14", "20"].map((value) => ({ value, label: value }))];

class AnalysePage {
  constructor(main, game, all) {
    this.game = game;
    this.all = all;
    this.limits = { multipv: 3, depth: undefined };
    this.scores = new Map();
    // The node of the position that the board shows; null while an analysis is being opened.
    this.shown = null;
    this.table = new Table({ label: "Analysis board", onTurn: (turn) => this.play(turn.text), mayPlay: () => this.shown !== null });
    this.moves = new MoveList((node) => this.goTo(node));
    this.lines = new Lines({
      onPlay: (turns) => this.playAll(turns),
      onInfo: (info) => {
        this.showScore(info);
        this.every.update();
      },
      onStop: () => {
        this.toggle.textContent = "Analyse";
        // While the page goes to another position, the evaluation of the old one is of no interest.
        if (!this.goesOn && this.scores.has(this.shown)) announce(this.bar.getAttribute("aria-label"));
      },
    });
    this.every = new EveryTurn({ table: this.table, lines: this.lines, onPlay: (turn) => this.play(turn) });
    this.bar = el("div", { class: "evaluation", role: "img", "aria-label": "No evaluation yet" }, el("div", { class: "share" }));
    this.graph = new Graph((ply) => this.tree.presentLine()[ply] && this.goTo(this.tree.presentLine()[ply]));
    this.toggle = button("Analyse", () => this.switchAnalysis(), { class: "primary" });
    this.comment = new CommentField({ onKeep: (text) => this.noteComment(text), onLeave: () => this.showMoves() });
    this.field = new CommandField({ table: this.table, known: commandsOf(this), help: COMMANDS });
    this.tabs = tabs("Analysis", [
      { name: "lines", title: "Analysis", node: this.linesTab() },
      { name: "position", title: "Position", node: this.positionTab() },
      { name: "game", title: "Game", node: this.gameTab() },
    ]);
    const parts = [this.table.node, this.bar, el("section", { class: "panel", "aria-label": "Analysis" }, this.controls(), this.tabs.node)];
    parts.splice(settings().blind ? 0 : 3, 0, this.field.node);
    this.chooser = select("Game", all.map(({ name, title }) => ({ value: name, label: title })), game.name, (value) => {
      location.hash = `#/analyse?game=${value}`;
    });
    this.endWatch = onStored("analyses", () => this.takeNewer());
    main.append(el("div", { class: "head" }, el("h1", { text: "Analysis" }), this.chooser), el("div", { class: "layout with-bar" }, parts));
  }

  // Stops the analysis if it is running. Otherwise starts it and shows the tab with its lines.
  switchAnalysis() {
    if (this.lines.isRunning()) return this.lines.stop();
    this.tabs.show("lines");
    return this.think();
  }

  controls() {
    const steps = stepButtons({
      start: () => this.move(() => this.tree.toStart()),
      back: () => this.move(() => this.tree.back()),
      on: () => this.move(() => this.tree.forward()),
      end: () => this.move(() => this.tree.toEnd()),
    });
    return el("div", { class: "row buttons" }, this.toggle, steps, button("Flip", () => this.flip()));
  }

  flip() {
    this.table.flip();
    this.showBar();
  }

  linesTab() {
    const lines = ["1", "2", "3", "5", "8"].map((value) => ({ value, label: value }));
    return el(
      "div",
      { class: "lines-tab" },
      row(
        button("All turns", () => this.everyTurn(), { title: "The score of every legal turn" }),
        select("Lines", lines, "3", (value) => this.limit({ multipv: Number(value) })),
        select("Depth", DEPTHS, "", (value) => this.limit({ depth: value ? Number(value) : undefined })),
      ),
      this.lines.node,
      this.every.node,
      this.moves.node,
      this.graph.node,
      field("Comment on this turn", this.comment.node),
    );
  }

  positionTab() {
    this.fen = el("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this.problem = el("p", { class: "error", role: "alert" });
    return el(
      "div",
      { class: "stack" },
      field("Position in one line", this.fen),
      this.problem,
      row(
        button("Set this position", () => this.setPosition(this.fen.value)),
        button("Copy", () => this.copyPosition()),
        button("Edit on the board", () => editor(this.game, this.state.fen, (fen) => this.openPosition(fen)).catch((error) => this.complain(error.message))),
      ),
      this.game.reverse ? el("p", {}, button("Start from the end of a chess game (PGN)", () => openChessGame(this.game, (fen) => this.openPosition(fen), (text) => this.complain(text)))) : null,
      el("p", {}, button("Play on from here", () => { location.hash = `#/new/${this.game.name}?start=${encodeURIComponent(this.state.fen)}`; })),
    );
  }

  gameTab() {
    return el(
      "div",
      { class: "stack" },
      button("Open a game record", () => openGame((game) => this.openRecord(game).catch(({ message }) => this.table.complain(message)), (text) => this.table.complain(text))),
      button("Save as a game record", () => saveAnalysis(this)),
      button("Review this game", () => reviewAnalysis(this)),
      this.game.reverse ? button("Watch as a chess game", () => watchForward(this.line())) : null,
      button("Make this variation the main line", () => { this.tree.promote(); this.showMoves(); this.keep(); }),
      button("Delete from here", () => this.deleteFromHere()),
      keptList(this.all),
    );
  }

  leave() {
    this.comment.leave();
    this.left = true;
    this.endWatch();
    this.lines.stop();
    this.every.stop();
    this.table.leave();
  }

  complain(text) {
    this.problem.textContent = text;
  }

  line(node = this.tree.current) {
    return { game: this.game.identity, start: this.start, seed: this.seed, turns: this.tree.line(node) };
  }

  // Opens an analysis: a kept tree or, without `tree`, a new one. Adds the `turns` that the tree
  // lacks. For an analysis of a record, `opened` has the record's turns, players, result and tags.
  // If the analysis cannot be shown, shows a start position instead and returns the error.
  // Throws the error if the start of the game cannot be shown either and no position was shown yet.
  async open({ id, start, seed = 0, turns, tree, opened = null }) {
    Object.assign(this, { id: id || newId(), opened, start, seed, tree: tree ?? new Tree(), shown: null });
    for (const turn of turns) this.tree.play(turn);
    // The content of the stored tree, as this tab has last read or written it.
    this.known = contentOf(this.storedTree());
    this.scores.clear();
    for (const leaf of this.tree.leaves()) await this.nameTurns(leaf);
    const problem = await this.update();
    if (!problem) return null;
    // The line cannot be shown. If it has turns, opens its start; otherwise the start of the game.
    if (turns.length > 0) await this.open({ start, seed, turns: [] });
    else if (start !== "startpos") await this.open({ start: "startpos", turns: [] });
    else if (!this.state) throw problem;
    this.table.complain(problem.message);
    return problem;
  }

  // The tree of this analysis as the browser has stored it; undefined if it has not.
  storedTree() {
    const line = this.line();
    const kept = savedAnalyses().find(({ id }) => id === this.id);
    return kept && ["game", "start", "seed"].every((name) => kept[name] === line[name]) ? kept.tree : undefined;
  }

  // If another tab has changed this analysis, shows the changed analysis. Returns whether another tab has changed it.
  takeNewer() {
    const stored = this.storedTree();
    const tree = contentOf(stored) === this.known ? null : treeOf({ tree: stored });
    if (!tree) return false;
    const { id, start, seed, opened } = this;
    const words = "Another tab has changed this analysis. This tab now shows the changed one.";
    this.open({ id, start, seed, turns: tree.known(this.line().turns), tree, opened }).then((problem) => problem || this.table.reply(words), ({ message }) => this.table.complain(message));
    return true;
  }

  // Stores the analysis in the browser, unless another tab has changed it. An empty analysis (no turns, no comment
  // on its start) is stored only if it was stored before.
  keep() {
    if (this.takeNewer()) return;
    const { root } = this.tree;
    // Does not store an unchanged analysis again: that could overwrite a change that another tab is storing now.
    const [latest] = savedAnalyses();
    if (latest?.id === this.id && contentOf(latest.tree) === contentOf(this.tree.data()) && String(latest.turns) === String(this.line().turns)) return;
    const isWorthy = root.children.length > 0 || root.comment || this.storedTree();
    if (isWorthy && this.store({ id: this.id, opened: this.opened, ...this.line() }, this.tree)) this.known = contentOf(this.tree.data());
  }

  store(line, tree) {
    const done = saveAnalysisTree({ ...line, updated: new Date().toISOString().slice(0, 10), tree: tree.data() });
    if (!done) this.complain("This browser did not store this analysis. Save it as a game record.");
    return done;
  }

  // Asks for the native notation of the turns up to `last`, if it is missing.
  async nameTurns(last = this.tree.current) {
    const nodes = this.tree.path(last).slice(1);
    if (nodes.every((node) => node.words)) return;
    const { words } = await ask("words", this.line(last)).catch(() => ({ words: [] }));
    for (const [index, node] of nodes.entries()) node.words ??= words[index] ?? null;
  }

  // Shows the position of the tree's current node, and stores the node in `shown`. If this fails, the tree goes back to
  // the node that the board still shows, and the error is returned. Shows nothing if the page has asked for another
  // position meanwhile.
  async update() {
    const { current } = this.tree;
    const line = (this.asked = this.line());
    // `goesOn`: a search was running. The last of several overlapping updates starts it again.
    this.goesOn ||= this.lines.isRunning();
    this.lines.stop();
    this.every.stop();
    const { error, state, turns } = await ask("position", line).catch((error) => ({ error }));
    if (this.left || this.asked !== line || this.tree.current !== current) return null;
    if (error) {
      this.goesOn = false;
      this.tree.current = this.shown ?? current;
      this.table.complain(error.message);
      return error;
    }
    this.comment.flush();
    this.state = state;
    this.shown = current;
    this.table.show({ state, turns, line });
    history.replaceState(null, "", analysisAddress({ id: this.id, ...line }));
    this.fen.value = this.state.fen;
    this.complain("");
    this.keep();
    this.lines.clear();
    this.every.clear();
    this.comment.show(this.tree.current.comment);
    this.showMoves();
    this.showBar();
    if (this.goesOn && !this.state.over) this.think();
    this.goesOn = false;
    return null;
  }

  showMoves() {
    this.moves.show(this.tree, { words: (node) => node.words });
    this.drawGraph();
  }

  play(text) {
    return this.playAll([text], this.table.turns.find((turn) => turn.text === text)?.native);
  }

  // Plays turns after the shown position. If the position after them cannot be shown, the tree stays as before. words:
  // the native notation of the last turn, if it is known.
  async playAll(turns, words) {
    const { tree, shown } = this;
    // While another analysis is being opened, nothing is shown yet.
    if (!shown) return;
    const known = tree.known([...tree.line(shown), ...turns]).length;
    tree.current = shown;
    for (const turn of turns) tree.play(turn);
    const added = tree.path()[known + 1];
    if (words) tree.current.words ??= words;
    await this.nameTurns();
    if (!(await this.update())) return this.tellTurn();
    if (!added) return;
    tree.remove(added);
    tree.current = shown;
  }

  // Announces the shown turn and the line of text.
  tellTurn() {
    const { words, turn } = this.tree.current;
    announce(`${words ?? turn ?? "The start"}. ${this.state.line}`);
  }

  step(by) {
    return this.move(() => (by < 0 ? this.tree.back() : this.tree.forward()));
  }

  goTo(node) {
    return this.move(() => {
      this.tree.current = node;
    });
  }

  // Removes the present turn and all turns after it, as soon as the position before it is shown.
  async deleteFromHere() {
    const node = this.tree.current;
    await this.step(-1);
    if (!node.parent || this.shown !== node.parent) return;
    this.tree.remove(node);
    this.showMoves();
    this.keep();
  }

  async move(change) {
    change();
    if (!(await this.update())) this.tellTurn();
  }

  // Stores the comment while it is typed. The list of turns above the field shows it only when the visitor leaves the
  // field: otherwise the list would push the field down during typing.
  noteComment(text) {
    (this.shown ?? this.tree.current).comment = text;
    this.keep();
  }

  limit(change) {
    Object.assign(this.limits, change);
    if (this.lines.isRunning()) this.think();
  }

  think() {
    this.every.stop();
    if (this.state.over) return this.lines.tell(this.state.result_words);
    this.lines.start(this.table, this.limits);
    this.toggle.textContent = "Stop";
  }

  everyTurn() {
    this.lines.stop();
    this.every.start();
  }

  // Stores White's chances in the position that the board shows.
  showScore(info) {
    const ofSide = share(info);
    this.scores.set(this.shown, { white: this.state.side === "w" ? ofSide : 1 - ofSide, words: scoreFor(info.score, sideName(this.state.side)) });
    this.showBar();
    this.drawGraph();
  }

  showBar() {
    const known = this.scores.get(this.shown);
    this.bar.firstChild.style.setProperty("--share", `${Math.round((known?.white ?? 0.5) * 100)}%`);
    this.bar.classList.toggle("flipped", this.table.board.flipped);
    this.bar.setAttribute("aria-label", known ? `Evaluation: ${known.words}` : "No evaluation yet");
  }

  drawGraph() {
    const nodes = this.tree.presentLine();
    this.graph.show({
      points: nodes.map((node, ply) => [ply, this.scores.get(node)?.white]).filter(([, value]) => value !== undefined),
      length: nodes.length - 1,
      here: nodes.indexOf(this.tree.current),
      whose: "White's",
      label: `White's chances over ${nodes.length - 1} turns`,
    });
  }

  // Copies the position. Browsers allow this only if the page comes from this machine or over HTTPS. If the browser
  // does not allow it, selects the position.
  async copyPosition() {
    try {
      await navigator.clipboard.writeText(this.fen.value);
      this.table.say("Copied.");
    } catch {
      this.fen.select();
      this.table.say("This browser does not let this page copy. The position is selected, so that you can copy it.");
    }
  }

  // Opens an analysis of a position.
  async openPosition(fen) {
    if (!(await this.open({ start: fen, seed: 0, turns: [] }))) this.table.say(this.state.line);
  }

  async setPosition(text) {
    try {
      const { fen } = await ask("check", { game: this.game.identity, fen: text });
      await this.openPosition(fen);
    } catch (error) {
      this.complain(error.message);
    }
  }

  // Opens a record as a new analysis.
  async openRecord(found) {
    const { start, turns, players, result, tags } = found;
    const { identity } = await gameNamed(found.game);
    const line = { id: newId(), game: identity, start, seed: 0, turns: [], opened: { turns, players, result, tags } };
    if (this.store(line, Tree.ofRecord(found))) location.hash = analysisAddress(line);
  }
}
