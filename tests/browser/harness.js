// What the tests of the board share: a server, a browser, and functions that enter turns.
//
// REVIVER names the program (default: target/debug/reviver) and CHROMIUM the browser. PAGE_FILES
// names a folder, such as src/serve/page. Its scripts, styles and sample games replace the files in
// the program, so a change of a script needs no build.

import { after, afterEach, before, beforeEach } from "node:test";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { AxeBuilder } from "@axe-core/playwright";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.REVIVER ?? `${root}target/debug/reviver`;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions"];

// In milliseconds, for one Playwright step. No step takes this long, even on a slow machine.
const TIMEOUT = 90000;

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
export const DESK = { viewport: { width: 1280, height: 800 } };

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

// A running `reviver serve`.
export class Server {
  static async start({ port, args = [] } = {}) {
    const server = new Server();
    server.port = port ?? (await freePort());
    server.child = spawn(program, ["serve", "--port", String(server.port), ...args], { stdio: ["ignore", "pipe", "inherit"] });
    server.address = await new Promise((done, failed) => {
      let text = "";
      server.child.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/\S+/.exec(text);
        if (found) done(found[0]);
      });
      server.child.on("exit", (code) => failed(new Error(`reviver serve ended with ${code}: ${text}`)));
    });
    return server;
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGINT");
    await ended;
  }
}

// Starts Chromium, with further switches of its command line if they are given.
export function launch(switches = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...switches], headless: true });
}

// A server for one test. It stops when the test ends or fails, so that the test process can end.
export async function ownServer(suite, options) {
  const server = await Server.start(options);
  suite.after(() => server.stop());
  return server;
}

// A new page that shows the list of games. `page.problems` lists the error messages of the console
// and the uncaught errors of scripts. Answers with status 4xx do not count: tests provoke them.
export async function openBoard(browser, server, options = DESK) {
  const context = await browser.newContext(options);
  await takeFilesFrom(context, process.env.PAGE_FILES);
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  await page.goto(server.address);
  await page.waitForURL(`http://127.0.0.1:${server.port}/`);
  await ready(page, "games");
  return page;
}

// Closes a page that openBoard has opened. The test fails if `page.problems` is not empty.
export async function closeBoard(page) {
  await page.context().close();
  assert.deepEqual(page.problems, []);
}

// Takes scripts, styles and sample games from `folder` if it is given and has them, and otherwise
// from the program. The route is set even without a folder: from the first route on, Chromium sends
// every request through Playwright. If a test set the first route, for example with `holdAnswers`,
// the test could miss a request that comes soon after.
async function takeFilesFrom(context, folder) {
  await context.route(/\/[a-z]+\.(js|css|pgn)$/, (route) => {
    const path = folder + new URL(route.request().url()).pathname;
    return folder && existsSync(path) ? route.fulfill({ path }) : route.continue();
  });
}

// Starts one server and one browser for all tests of a file, and opens a fresh page for each test. A test fails
// if `page.problems` is not empty at its end.
export function useBoard(options = DESK) {
  const board = { server: null, browser: null, page: null };
  before(async () => {
    board.server = await Server.start();
    board.browser = await launch();
  });
  after(async () => {
    await board.browser?.close();
    await board.server?.stop();
  });
  beforeEach(async () => {
    board.page = await openBoard(board.browser, board.server, options);
  });
  afterEach(() => closeBoard(board.page));
  return board;
}

export const click = (page, name) => page.getByRole("button", { name, exact: true }).click();

// Waits until the text below the board contains these words.
export const says = (page, words) => page.waitForFunction((wanted) => document.querySelector(".say")?.textContent.includes(wanted), words);

// Types a turn or a command into the text field.
export async function type(page, words) {
  await page.locator("#command").fill(words);
  await page.keyboard.press("Enter");
}

// Clicks a button that asks for a file, and chooses `file`.
export async function openFile(page, button, file) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  await chooser.setFiles(file);
}

// Returns `count` successive legal turns from `start`, or fewer if no legal turn is left. The turns
// come from different places in the lists of legal turns, so that their kinds differ.
export async function someTurns(page, game, count, start = "startpos") {
  const turns = [];
  while (turns.length < count) {
    const { turns: legal } = await ask(page, "turns", { game, start, turns });
    if (legal.length === 0) break;
    turns.push(legal[(turns.length * 31 + 7) % legal.length].text);
  }
  return turns;
}

