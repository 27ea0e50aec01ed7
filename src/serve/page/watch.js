// The page to watch games: an event that is being played, sample games, the visitor's own games, and records
// and journals from the visitor's disk.

import { clear, el, button, grid, keepFocus, link, openFile, refill, row, stepButtons } from "./dom.js";
import { ask, gameNamed, games } from "./api.js";
import { Autoplay } from "./autoplay.js";
import { Table } from "./table.js";
import { smallBoard } from "./pieces.js";
import { problemWords, readGames } from "./records.js";
import { settingsOf, tagsOf } from "./gametags.js";
import { analysisAddress } from "./kept.js";
import { Legend } from "./guide.js";
import { NOT_STORED, newId, saveGame, savedGames } from "./store.js";
import { clamp, gameWords, plural } from "./words.js";

const REFRESH = 5000;
const ROWS = 100;
const BOARDS = 6;
const OWN = 20;

export async function watchPage(main) {
  const page = new WatchPage(main);
  await page.begin();
  return page;
}

class WatchPage {
  constructor(main) {
    this.list = new GameList((game) => this.open(game));
    this.place = el("div", {});
    this.problem = el("p", { class: "error", role: "alert" });
    this.busy = el("p", { class: "thinking", role: "status" });
    this.event = new LiveEvent((game) => this.open(game));
    this.samples = el("section", { "aria-label": "Sample games", hidden: true });
    // The browser's Back button leaves the opened game.
    this.back = () => this.close();
    addEventListener("popstate", this.back);
    main.append(
      el("h1", { text: "Watch games" }),
      el("p", { class: "lead", text: "Step through a game, or let it play by itself." }),
      this.busy,
      this.problem,
      this.event.node,
      this.place,
      this.samples,
      el("h2", { text: "Your own games" }),
      ownGames((game) => this.open(game)),
      el("p", { text: "Open a file of game records (PGN), or the file journal.jsonl, in which a tournament of Reviver keeps its games." }),
      row(button("Open games from your disk", () => openFile(".pgn,.txt,.jsonl", (text) => this.read(text)))),
      this.list.node,
    );
  }

  get table() {
    return this.viewer?.table;
  }

  leave() {
    clearTimeout(this.timer);
    removeEventListener("popstate", this.back);
    this.viewer?.leave();
    this.left = true;
  }

  step(by) {
    this.viewer?.go(this.viewer.ply + by);
  }

  close() {
    this.viewer?.leave();
    this.viewer = null;
    keepFocus(() => clear(this.place), () => this.place.closest("main").focus({ preventScroll: true }));
  }

  async begin() {
    await this.refresh();
    if (this.event.section.hidden) await this.showSamples().catch(() => {});
  }

  // Shows games that are embedded in the program.
  async showSamples() {
    const { games: list } = await readGames(await (await fetch("/samples.pgn")).text());
    const titles = await titlesOf();
    const boards = el("ul", { class: "boards" });
    await drawBoards(boards, list, { titleOf: ({ game, turns }) => `${titles[game]}, ${plural(turns.length, "turn")}`, onOpen: (game) => this.open(game) });
    if (this.left || !this.event.section.hidden) return;
    this.samples.append(el("h2", { text: "Games of Reviver against itself" }), el("p", { text: "Each picture is the last position. Choose a game to watch." }), boards);
    this.samples.hidden = false;
  }

  async read(text) {
    this.problem.textContent = "";
    try {
      const { games, problems } = await readGames(text, (done, of) => {
        this.busy.textContent = of > 20 && done < of ? `Reading: ${Math.round((done / of) * 100)} %` : "";
      });
      this.problem.textContent = problemWords(problems) || (games.length === 0 ? "There is no game in this file." : "");
      if (this.left || games.length === 0) return;
      this.samples.hidden = true;
      await this.list.show(games);
      await this.open(games[0]);
    } catch (error) {
      this.problem.textContent = error.message;
    } finally {
      this.busy.textContent = "";
    }
  }

