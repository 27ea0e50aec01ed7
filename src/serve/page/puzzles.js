// Puzzles: positions of the test suites with a proven win.

import { el, button, link, row, select } from "./dom.js";
import { ask, byRecommendation, games, gameNamed, stream } from "./api.js";
import { Table, arrowsOf } from "./table.js";
import { CommandField } from "./command.js";
import { sideName } from "./pieces.js";
import { progress, setProgress } from "./store.js";
import { scoreText } from "./words.js";

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

async function chooseGame(main) {
  main.append(el("h1", { text: "Puzzles" }), el("p", { class: "lead", text: "Find the best turn. Every solution has been proven by calculation to the end." }));
  const list = el("ul", { class: "cards" });
  const all = byRecommendation(await games());
  const answers = await Promise.all(all.map(({ name }) => ask("puzzles", { game: name })));
  for (const [index, game] of all.entries()) {
    const { puzzles } = answers[index];
    if (puzzles.length === 0) continue;
    const solved = solvedOf(puzzles);
    const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
    list.append(
      el(
        "li",
        { class: "card plain-card" },
        el(
          "div",
          {},
          el("h2", {}, link(game.title, `#/puzzles/${game.name}`, { class: "quiet" })),
          el("progress", { max: String(puzzles.length), value: String(solved), "aria-label": `Solved puzzles of ${game.title}` }),
          el("p", { text: `${solved} of ${puzzles.length} solved` }),
          el("p", { class: "themes" }, themes.map((theme) => el("a", { class: "badge", href: `#/puzzles/${game.name}?theme=${encodeURIComponent(theme)}`, "aria-label": `${game.title}: ${theme}` }, theme))),
        ),
      ),
    );
  }
  main.append(list);
  return null;
}

class PuzzlePage {
  constructor(main, { game, puzzles, id, theme }) {
    this.game = game;
    this.themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
    this.theme = this.themes.includes(theme) ? theme : "";
    this.puzzles = this.theme ? puzzles.filter((puzzle) => puzzle.themes.includes(this.theme)) : puzzles;
    const solved = progress("puzzles");
    const wanted = id === undefined ? this.puzzles.findIndex((puzzle) => !solved[puzzle.id]) : this.puzzles.findIndex((puzzle) => puzzle.id === id);
    this.index = Math.max(0, wanted);
    this.puzzle = this.puzzles[this.index];
    this.line = { game: game.name, start: this.puzzle.fen, turns: [] };
    this.hints = 0;
    this.more = row(button("Show a defence", () => this.reply()));
    this.table = new Table({ label: "Puzzle board", onTurn: (turn) => this.tried(turn), mayPlay: ({ player }) => (player === this.winner) !== this.solved });
    this.field = new CommandField({ table: this.table, known: { hint: () => this.hint() }, help: [["hint", "a hint"]] });
    this.next = link("Next puzzle", this.address(this.index + 1));
    const { side, task, themes } = this.puzzle;
    main.append(
      el("h1", { class: "title" }, `Puzzle: ${game.title}`, el("small", { text: `${this.index + 1} of ${this.puzzles.length}${solved[this.puzzle.id] ? ", solved" : ""}` })),
      el(
        "div",
        { class: "layout" },
        el("p", { class: "intro" }, el("strong", { text: `${sideName(side)} to play. ` }), task),
        this.table.node,
        el(
          "section",
          { class: "panel", "aria-label": "Puzzle" },
          el("p", { class: "themes" }, themes.map((one) => el("span", { class: "badge", text: one }))),
          this.more,
          row(button("Hint", () => this.hint()), button("Solution", () => this.solution()), button("Again", () => this.begin())),
          select("Theme", [{ value: "", label: "All themes" }, ...this.themes.map((value) => ({ value, label: value }))], this.theme, (value) => {
            location.hash = `#/puzzles/${game.name}${value ? `?theme=${encodeURIComponent(value)}` : ""}`;
          }),
          row(
            link("Previous", this.address(this.index - 1)),
            this.next,
            link("Analyse", `#/analyse?${new URLSearchParams({ game: game.name, start: this.puzzle.fen })}`),
          ),
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
    this.search?.stop();
    this.solved = false;
    this.table.judge("");
    this.more.hidden = true;
    const { state, turns } = await ask("position", this.line);
    this.winner = state.player;
    this.table.flip(state.side === "b");
    this.table.show({ state, turns, line: this.line });
    this.best = turns.filter(({ text }) => this.puzzle.best.includes(text));
  }

  tell(text, kind) {
    this.table.judge(text, kind === "right");
  }

  async tried(turn) {
    if (this.solved) {
      await this.follow([...this.table.gameLine.turns, turn.text]);
      return;
    }
    if (!this.puzzle.best.includes(turn.text)) {
      this.table.cancel();
      this.tell(`${turn.native} is legal, but there is something better. Try again.`, "wrong");
      return;
    }
    setProgress("puzzles", this.puzzle.id, true);
    await this.finish(turn, `Right: ${turn.native}.`);
    this.next.classList.add("primary");
    this.next.focus({ preventScroll: true });
  }

  async finish(turn, words) {
    this.solved = true;
    this.tell(`${words} ${this.puzzle.proof}`, "right");
    await this.follow([turn.text]);
  }

  // Shows the position after these turns. The reader plays the other side, and Reviver wins.
  async follow(turns, words = "") {
    const line = { ...this.line, turns };
    const { state, turns: legal } = await ask("position", line);
    this.table.show({ state, turns: legal, line });
    this.more.hidden = state.over;
    const isWinner = state.player === this.winner;
    this.table.say(`${words} ${state.over ? state.result_words : isWinner ? "Reviver looks for the win." : "Try a defence: play the other side."}`.trim());
    if (isWinner && !state.over) this.reply();
  }

  // Plays a turn of Reviver: the next one to the win, or the best defence.
  reply() {
    const { gameLine: line, state, turns } = this.table;
    this.search?.stop();
    const limits = state.player === this.winner ? { mate: Math.max(1, this.puzzle.turns - Math.floor(line.turns.length / 2)), movetime: 10000 } : { movetime: 1000 };
    this.search = stream("analyse", { ...line, mode: "hint", ...limits }, {
      best: ({ turn, score }) => {
        const view = turns.find(({ text }) => text === turn);
        if (view && this.table.gameLine === line) this.follow([...line.turns, turn], `Reviver: ${view.native} (${scoreText(score)}).`);
      },
    });
    this.search.done.catch((error) => this.table.say(error.message));
  }

  // The first hint names the square of the piece, the second shows the turn as an arrow.
  hint() {
    const [turn] = this.best;
    if (!turn || this.solved) return;
    const [step] = turn.steps;
    this.hints += 1;
    const where = step.square ?? step.from;
    if (this.hints === 1) {
      this.table.say(where ? `Look at ${where}.` : "Look at the end of the game.");
      return;
    }
    this.table.setArrows(arrowsOf(turn));
    this.table.say(`Look at ${turn.native.split(/[\s,;/]/)[0]}: the arrow shows the way.`);
  }

  async solution() {
    const [turn] = this.best;
    if (turn && !this.solved) await this.finish(turn, `${turn.native}.`);
  }
}
