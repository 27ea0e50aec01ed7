// The page to watch games: records and journals from the visitor's disk, and a running event.

import { el, button, openFile, select } from "./dom.js";
import { ask, gameNamed } from "./api.js";
import { Table } from "./table.js";
import { smallBoard } from "./pieces.js";
import { readGames } from "./records.js";
import { analysisAddress } from "./playmenu.js";
import { newId, saveGame } from "./store.js";
import { plural, sentence } from "./words.js";

const REFRESH = 5000;
const ROWS = 100;
const BOARDS = 6;

export async function watchPage(main) {
  const page = new WatchPage(main);
  await page.begin();
  return page;
}

class WatchPage {
  constructor(main) {
    this.list = el("div", { class: "games-list" });
    this.place = el("div", {});
    this.problem = el("p", { class: "error", role: "alert" });
    this.busy = el("p", { class: "thinking", role: "status" });
    this.boards = el("ul", { class: "boards" });
    this.live = el("section", { class: "live", "aria-label": "Running event", hidden: true });
    main.append(
      el("h1", { text: "Watch games" }),
      el("p", { class: "lead", text: "Open a file of games or the journal of a tournament from your disk, and step through it." }),
      el("p", { class: "row" }, button("Open games (PGN) or a journal", () => openFile(".pgn,.txt,.jsonl", (text) => this.read(text)), { class: "primary" })),
      this.busy,
      this.problem,
      this.live,
      this.place,
      this.list,
    );
  }

  get table() {
    return this.viewer?.table;
  }

  leave() {
    clearInterval(this.timer);
    this.viewer?.leave();
    this.left = true;
  }

  async begin() {
    await this.refresh();
    if (!this.live.hidden) this.timer = setInterval(() => this.refresh(), REFRESH);
  }

  async read(text) {
    this.problem.textContent = "";
    try {
      const { games, problems } = await readGames(text, (done, of) => {
        this.busy.textContent = of > 20 && done < of ? `Reading: ${Math.round((done / of) * 100)} %` : "";
      });
      if (problems.length > 0) this.problem.textContent = `${sentence(problems[0])}${problems.length > 1 ? ` ${plural(problems.length - 1, "more problem")}.` : ""}`;
      else if (games.length === 0) this.problem.textContent = "There is no game in this file.";
      if (games.length === 0) return;
      this.show(games);
      await this.open(games[0]);
    } catch (error) {
      this.problem.textContent = error.message;
    } finally {
      this.busy.textContent = "";
    }
  }

  show(games, rows = ROWS) {
    const held = this.list.contains(document.activeElement) ? [...this.list.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.list.replaceChildren(
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Games" },
        el(
          "table",
          {},
          el("caption", { text: games.length > rows ? `The first ${rows} of ${games.length} games` : plural(games.length, "game") }),
          el("thead", {}, el("tr", {}, ["Watch", "First player", "Second player", "Game", "Result", "Turns"].map((title) => el("th", { scope: "col", text: title })))),
          el(
            "tbody",
            {},
            games.slice(0, rows).map((game, index) =>
              el(
                "tr",
                {},
                el("td", {}, button(String(index + 1), () => this.open(game), { class: "turn", "aria-label": `Watch game ${index + 1}` })),
                ...[game.players?.[0] ?? "", game.players?.[1] ?? "", game.game, game.result, String(game.turns.length)].map((text) => el("td", { text })),
              ),
            ),
          ),
        ),
      ),
      ...(games.length > rows ? [el("p", {}, button("Show more games", () => {
        this.show(games, rows + 4 * ROWS);
        this.list.querySelectorAll("tbody button")[rows]?.focus();
      }))] : []),
    );
    if (held >= 0) this.list.querySelectorAll("button")[held]?.focus();
  }

