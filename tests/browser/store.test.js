// The games and comments that the browser keeps, and texts that are no chess game or no start position.

import test from "node:test";
import assert from "node:assert/strict";
import { beginGame, click, holdAnswers, ready, useBoard, visit } from "./harness.js";

const board = useBoard();

test("a game that is reviewed twice is stored once, and replaces no other game", async () => {
  const { page } = board;
  await page.evaluate(() => {
    const games = Array.from({ length: 100 }, (_, index) => ({ id: `game-${index}`, game: "ssehc", title: "Ssehc", start: "startpos", seed: 0, turns: [], players: ["human", "human"], level: 5, updated: `2026-01-01T12:${String(59 - (index % 60)).padStart(2, "0")}` }));
    localStorage.setItem("reviver.games", JSON.stringify(games));
  });
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("reviver.games")));
  for (const turns of ["f3e2", "f3e2", "f3g2"]) {
    await visit(page, `#/analyse?game=ssehc&turns=${turns}`);
    await page.getByRole("tab", { name: "Game" }).click();
    await click(page, "Review this game");
    await ready(page, "review");
  }
  assert.equal((await kept()).length, 102);
  assert.equal((await kept()).filter(({ copy }) => copy).length, 2);
  // A warning names the stored game that the next new game will replace.
  await visit(page, "#/");
  await page.locator(".warning", { hasText: "the place of the oldest: Ssehc, 0 turns, 2026-01-01 12:20" }).waitFor();
  await beginGame(page, "ssehc");
  assert.ok((await kept()).every(({ id }) => id !== "game-99"));
  assert.equal((await kept()).length, 102);
});

test("a comment is stored while it is still being typed", async () => {
  const { page } = board;
  await visit(page, "#/analyse?game=ssehc&turns=f3f2");
  await page.locator("textarea").fill("a thought");
  await page.reload();
  await ready(page, "analyse");
  assert.equal(await page.locator("textarea").inputValue(), "a thought");
  await page.locator("textarea").fill("another thought");
  await page.waitForFunction(() => localStorage.getItem("reviver.analyses").includes("another thought"));
});

test("a text that is no chess game is refused", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  await page.locator("summary").click();
  const open = async (text) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), click(page, "Start from the end of a chess game (PGN)")]);
    await chooser.setFiles({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await open("1. f3 e5 2. g4 Qh4# 0-1");
  await page.getByText("Your game begins at a position of the chess game.").waitFor();
  await open("Dear diary, today I won.");
  await page.locator(".error", { hasText: "no chess game" }).waitFor();
  assert.ok(await page.locator(".note").isHidden());
  const field = page.locator('details input[type="text"]');
  assert.doesNotMatch(await page.locator(".error").textContent(), /own start/);
  await field.fill("");
  await open("Dear diary, today I won.");
  await page.locator(".error", { hasText: "If you begin now, the game starts from its own start position." }).waitFor();
});

test("a text that is no start position is answered in words", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  await page.locator("summary").click();
  await page.locator('details input[type="text"]').fill("hello");
  await click(page, "Begin");
  await page.locator(".error", { hasText: /^The game cannot start from this position\. Position: a position has 6 fields, separated by spaces \(.*\), but this text has 1\. An example is below the text field\.$/ }).waitFor();
});

test("a double click on “Begin” begins one game", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  const answers = await holdAnswers(page, "state");
  await page.getByRole("button", { name: "Begin" }).dblclick();
  await answers.has(1);
  await page.waitForTimeout(200);
  await answers.end();
  await ready(page, "play");
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("reviver.games")).length), 1);
});

test("a damaged game is left out, and the others are listed", async () => {
  const { page } = board;
  const damages = [{ updated: 5 }, { resultWords: 7, over: true }, { title: {} }, { clock: { base: 1, increment: 1 }, left: null }];
  await page.evaluate((all) => {
    const game = { game: "ssehc", title: "Ssehc", start: "startpos", seed: 0, turns: [], players: ["human", "human"], level: 5, updated: "2026-01-01T12:00" };
    localStorage.setItem("reviver.games", JSON.stringify([...all, {}].map((damage, index) => ({ ...game, id: `game-${index}`, ...damage }))));
  }, damages);
  await visit(page, "#/");
  await page.locator(".card").first().waitFor();
  assert.equal(await page.locator(".saved li").count(), 1);
});