  async open(game) {
    try {
      const about = await gameNamed(game.game);
      if (this.left) return;
      if (!this.viewer) history.pushState(null, "");
      this.viewer?.leave();
      this.viewer = new Viewer(this.place, game, about);
      await this.viewer.go(0);
      this.place.scrollIntoView({ block: "start" });
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  // Shows the event of `serve --event`, or why it cannot be shown. Does this again after REFRESH
  // milliseconds, unless there is no event.
  async refresh() {
    const { error, ...event } = await ask("event").catch((error) => ({ error }));
    if (this.left) return;
    if (event.name === null) return this.event.complain("");
    if (error) {
      this.event.complain(error.message);
    } else {
      this.samples.hidden = true;
      this.event.complain(await this.event.show(event).then(() => "", ({ message }) => message));
    }
    this.timer = setTimeout(() => this.refresh(), REFRESH);
  }
}

// The games that this browser keeps, the latest first; at first only some of them. onOpen(game): a game was tapped.
function ownGames(onOpen) {
  const item = (game) => {
    const { result = "*", resultWords } = game;
    const { White, Black } = tagsOf(game);
    const shown = { ...game, players: [White, Black], result, ending: resultWords };
    return el("li", {}, button(gameWords(game), () => onOpen(shown), { class: "turn" }));
  };
  const played = savedGames().filter(({ turns }) => turns.length > 0);
  const list = el("ul", { class: "saved" }, played.slice(0, OWN).map(item));
  const more = button("Show more games", () => {
    more.remove();
    list.append(...played.slice(OWN).map(item));
    list.children[OWN].firstChild.focus();
  });
  return el("div", {}, list, played.length > OWN ? row(more) : null);
}

// Maps the name of each game in the catalogue to the title of this game.
async function titlesOf() {
  return Object.fromEntries((await games()).map(({ name, title }) => [name, title]));
}

// Fills a list with pictures of the last positions of games. titleOf(game): the text below the picture of a game.
// onOpen(game): the picture or the text was tapped.
async function drawBoards(node, list, { titleOf, onOpen }) {
  const states = await Promise.all(list.map(({ game, start, turns }) => ask("state", { game, start, turns })));
  const board = (game, { placement, last }) => {
    const title = titleOf(game);
    return el("li", { on: { click: () => onOpen(game) } }, smallBoard(placement, `Last position: ${title}`, { came: last?.to }), el("p", {}, button(title, null, { class: "turn" })));
  };
  refill(node, ...list.map((game, index) => board(game, states[index])));
}

// A list of games as a table.
class GameList {
  // onOpen(game): a game was chosen.
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.node = el("div", { class: "games-list" });
  }

  async show(list, rows = ROWS) {
    const titles = await titlesOf();
    const cells = (game, index) => [
      button(String(index + 1), () => this.onOpen(game), { class: "turn", "aria-label": `Watch game ${index + 1}` }),
      ...[game.players?.[0] ?? "", game.players?.[1] ?? "", titles[game.game] ?? game.game, game.result, String(game.turns.length)],
    ];
    const caption = list.length > rows ? `The first ${rows} of ${list.length} games` : plural(list.length, "game");
    const more = button("Show more games", async () => {
      await this.show(list, rows + 4 * ROWS);
      this.node.querySelectorAll("tbody button")[rows].focus();
    });
    refill(
      this.node,
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Games" }, grid(["Watch", "First player", "Second player", "Game", "Result", "Turns"], list.slice(0, rows).map(cells), { caption })),
      list.length > rows ? row(more) : "",
    );
  }
}

// The watched event: its standings, and its latest games as pictures and as a list. This section of the page is
// built once and then changed in place, so that the focus stays.
class LiveEvent {
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.title = el("h2");
    this.played = el("p");
    this.meter = el("progress", { "aria-label": "Games played" });
    this.problem = el("p", { class: "error", role: "alert" });
    this.standings = el("div", { class: "standings" });
    this.boards = el("ul", { class: "boards" });
    this.list = new GameList(onOpen);
    this.section = el(
      "section",
      { "aria-label": "Running event", hidden: true },
      this.title,
      this.played,
      this.meter,
      this.standings,
      row(link("Report with pictures", "/event/report")),
      el("h3", { text: "Latest games" }),
      this.boards,
      el("details", {}, el("summary", { text: "The latest games as a list" }), this.list.node),
    );
    this.node = el("div", { class: "live" }, this.problem, this.section);
  }