// Replaces all games stored in the browser by one game. Returns its id.
export async function keepGame(page, game, { turns = [], ...more } = {}) {
  const { games } = await ask(page, "games");
  const { title } = games.find(({ name }) => name === game);
  const record = { id: "kept", game, title, start: "startpos", seed: 0, turns, players: ["human", "human"], level: 5, notes: true, updated: "2026-01-01T12:00", ...more };
  await page.evaluate((saved) => localStorage.setItem("reviver.games", JSON.stringify([saved])), record);
  return record.id;
}

export function ready(page, name) {
  return page.waitForFunction((wanted) => document.body?.dataset.ready === wanted, name);
}

export async function visit(page, hash) {
  await page.evaluate((to) => {
    delete document.body.dataset.ready;
    if (location.hash === to) window.dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = to;
  }, hash);
  await ready(page, hash.replace(/^#\//, "").split(/[/?]/)[0] || "games");
}

// A question to the server, asked with the cookie of the page.
export function ask(page, name, body = {}) {
  return page.evaluate(
    async ([question, asked]) => {
      const response = await fetch(`/api/${question}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
      return response.json();
    },
    [name, body],
  );
}

// The games of the catalogue for which `fits` returns true, as the server lists them.
export async function gamesWhere(page, fits) {
  const { games } = await ask(page, "games");
  return games.filter(fits);
}

// The name of a game for tests in which any game will do.
export async function someGame(page) {
  const { games } = await ask(page, "games");
  return (games.find(({ recommended }) => recommended) ?? games[0]).name;
}

// The name of a game with two phases. If there is none, the name of any game.
export async function gameOfTwoPhases(page) {
  const { games } = await ask(page, "games");
  for (const { name } of games) {
    const { phase } = await ask(page, "state", { game: name });
    if (phase !== null) return name;
  }
  return someGame(page);
}

// Holds back the requests of the page to /api/NAME, so that their answers come late. held: the
// requests held now. has(count): waits until `count` requests are held. release(): sends them to
// the server. end(): sends them, and holds no more.
export async function holdAnswers(page, name) {
  const held = [];
  let goesOn = false;
  await page.route(`**/api/${name}`, (route) => (goesOn ? route.continue() : held.push(route)));
  return {
    held,
    has: async (count) => {
      const end = Date.now() + TIMEOUT;
      while (held.length < count) {
        assert.ok(Date.now() < end, `${held.length} of ${count} requests to /api/${name} are held`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    release: () => Promise.all(held.splice(0).map((route) => route.continue())),
    end: () => {
      goesOn = true;
      return Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

// The best turn of a position, by a short search.
export async function bestTurn(page, line, nodes = 3000) {
  const text = await page.evaluate(
    async (asked) => {
      for (let attempt = 0; ; attempt++) {
        const response = await fetch("/api/analyse", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
        if (response.status !== 429 || attempt > 20) return response.text();
        await new Promise((done) => setTimeout(done, 200));
      }
    },
    { ...line, mode: "hint", nodes, page: "test" },
  );
  const data = /event: best\ndata: (.*)/.exec(text);
  assert.ok(data, `a best turn in: ${text.slice(-400)}`);
  return JSON.parse(data[1]).turn;
}

// Waits until this many turns of the game have been played.
export const played = (page, count) => page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length === wanted, count);

export async function saved(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("reviver.games"))[0]);
}

// Begins a game on the page for a new game. `who` is the option to choose there, by default two
// people. With `hands: byKeyboard`, the keyboard makes the choices, and two people always play.
export async function beginGame(page, game, { start, who = "two", hands } = {}) {
  await visit(page, `#/new/${game}${start ? `?start=${encodeURIComponent(start)}` : ""}`);
  if (hands === byKeyboard) {
    await beginByKeyboard(page);
  } else {
    await page.locator(`input[value="${who}"]`).check();
    await page.getByRole("button", { name: "Begin" }).click();
  }
  await ready(page, "play");
}

async function lineOf(page) {
  const { game, start, seed, turns } = await saved(page);
  return { game, start, seed, turns };
}

async function waitForTurn(page, number) {
  await page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length >= wanted, number);
  await page.waitForFunction((wanted) => document.querySelectorAll(".moves > li").length >= wanted, number);
}

// Plays at most `most` turns in the game on the page, and stops when the game is over. `hands` is a function that
// makes one tap. choose(line) returns the text of the turn to play. Without `choose`, the turns come from different
// places in the lists of legal turns, so that their kinds differ.
export async function playGame(page, { hands, most, choose }) {
  for (let played = 0; played < most; played++) {
    const line = await lineOf(page);
    const { state, turns } = await ask(page, "position", line);
    if (state.over) return state;
    const text = choose ? await choose(line) : turns[(played * 7919 + 13) % turns.length].text;
    const turn = turns.find((one) => one.text === text);
    assert.ok(turn, `${text} is among the legal turns`);
    await enter(page, turn, turns, hands);
    await waitForTurn(page, line.turns.length + 1);
    const after = await lineOf(page);
    assert.equal(after.turns[line.turns.length], text, `the taps ${JSON.stringify(turn.taps[0])} play ${text}`);
  }
  return (await ask(page, "position", await lineOf(page))).state;
}

// Makes the taps of a turn. Some taps answer a question of the page, such as which piece is un-captured. If only
// one answer is possible, the page does not ask, so there is no tap. The declaration of the end always gets its tap.
async function enter(page, turn, turns, hands) {
  const [way] = turn.taps;
  let open = turns.flatMap((one) => one.taps);
  const key = (tap) => JSON.stringify(tap.choice ? [tap.choice.answer, tap.choice.at] : tap);
  for (const [at, tap] of way.entries()) {
    const asked = new Set(open.map((other) => (other[at] ? key(other[at]) : "none")));
    if (!tap.choice || tap.choice.answer === "end" || asked.size > 1) await hands(page, tap);
    open = open.filter((other) => other[at] && key(other[at]) === key(tap));
  }
}

// Presses Tab until an element that matches `selector` has the focus.
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

async function beginByKeyboard(page) {
  await tabTo(page, 'input[name="who"]');
  while (!(await page.evaluate(() => document.activeElement.value === "two"))) await page.keyboard.press("ArrowDown");
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press("Enter");
}

export async function byKeyboard(page, tap) {
  if (tap.square) {
    await tabTo(page, ".square");
    const at = await page.evaluate(() => document.activeElement.dataset.square);
    const flipped = (await page.locator(".square").first().getAttribute("data-square")) !== "a8";
    const [columns, rows] = [tap.square.charCodeAt(0) - at.charCodeAt(0), Number(tap.square[1]) - Number(at[1])].map((by) => (flipped ? -by : by));
    for (let step = 0; step < Math.abs(columns); step++) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(rows); step++) await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
  } else if (tap.pocket) {
    await page.keyboard.press("Alt+o");
    for (let step = 0; step < 6; step++) {
      if ((await page.evaluate(() => document.activeElement.dataset.pocket)) === tap.pocket) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  } else if (tap.choice.answer === "end") {
    await tabTo(page, ".declare");
    await page.keyboard.press("Enter");
  } else {
    const answers = await page.locator(".column button").evaluateAll((all) => all.map((one) => one.dataset.answer));
    await page.keyboard.press(String(answers.indexOf(tap.choice.answer) + 1));
  }
}

// The element for a tap.
function placeOf(page, { square, pocket, choice }) {
  if (square) return page.locator(`.board [data-square="${square}"]`).first();
  if (pocket) return page.locator(`[data-pocket="${pocket}"]`);
  return page.locator(choice.answer === "end" ? ".declare" : `.column [data-answer="${choice.answer}"]`);
}

export const byMouse = (page, tap) => placeOf(page, tap).click();

export const byTouch = (page, tap) => placeOf(page, tap).tap();

// Whether the top and bottom of an element are in the window, and above the fixed buttons of a
// phone.
export function inSight(locator) {
  return locator.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    const bar = document.querySelector(".buttons");
    const isBelow = bar && !bar.contains(node) && !node.closest("dialog") && getComputedStyle(bar).position === "fixed";
    return top >= 0 && bottom <= (isBelow ? bar.getBoundingClientRect().top : innerHeight) + 1;
  });
}

// The violations that axe finds on a page, as text. `rules`: the rules to check, by default all.
export async function axe(page, rules) {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

export async function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// A tournament of three quick players, each against each twice: six games.
const EVENT = `event = "Spring"
variants = ["unplay-strict"]
rounds = 1
[[engine]]
name = "Ann"
limits = { nodes = 30 }
[[engine]]
name = "Bob"
limits = { nodes = 60 }
[[engine]]
name = "Cleo"
limits = { nodes = 90 }
`;

// Plays the tournament and returns its folder.
export function playEvent() {
  const folder = mkdtempSync(join(tmpdir(), "reviver-"));
  const file = join(folder, "event.toml");
  writeFileSync(file, EVENT);
  execFileSync(program, ["tournament", file, "--out", join(folder, "event")], { stdio: "ignore" });
  return join(folder, "event");
}
