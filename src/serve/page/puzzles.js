// Puzzles: positions from the test suites. Each position has a proven win.

import { el, announce, button, link, row, select } from "./dom.js";
import { ask, gameNamed, searchBest } from "./api.js";
import { Table } from "./table.js";
import { choicePage } from "./newgame.js";
import { CommandField } from "./command.js";
import { sideName } from "./pieces.js";
import { progress, setProgress } from "./store.js";
import { scoreFor } from "./words.js";

export async function puzzlesPage(main, { one: name, two: id, parameters }) {
  if (!name) return chooseGame(main);
  const game = await gameNamed(name);
  const { puzzles } = await ask("puzzles", { game: name });
  if (puzzles.length === 0) {
    main.append(el("h1", { text: `Puzzles: ${game.title}` }), el("p", { text: "This game has no puzzles." }), row(link("Other puzzles", "#/puzzles", { class: "primary" })));
    return null;
  }
  const page = new PuzzlePage(main, { game, puzzles, id, theme: parameters.get("theme") });
  await page.begin();
  return page;
}

function solvedOf(puzzles) {
  const solved = progress("puzzles");
  return puzzles.filter(({ id }) => solved[id]).length;
}

function themesOf(puzzles) {
  return [...new Set(puzzles.flatMap(({ themes }) => themes))].sort();
}

function chooseGame(main) {
  const about = { title: "Puzzles", lead: "Find the turn that wins. The easiest puzzles come first. Every solution is proven.", question: "puzzles" };
  return choicePage(main, about, (game, { puzzles }) => {
    if (puzzles.length === 0) return null;
    const solved = solvedOf(puzzles);
    const words = solved === 0 ? "Start" : solved < puzzles.length ? "Go on" : "Repeat";
    const chip = (theme) => {
      const count = puzzles.filter((puzzle) => puzzle.themes.includes(theme)).length;
      return el("a", { class: "badge", href: `#/puzzles/${game.name}?theme=${encodeURIComponent(theme)}`, "aria-label": `${theme} (${count}): ${game.title}` }, `${theme} (${count})`);
    };
    return [
      el("progress", { max: String(puzzles.length), value: String(solved), "aria-label": `Solved puzzles of ${game.title}` }),
      el("p", { text: `${solved} of ${puzzles.length} solved` }),
      row(link(words, `#/puzzles/${game.name}`, { class: "primary", "aria-label": `${words}: ${game.title}` })),
      el("details", {}, el("summary", { text: "Only one theme" }), el("p", { class: "themes" }, themesOf(puzzles).map(chip))),
    ];
  });
}

class PuzzlePage {
  constructor(main, { game, puzzles, id, theme }) {
    this.game = game;
    this.themes = themesOf(puzzles);
    this.theme = this.themes.includes(theme) ? theme : "";
    this.puzzles = this.theme ? puzzles.filter((puzzle) => puzzle.themes.includes(this.theme)) : puzzles;
    const solved = progress("puzzles");
    const wanted = id === undefined ? this.puzzles.findIndex((puzzle) => !solved[puzzle.id]) : this.puzzles.findIndex((puzzle) => puzzle.id === id);
    this.index = Math.max(0, wanted);
    this.puzzle = this.puzzles[this.index];
    this.line = { game: game.name, start: this.puzzle.fen, turns: [] };
    this.more = button("Show a defence", () => this.reply());
    this.help = [button("Hint", () => this.hint()), button("Solution", () => this.solution())];
    this.table = new Table({ label: "Puzzle board", onTurn: (turn) => this.tried(turn), mayPlay: ({ player }) => (player === this.winner) !== this.solved });
    this.field = new CommandField({ table: this.table, known: { hint: () => this.hint() }, help: [["hint", "a hint"]] });
    const hidden = this.puzzles.length === 1;
    this.next = link("Next puzzle", this.address(this.index + 1), { hidden });
    const { side, task, themes } = this.puzzle;
    this.themeList = el("p", { class: "themes", "aria-label": "What this puzzle is about", role: "group" }, themes.map((one) => el("span", { class: "badge", text: one })));
    main.append(
      el("h1", { class: "title" }, `Puzzle: ${game.title}`, el("small", { text: `${this.index + 1} of ${this.puzzles.length}${solved[this.puzzle.id] ? ", solved" : ""}` })),
      el(
        "div",
        { class: "layout" },
        el("p", { class: "intro task" }, `${sideName(side)} to play. ${task}`),
        this.table.node,
        el(
          "section",
          { class: "panel", "aria-label": "Puzzle" },
          el("div", { class: "row buttons" }, this.more, this.help, button("Again", () => this.begin().then(() => announce(this.table.line.textContent))), this.next),
          this.themeList,
          row(link("Previous", this.address(this.index - 1), { hidden }), link("Analyse", `#/analyse?${new URLSearchParams({ game: game.name, start: this.puzzle.fen })}`), link("All puzzles", "#/puzzles")),
          select("Theme", [{ value: "", label: "All themes" }, ...this.themes.map((value) => ({ value, label: value }))], this.theme, (value) => {
            location.hash = `#/puzzles/${game.name}${value ? `?theme=${encodeURIComponent(value)}` : ""}`;
          }),
        ),
        this.field.node,
      ),
    );
  }

