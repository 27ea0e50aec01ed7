// Games to watch: files from the visitor's disk, and a running event.

import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, ask, axe, click, closeBoard, gameOfTwoPhases, holdAnswers, inSight, keepGame, openBoard, openFile, ownServer, playEvent, ready, says, someTurns, useBoard, visit } from "./harness.js";

const board = useBoard();
const opener = (page) => page.getByRole("button", { name: /Open games/ });
const rows = (page) => page.locator(".games-list tbody tr");
const problem = (page) => page.locator("main > .page > .error").textContent();

function fileOf(name, text) {
  const path = join(mkdtempSync(join(tmpdir(), "reviver-")), name);
  writeFileSync(path, text);
  return path;
}

test("a game from a file is watched, also as a chess game", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 6);
  const comments = turns.map((_, ply) => (ply === 1 ? "an idea" : ""));
  const { text } = await ask(page, "record", { game: "unplay-strict", turns, comments, players: ["Ann", "Bob"] });
  await visit(page, "#/watch");
  await openFile(page, opener(page), fileOf("games.pgn", text));
  await says(page, "The start");
  await click(page, "One turn on");
  await says(page, "Turn 1 of 6");
  await click(page, "One turn on");
  await says(page, "an idea");
  await page.getByLabel("Speed").selectOption("300");
  await click(page, "Play");
  await says(page, "Turn 6 of 6");
  await says(page, "The game was not finished.");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.getByRole("link", { name: "Analyse", exact: true }).last().click();
  await ready(page, "analyse");
  await page.getByRole("tab", { name: "Game" }).click();
  await click(page, "Watch as a chess game");
  await page.getByRole("dialog", { name: /chess game/i }).waitFor();
});

test("a file of several hundred games is read in parts, and damaged games are passed over", async () => {
  const { page } = board;
  const texts = [];
  for (const game of ["ssehc", await gameOfTwoPhases(page), "unplay-strict", "unachess"]) {
    const turns = await someTurns(page, game, 60);
    texts.push((await ask(page, "record", { game, turns, players: [`Ann ${game}`, "Bj\u00f6rn"] })).text.trim());
  }
  const games = Array.from({ length: 640 }, (_, index) => texts[index % texts.length]);
  games[333] = games[333].replace(/\d+\. /, "1. a1a1 ");
  const file = games.join("\r\n\r\n").replace(/(?<!\r)\n/g, "\r\n");
  assert.ok(file.length > 4 * 65536, `${file.length} bytes`);
  const sizes = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/open")) sizes.push(request.postDataBuffer().length);
  });
  await visit(page, "#/watch");
  await openFile(page, opener(page), fileOf("games.pgn", file));
  await page.locator(".games-list caption", { hasText: "of 639 games" }).waitFor();
  assert.ok(Math.max(...sizes) < 65536, `${Math.max(...sizes)} bytes`);
  assert.match(await problem(page), /^Game 334: /);
  while (await page.getByRole("button", { name: "Show more games" }).count()) await click(page, "Show more games");
  assert.equal(await rows(page).count(), 639);
  await page.getByRole("button", { name: "Watch game 639" }).click();
  await says(page, "60 turns to come");
  // The analysis board offers all games of the file.
  await visit(page, "#/analyse?game=ssehc");
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), fileOf("games.pgn", file));
  const dialog = page.getByRole("dialog", { name: "639 games" });
  for (const count of [200, 400, 600]) {
    await dialog.locator("li").nth(count - 1).waitFor();
    assert.equal(await dialog.locator("li").count(), count);
    await dialog.getByRole("button", { name: "Show more games" }).click();
  }
  assert.equal(await dialog.locator("li").count(), 639);
  await dialog.locator("li button").first().click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".moves > li").nth(59).waitFor();
});

test("a blank line in a comment does not end a game", async () => {
  const { page } = board;
  const game = (name) => `[White "${name}"]\n\n1. e4 { one\n\n[%clk 0:10] } *`;
  const parts = await page.evaluate(async (text) => (await import("/records.js")).splitGames(text), `${game("Ann")}\n\n${game("Bob")}\n`);
  assert.deepEqual(parts, [game("Ann"), game("Bob")]);
});

test("a file that is still being read when the visitor leaves the page is not shown", async () => {
  const { page } = board;
  const { text } = await ask(page, "record", { game: "ssehc", turns: ["f3e2"] });
  await visit(page, "#/watch");
  const answers = await holdAnswers(page, "open");
  await openFile(page, opener(page), fileOf("games.pgn", text));
  await answers.has(1);
  await visit(page, "#/puzzles");
  const pages = await page.evaluate(() => history.length);
  await Promise.all([page.waitForResponse("**/api/open"), answers.end()]);
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => history.length), pages);
});