  // Shows what is wrong, or nothing. A screen reader reads the same text only once.
  complain(text) {
    if (this.problem.textContent !== text) this.problem.textContent = text;
  }

  async show(event) {
    const { name, played, total, standings, games: list } = event;
    // The number of games alone is not enough: the journal may be replaced by another one with as many games.
    const content = JSON.stringify(event);
    if (this.shown === content) return;
    this.section.hidden = false;
    this.title.textContent = name;
    this.played.textContent = `${played} of ${total} games played`;
    Object.assign(this.meter, { max: total, value: played });
    clear(this.standings).append(grid(["Player", "Points", "Games"], standings.map((one) => [one.name, String(one.points), String(one.games)]), { caption: "Standings", named: true }));
    await this.list.show(list);
    const titleOf = ({ players: [first, second], result }) => `${first} - ${second}, ${result}`;
    await drawBoards(this.boards, list.slice(0, BOARDS), { titleOf, onOpen: this.onOpen });
    // Set last: if a request fails, the next call tries again.
    this.shown = content;
  }
}

class Viewer {
  constructor(place, game, about) {
    this.game = game;
    this.ply = 0;
    this.table = new Table({ label: "Board to watch", onTurn: () => {}, mayPlay: () => false });
    this.autoplay = new Autoplay(async () => {
      await this.go(this.ply === game.turns.length ? 0 : this.ply + 1);
      return this.ply < game.turns.length;
    });
    const { players = ["?", "?"], result, comments = [] } = game;
    this.comments = comments;
    this.legend = new Legend();
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
            "div",
            { class: "row buttons" },
            stepButtons({ start: () => this.go(0), back: () => this.go(this.ply - 1), on: () => this.go(this.ply + 1), end: () => this.go(game.turns.length) }),
            this.autoplay.button,
            button("Flip", () => this.table.flip()),
          ),
          this.autoplay.speed,
          row(link("Analyse", analysisAddress({ seed: 0, ...game })), button("Review", () => this.review(about))),
          this.legend.node,
        ),
      ),
    );
  }

  leave() {
    this.autoplay.stop();
    this.table.leave();
  }

  // Opens the review of the game. A game that this browser does not keep is stored as a copy first.
  review(about) {
    const { id, start, seed = 0, turns, result, tags = {}, players: [White, Black] = ["?", "?"] } = this.game;
    if (id) {
      location.hash = `#/review/${id}`;
      return;
    }
    const record = { id: newId(), game: about.identity, start, seed, turns, title: about.title, tags: { ...tags, White, Black }, ...settingsOf(tags), over: true, result };
    if (saveGame(record)) location.hash = `#/review/${record.id}`;
    else this.table.complain(NOT_STORED);
  }

  async go(ply) {
    this.ply = clamp(ply, this.game.turns.length);
    const { game, start, seed = 0, turns } = this.game;
    const line = { game, start, seed, turns: turns.slice(0, this.ply) };
    let state;
    try {
      state = await ask("state", line);
    } catch (error) {
      this.autoplay.stop();
      this.table.complain(error.message);
      return;
    }
    if (line.turns.length !== this.ply) return;
    this.table.show({ state, turns: [], line });
    this.legend.show(state);
    this.table.setNames((player) => this.game.players?.[player - 1] ?? "");
    const { length } = this.game.turns;
    const comment = this.comments[this.ply - 1];
    const words = this.ply === 0 ? `The start. ${plural(length, "turn")} to come.` : `Turn ${this.ply} of ${length}: ${state.last?.native ?? this.game.turns[this.ply - 1]}.`;
    this.table.say([words, comment, state.over ? state.result_words : this.ply === length ? this.ending() : ""].filter(Boolean).join(" "));
  }

  // How the game ended, if not by its rules.
  ending() {
    const { result, ending } = this.game;
    if (result === "*") return "The game was not finished.";
    return `Result ${result}${ending ? ` (${ending.replace(/\.$/, "")})` : ""}.`;
  }
}