  address(index) {
    const { id } = this.puzzles[(index + this.puzzles.length) % this.puzzles.length];
    return `#/puzzles/${this.game.name}/${encodeURIComponent(id)}${this.theme ? `?theme=${encodeURIComponent(this.theme)}` : ""}`;
  }

  leave() {
    this.search?.stop();
    this.table.leave();
  }

  async begin() {
    this.attempt = {};
    this.search?.stop();
    this.table.judge("");
    this.setSolved(false);
    this.more.hidden = true;
    // The number of the winner's turns so far. It is not half of all turns, because a player may
    // play twice in a row.
    this.own = 0;
    const { state, turns } = await ask("position", this.line);
    this.winner = state.player;
    this.table.flip(state.side === "b");
    this.table.show({ state, turns, line: this.line });
    this.best = turns.filter(({ text }) => this.puzzle.best.includes(text));
  }

  // Shows the themes only after the puzzle has been solved, because they give the solution away.
  setSolved(solved) {
    this.solved = solved;
    this.themeList.hidden = !solved;
    for (const one of this.help) one.hidden = solved;
    this.next.classList.toggle("primary", solved);
  }

  async tried(turn) {
    if (this.solved) {
      await this.follow([...this.table.gameLine.turns, turn.text]);
      return;
    }
    if (!this.puzzle.best.includes(turn.text)) {
      this.table.cancel();
      await this.refute(turn);
      return;
    }
    setProgress("puzzles", this.puzzle.id, true);
    await this.finish(turn, `Right: ${turn.native}.`);
  }

  // Says that a turn does not win as fast as the solution. Then tells the best reply, or the result
  // if the game is over.
  async refute(turn) {
    const { turns: own } = this.puzzle;
    const words = `${turn.native} does not ${own === 1 ? "win at once" : `win in ${own} turns`}.`;
    const { table } = this;
    table.judge(words, false);
    const line = { ...this.line, turns: [turn.text] };
    const { state, turns } = await ask("position", line);
    // Adds `more` only if the words are still shown. A tap on the board hides them.
    const add = (more) => table.answer.textContent.includes(words) && !table.answer.hidden && !this.solved && table.judge(`${words} ${more}`, false);
    if (state.over) {
      add(state.result_words);
      return;
    }
    this.search?.stop();
    const side = sideName(state.side);
    this.search = searchBest({ line, turns, limits: { movetime: 500 } }, ({ native }, score) => add(`${side} then plays ${native} (${scoreFor(score, side)}).`), add);
  }

  async finish(turn, words) {
    this.setSolved(true);
    this.table.judge(`${words} ${this.puzzle.proof}`, true);
    this.next.focus({ preventScroll: true });
    await this.follow([turn.text]);
  }

  // Shows the position after these turns. Reviver now plays the winning side. The visitor can play the losing side.
  async follow(turns, words = "") {
    const { attempt } = this;
    const line = { ...this.line, turns };
    const { state, turns: legal } = await ask("position", line);
    // The visitor may have begun again.
    if (attempt !== this.attempt) return;
    if (state.last.player === this.winner) this.own += 1;
    this.table.show({ state, turns: legal, line });
    this.more.hidden = state.over;
    const isWinner = state.player === this.winner;
    this.table.say(`${words} ${state.over ? state.result_words : isWinner ? "Reviver looks for the win." : `Try a defence: play for ${sideName(state.side)}.`}`.trim());
    if (isWinner && !state.over) this.reply();
  }

  // Lets Reviver play a turn: for the winning side the next turn of the win, for the losing side the best defence.
  reply() {
    const { gameLine: line, state, turns } = this.table;
    this.search?.stop();
    const limits = state.player === this.winner ? { mate: Math.max(1, this.puzzle.turns - this.own), movetime: 10000 } : { movetime: 1000 };
    this.search = searchBest({ line, turns, limits }, ({ text, native }, score) => {
      if (this.table.gameLine === line) this.follow([...line.turns, text], `Reviver: ${native} (${scoreFor(score, sideName(state.side))}).`);
    }, (text) => this.table.complain(text));
  }

  hint() {
    const [turn] = this.best;
    if (turn && !this.solved) this.table.giveHint(turn);
  }

  async solution() {
    const [turn] = this.best;
    if (turn && !this.solved) await this.finish(turn, `${turn.native}.`);
  }
}