test("a file that contains no games is refused with a reason", async () => {
  const { page } = board;
  await visit(page, "#/watch");
  for (const text of ["", "nonsense", "[Variant \"tennis\"]\n\n1. a *", "{\"journal\":1}\n"]) {
    await openFile(page, opener(page), fileOf("games.pgn", text));
    await page.waitForFunction(() => document.querySelector("main > .page > .error").textContent.length > 10);
    await page.evaluate(() => {
      document.querySelector("main > .page > .error").textContent = "";
    });
  }
});

test("the journal and the records of an event are opened from the disk", async () => {
  const { page } = board;
  const folder = playEvent();
  for (const name of ["journal.jsonl", "games.pgn"]) {
    await visit(page, "#/watch");
    await openFile(page, opener(page), join(folder, name));
    await rows(page).nth(5).waitFor();
    assert.equal(await rows(page).count(), 6);
    assert.equal(await problem(page), "");
    const players = await rows(page).evaluateAll((all) => all.flatMap((row) => [row.children[1].textContent, row.children[2].textContent]));
    assert.deepEqual([...new Set(players)].sort(), ["Ann", "Bob", "Cleo"]);
    await click(page, "To the end");
    await says(page, /journal/.test(name) ? "wins" : "Turn ");
  }
  // A journal with an incomplete last line, and a journal that is too large for one request.
  const journal = readFileSync(join(folder, "journal.jsonl"), "utf8");
  const [head, ...entries] = journal.trim().split("\n");
  await visit(page, "#/watch");
  await openFile(page, opener(page), fileOf("journal.jsonl", `${[head, ...entries].join("\n")}\n${entries[0].slice(0, 50)}`));
  await rows(page).nth(5).waitFor();
  assert.equal(await problem(page), "The last line of the journal is incomplete and was left out.");
  await visit(page, "#/watch");
  await openFile(page, opener(page), fileOf("journal.jsonl", [head, ...Array(10).fill(entries).flat()].join("\n")));
  await page.locator(".games-list caption", { hasText: "60 games" }).waitFor();
});

test("a running event of several engines is watched while it is played", async (suite) => {
  const folder = playEvent();
  const path = join(folder, "journal.jsonl");
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const playedUpTo = (games) => writeFileSync(path, `${lines.slice(0, 1 + games).join("\n")}\n`);
  playedUpTo(2);
  const own = await ownServer(suite, { args: ["--event", folder] });
  const page = await openBoard(board.browser, own);
  await visit(page, "#/watch");
  await page.locator(".live p", { hasText: "2 of 6 games played" }).waitFor();
  await page.locator(".live .boards .small-board").nth(1).waitFor();
  assert.equal(await page.locator(".standings tbody tr").count(), 3);
  const points = () => page.locator(".standings tbody tr td:nth-child(2)").evaluateAll((all) => all.reduce((sum, cell) => sum + Number(cell.textContent), 0));
  assert.equal(await points(), 2);
  // Another journal with as many games replaces the journal.
  const before = await page.locator(".live .boards .turn").allTextContents();
  writeFileSync(path, `${[lines[0], ...lines.slice(5)].join("\n")}\n`);
  await page.waitForFunction((old) => String([...document.querySelectorAll(".live .boards .turn")].map((one) => one.textContent)) !== old, String(before));
  await page.locator(".boards .turn").first().click();
  await says(page, "The start");
  // As the event goes on, the list of games from the visitor's file stays, and so does the focus.
  const { text } = await ask(page, "record", { game: "unplay", turns: ["h8h7"], players: ["Me", "You"] });
  await openFile(page, opener(page), fileOf("own.pgn", text));
  const ownRows = page.locator("main > .page > .games-list tbody tr");
  await ownRows.first().waitFor();
  await page.getByRole("link", { name: "Report with pictures" }).focus();
  playedUpTo(6);
  await page.locator(".live p", { hasText: "6 of 6 games played" }).waitFor();
  await page.locator(".live .boards .small-board").nth(5).waitFor();
  assert.equal(await points(), 6);
  assert.equal(await page.locator(".live .games-list tbody tr").count(), 6);
  assert.match(await ownRows.allTextContents().then(String), /^1MeYouUnplay\*/);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Report with pictures");
  // The game that is watched stays on the board.
  await click(page, "One turn on");
  await says(page, "Turn 1 of");
  await closeBoard(page);
});