  async open(game) {
    try {
      const about = await gameNamed(game.game);
      this.viewer?.leave();
      this.viewer = new Viewer(this.place, game, about);
      await this.viewer.go(0);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  // The standings of the event that the command line names.
  async refresh() {
    const event = await ask("event").catch(() => null);
    if (this.left || !event?.name) return;
    this.live.hidden = false;
    this.live.replaceChildren(
      el("h2", { text: event.name }),
      el("p", { text: `${event.played} of ${event.total} games played` }),
      el("progress", { max: String(event.total), value: String(event.played), "aria-label": "Games played" }),
      el(
        "table",
        {},
        el("caption", { text: "Standings" }),
        el("thead", {}, el("tr", {}, ["Player", "Points", "Games"].map((title) => el("th", { scope: "col", text: title })))),
        el("tbody", {}, event.standings.map((row) => el("tr", {}, el("th", { scope: "row", text: row.name }), el("td", { text: String(row.points) }), el("td", { text: String(row.games) })))),
      ),
      el("p", { class: "row" }, el("a", { class: "button", href: "/event/report" }, "Report with pictures")),
      el("h3", { text: "Latest games" }),
      this.boards,
    );
    if (event.games.length === 0 || this.played === event.played) return;
    this.played = event.played;
    this.show(event.games);
    await this.drawBoards(event.games.slice(0, BOARDS)).catch((error) => {
      this.problem.textContent = error.message;
    });
  }

  // The last positions of the latest games.
  async drawBoards(games) {
    const states = await Promise.all(games.map(({ game, start, turns }) => ask("state", { game, start, turns })));
    this.boards.replaceChildren(
      ...games.map((game, index) => {
        const { placement, last, players } = states[index];
        const marks = Object.fromEntries((last?.to ?? []).map((square) => [square, ["came"]]));
        const title = `${game.players[players.w - 1]} - ${game.players[players.b - 1]}`;
        return el("li", {}, smallBoard(placement, `Last position of ${title}`, { marks }), el("p", {}, button(`${title}, ${game.result}`, () => this.open(game), { class: "turn" })));
      }),
    );
  }
}

class Viewer {
  constructor(place, game, about) {
    this.game = game;
    this.ply = 0;
    this.pause = 1000;
    this.table = new Table({ label: "Board to watch", onTurn: () => {}, mayPlay: () => false });
    this.playing = button("Play", () => (this.timer ? this.stop() : this.start()), { class: "primary" });
    const { players = ["?", "?"], result, comments = [] } = game;
    this.comments = comments;
    place.replaceChildren(
      el("h2", { text: `${about.title}: ${players[0]} - ${players[1]}, ${result}` }),
      el(
        "div",
        { class: "layout" },
        this.table.node,
        el(
          "section",
          { class: "panel", "aria-label": "Controls" },
          el(
            "p",
            { class: "row" },
            button("«", () => this.go(0), { "aria-label": "To the start" }),
            button("‹", () => this.go(this.ply - 1), { "aria-label": "One turn back" }),
            this.playing,
            button("›", () => this.go(this.ply + 1), { "aria-label": "One turn on" }),
            button("»", () => this.go(game.turns.length), { "aria-label": "To the end" }),
            button("Flip", () => this.table.flip()),
          ),
          select("Speed", [{ value: "2000", label: "slow" }, { value: "1000", label: "normal" }, { value: "300", label: "fast" }], "1000", (value) => {
            this.pause = Number(value);
          }),
          el("p", { class: "row" }, el("a", { class: "button", href: analysisAddress({ seed: 0, ...game }) }, "Analyse"), button("Review", () => this.review(about))),
        ),
      ),
    );
  }

  leave() {
    this.stop();
    this.table.leave();
  }

  review(about) {
    const { game, start, turns, result } = this.game;
    const record = { id: newId(), game, start, seed: 0, turns, title: about.title, players: ["reviver", "reviver"], level: 20, over: true, result };
    if (saveGame(record)) location.hash = `#/review/${record.id}`;
  }

  async go(ply) {
    this.ply = Math.max(0, Math.min(this.game.turns.length, ply));
    const line = { game: this.game.game, start: this.game.start, turns: this.game.turns.slice(0, this.ply) };
    let state;
    try {
      state = await ask("state", line);
    } catch (error) {
      this.stop();
      this.table.say(error.message);
      return;
    }
    if (line.turns.length !== this.ply) return;
    this.table.show({ state, turns: [], line });
    for (const color of ["w", "b"]) this.table.strips[color].setName(this.game.players?.[state.players[color] - 1] ?? "");
    const { length } = this.game.turns;
    const comment = this.comments[this.ply - 1];
    const words = this.ply === 0 ? `The start. ${plural(length, "turn")} to come.` : `Turn ${this.ply} of ${length}: ${state.last?.native ?? this.game.turns[this.ply - 1]}.`;
    this.table.say([words, comment, state.over ? state.result_words : this.ply === length ? this.ending() : ""].filter(Boolean).join(" "));
    if (this.ply === length) this.stop();
  }

  // How the game ended, if not by its rules.
  ending() {
    const { result, ending } = this.game;
    if (result === "*") return "The game was not finished.";
    return `Result ${result}${ending ? ` (${ending})` : ""}.`;
  }

  start() {
    if (this.ply === this.game.turns.length) this.ply = -1;
    this.playing.textContent = "Stop";
    const next = async () => {
      await this.go(this.ply + 1);
      if (this.timer) this.timer = setTimeout(next, this.pause);
    };
    this.timer = setTimeout(next, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playing.textContent = "Play";
  }
}
