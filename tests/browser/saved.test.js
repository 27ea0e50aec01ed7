// Games in files: a game that the page has saved is the same game when the page or the terminal
// opens the file.

import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, ask, click, closeBoard, keepGame, openBoard, openFile, program, ready, saved, someTurns, useBoard, visit } from "./harness.js";

const board = useBoard();

// Saves the game on the page to a file. Returns the path of the file.
async function save(page) {
  await click(page, "More");
  const [download] = await Promise.all([page.waitForEvent("download"), click(page, "Save the game to a file")]);
  await page.getByText(`Saved to the file ${download.suggestedFilename()}.`).first().waitFor();
  const path = join(mkdtempSync(join(tmpdir(), "reviver-")), "game.pgn");
  await download.saveAs(path);
  return path;
}

async function open(page, file) {
  await visit(page, "#/");
  await page.evaluate(() => localStorage.removeItem("reviver.games"));
  await openFile(page, page.getByRole("button", { name: /Open a saved game/ }), file);
}

const names = (page) => page.locator(".strip .name").allTextContents();

for (const [kind, more] of [
  ["a time for each turn", { movetime: 3000, clock: null }],
  ["clocks", { movetime: 1000, clock: { base: 300000, increment: 3000 }, left: [250000, 299500] }],
]) {
  test(`a saved game against Reviver with ${kind} goes on against the same Reviver`, async () => {
    const { page } = board;
    const players = ["reviver", "human"];
    const turns = await someTurns(page, "ssehc", 3);
    await visit(page, `#/play/${await keepGame(page, "ssehc", { turns, players, level: 3, ...more })}`);
    const file = await save(page);
    const record = readFileSync(file, "utf8");
    for (const tag of ['White "Reviver level 3"', 'Black "Human"', 'WhiteType "program"', 'BlackType "human"', 'EngineLevel "3"', 'Date "2026.01.01"']) assert.ok(record.includes(`[${tag}]`), record);
    await open(page, file);
    await ready(page, "play");
    const opened = await saved(page);
    assert.deepEqual([opened.players, opened.level, opened.clock], [players, 3, more.clock]);
    if (more.left) assert.deepEqual(opened.left.map((left) => left > 200000), [true, true]);
    else assert.equal(opened.movetime, more.movetime);
    await click(page, "More");
    await page.getByRole("button", { name: "Strength of Reviver" }).waitFor();
    const shown = execFileSync(program, ["play", "--load", file], { input: "save again.pgn\nquit\n", encoding: "utf8", cwd: mkdtempSync(join(tmpdir(), "reviver-")), stdio: ["pipe", "pipe", "pipe"] });
    assert.match(shown, /level 3/);
  });
}

test("the names of two people are kept in a file", async () => {
  const { page } = board;
  const { text } = await ask(page, "record", { game: "unplay", turns: await someTurns(page, "unplay", 2), tags: { White: "Ann", Black: "Bob", Date: "2020.02.20", Round: "3" } });
  const file = (content) => ({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(content) });
  await open(page, file(text));
  await ready(page, "play");
  assert.deepEqual((await names(page)).sort(), ["Black: Bob", "White: Ann"]);
  const record = readFileSync(await save(page), "utf8");
  for (const tag of ['White "Ann"', 'Black "Bob"', 'Date "2020.02.20"', 'Round "3"', 'WhiteType "human"']) assert.ok(record.includes(`[${tag}]`), record);
});

test("a record with wrong tags of players and limits opens as a game of two people", async () => {
  const { page } = board;
  const { text } = await ask(page, "record", { game: "unplay", turns: [], tags: { WhiteType: "constructor", BlackType: "program", EngineLevel: "x", EngineLimits: "time=40/60s+1s" } });
  await open(page, { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await ready(page, "play");
  const { players, level, clock } = await saved(page);
  assert.deepEqual([players, level, clock], [["human", "human"], 20, null]);
});

test("a review opened on the Watch page keeps the names of the players, whether the game is in the browser or in a file", async () => {
  const { page } = board;
  const tags = { White: "Ann", Black: "Bob" };
  const turns = await someTurns(page, "unplay", 2);
  const result = "0-1";
  const reviewed = async () => {
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await ready(page, "review");
    const { tags: kept, players } = await saved(page);
    assert.deepEqual([kept.White, kept.Black, players], ["Ann", "Bob", ["human", "human"]]);
  };
  await keepGame(page, "unplay", { turns, tags, over: true, copy: true, result });
  await visit(page, "#/watch");
  await page.locator(".saved button").first().click();
  await reviewed();
  await page.evaluate(() => localStorage.removeItem("reviver.games"));
  await visit(page, "#/watch");
  const { text } = await ask(page, "record", { game: "unplay", turns, tags, result });
  await openFile(page, page.getByRole("button", { name: /Open/ }).first(), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await reviewed();
});

test("a game and an analysis of a user-defined game keep their rules when the server is restarted", async (suite) => {
  const record = (switches) => ({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(`[Variant "mine"]\n[Switches "${switches}"]\n\n1. h8h7 *\n`) });
  const [own, other] = ["unplay-strict fifty-moves=loses", "unplay-strict goal=home"];
  const openAnother = async (page, file) => {
    await visit(page, "#/");
    await openFile(page, page.getByRole("button", { name: /Open a saved game/ }), file);
    await ready(page, "play");
  };
  let server = await Server.start();
  suite.after(() => server.stop());
  const page = await openBoard(board.browser, server);
  await openAnother(page, record(own));
  const { id } = await saved(page);
  await visit(page, "#/analyse?game=ssehc");
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), record(own));
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.analyses"))?.[0].tree.children.length === 1);
  await page.goto("about:blank");
  await server.stop();
  server = await Server.start({ port: server.port });
  await page.goto(server.address);
  await ready(page, "games");
  await openAnother(page, record(other));
  await visit(page, `#/play/${id}`);
  await page.locator(".moves > li").first().waitFor();
  assert.ok(readFileSync(await save(page), "utf8").includes(`[Switches "${own}"]`));
  await visit(page, `#/review/${id}`);
  await page.getByRole("heading", { name: /^Review: mine/ }).waitFor();
  await visit(page, "#/analyse");
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByLabel("Kept analyses").selectOption("0");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".moves > li").first().waitFor();
  await page.getByRole("tab", { name: "Game" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), click(page, "Save as a game record")]);
  assert.ok(readFileSync(await download.path(), "utf8").includes(`[Switches "${own}"]`));
  await closeBoard(page);
});