test("a damaged journal of an event, a missing folder and a server that no longer runs are reported", async (suite) => {
  const folder = playEvent();
  const path = join(folder, "journal.jsonl");
  const journal = readFileSync(path, "utf8");
  writeFileSync(path, `{"jou${journal}`);
  const own = await ownServer(suite, { args: ["--event", folder] });
  const page = await openBoard(board.browser, own);
  await visit(page, "#/watch");
  const error = (words) => page.locator(".live .error", { hasText: words }).waitFor();
  await error("line 1: the line is damaged");
  writeFileSync(path, journal);
  await page.locator(".live p", { hasText: "6 of 6 games played" }).waitFor();
  await page.locator(".live .error").waitFor({ state: "hidden" });
  renameSync(folder, `${folder}-moved`);
  await error("No such file");
  assert.ok(await page.locator(".standings").isVisible());
  await own.stop();
  await error("Reviver does not answer");
  // The browser reports in its console that an answer has status 500 or is missing.
  page.problems = page.problems.filter((text) => !/status of 500|ERR_CONNECTION_REFUSED/.test(text));
  await closeBoard(page);
});

test("a running event appears even if requests for it fail for a while", async (suite) => {
  const folder = playEvent();
  const path = join(folder, "journal.jsonl");
  const lines = readFileSync(path, "utf8").trim().split("\n");
  writeFileSync(path, `${lines.slice(0, 3).join("\n")}\n`);
  const own = await ownServer(suite, { args: ["--event", folder] });
  const page = await openBoard(board.browser, own);
  const failing = (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"an error of the test"}' });
  await page.route("**/api/event", failing);
  await visit(page, "#/watch");
  await page.getByRole("region", { name: "Sample games" }).waitFor();
  await page.locator(".live .error", { hasText: "An error of the test" }).waitFor();
  await page.unroute("**/api/event");
  await page.locator(".live .boards .small-board").nth(1).waitFor();
  assert.ok(await page.getByRole("region", { name: "Sample games" }).isHidden());
  await page.route("**/api/state", failing);
  writeFileSync(path, `${lines.join("\n")}\n`);
  await page.locator(".live .error", { hasText: "An error of the test" }).waitFor();
  await page.unroute("**/api/state");
  await page.locator(".live .boards .small-board").nth(5).waitFor();
  await page.locator(".live .error").waitFor({ state: "hidden" });
  await closeBoard(page);
});

test("before a file is opened, the page offers sample games of Reviver", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, "#/watch");
  const samples = page.getByRole("region", { name: "Sample games" });
  await samples.locator(".small-board").nth(4).waitFor();
  assert.deepEqual(await axe(page), []);
  await samples.getByRole("button").first().tap();
  await says(page, "The start");
  for (const part of [page.locator(".board"), page.getByRole("button", { name: "Play", exact: true })]) assert.ok(await inSight(part));
  await page.getByRole("button", { name: "To the end" }).tap();
  await says(page, "wins");
  await closeBoard(page);
});

test("the list of one's own games has all games of this browser, opened ones too", async () => {
  const { page } = board;
  await keepGame(page, "ssehc", { turns: ["f3f2"] });
  await page.evaluate(() => {
    const [game] = JSON.parse(localStorage.getItem("reviver.games"));
    const played = Array.from({ length: 24 }, (_, index) => ({ ...game, id: `game${index}` }));
    const opened = { ...game, id: "opened", copy: true, over: true, result: "0-1", tags: { White: "Ann", Black: "Bob" } };
    localStorage.setItem("reviver.games", JSON.stringify([opened, ...played]));
  });
  await visit(page, "#/watch");
  const own = page.locator(".saved button");
  assert.equal(await own.count(), 20);
  await click(page, "Show more games");
  assert.equal(await own.count(), 25);
  await own.first().click();
  await page.getByRole("heading", { name: "Ssehc: Ann - Bob, 0-1" }).waitFor();
});

test("a game is not played faster after Stop and an immediate Play", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 12);
  const { text } = await ask(page, "record", { game: "unplay-strict", turns });
  await visit(page, "#/watch");
  await openFile(page, opener(page), fileOf("games.pgn", text));
  await says(page, "The start");
  await page.getByLabel("Speed").selectOption("300");
  const steps = await holdAnswers(page, "state");
  await click(page, "Play");
  await steps.has(1);
  await page.locator(".buttons").getByRole("button", { name: "Stop" }).click();
  await click(page, "Play");
  await steps.has(2);
  await steps.release();
  await steps.has(1);
  await page.waitForTimeout(1500);
  assert.equal(steps.held.length, 1);
  await click(page, "Stop");
  await steps.end();
});
