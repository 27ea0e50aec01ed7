// Turns of a game are taken back.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, beginGame, byMouse, click, gamesWhere, holdAnswers, keepGame, playGame, played, ready, saved, says, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();

test("if Reviver played the first turn, Undo does not take it back, and the page shows the note for the visitor's first turn", async () => {
  const { page } = board;
  const { fen: start } = await ask(page, "state", { game: "ssehc", turns: ["f3e2"] });
  const turns = ["f6e7"];
  const [{ first_turns: notes }] = await gamesWhere(page, ({ name }) => name === "ssehc");
  await visit(page, `#/play/${await keepGame(page, "ssehc", { start, turns, players: ["human", "reviver"] })}`);
  const undo = page.getByRole("button", { name: "Undo" });
  assert.ok((await page.locator(".note").textContent()).startsWith(notes[0]));
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await playGame(page, { hands: byMouse, most: 1 });
  await played(page, 3);
  await click(page, "Undo");
  await played(page, 1);
  await click(page, "Redo");
  await played(page, 3);
  // After a reload, the page still knows that Reviver played the first turn.
  await page.reload();
  await ready(page, "play");
  await click(page, "Undo");
  await played(page, 1);
  await page.locator('button[aria-disabled="true"]', { hasText: "Undo" }).waitFor();
});

// Opens a game of Ssehc after two turns, and enters a third turn. The question about the new
// position is held back, so the server does not answer it yet. Returns what `holdAnswers` returns.
async function enterTurn(page, players) {
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: turns.slice(0, 2), players })}`);
  const answers = await holdAnswers(page, "position");
  await type(page, turns[2]);
  await answers.has(1);
  return answers;
}

test("Undo before the server answers takes back only the turn that was entered", async () => {
  const { page } = board;
  const answers = await enterTurn(page, ["human", "reviver"]);
  await click(page, "Undo");
  assert.equal((await saved(page)).turns.length, 2);
  await answers.end();
});

test("if the server refuses a turn that was already taken back, no other turn is lost", async () => {
  const { page } = board;
  const answers = await enterTurn(page, ["human", "human"]);
  await click(page, "Undo");
  await answers.has(2);
  const error = { status: 400, contentType: "application/json", body: '{"error":"memory is short"}' };
  for (const route of answers.held.splice(0)) await route.fulfill(error);
  await says(page, "Memory is short.");
  await page.waitForTimeout(300);
  assert.equal((await saved(page)).turns.length, 2);
  await answers.end();
});

test("after two quick undos the board shows the position after both, even if the answer to the first undo comes last", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 4);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns })}`);
  const answers = await holdAnswers(page, "position");
  for (const count of [1, 2]) {
    await click(page, "Undo");
    await answers.has(count);
  }
  const [first, second] = answers.held.splice(0);
  await second.continue();
  await page.waitForTimeout(500);
  await Promise.all([page.waitForResponse("**/api/position"), first.continue()]);
  await page.waitForTimeout(500);
  const { fen } = await ask(page, "state", { game: "ssehc", turns: turns.slice(0, 2) });
  await type(page, "fen");
  await says(page, fen);
  await answers.end();
});

test("if the server answers with an error, Undo and Redo leave the game as it is", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 5);
  const clock = { clock: { base: 60000, increment: 5000 }, left: [60000, 60000] };
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns, over: true, result: "1-0", resultWords: "Player 2 has resigned.", ...clock })}`);
  const fail = () => page.route("**/api/position", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  await fail();
  for (let times = 0; times < 3; times++) await click(page, "Undo");
  await says(page, "Memory is short.");
  await page.waitForTimeout(300);
  const { turns: kept, result, left } = await saved(page);
  assert.deepEqual([kept, result, left], [turns, "1-0", [60000, 60000]]);
  await page.unroute("**/api/position");
  await click(page, "Undo");
  await says(page, "The result is taken back.");
  await click(page, "Undo");
  await played(page, 4);
  await page.locator(".moves > li").nth(4).waitFor({ state: "detached" });
  await fail();
  await click(page, "Redo");
  await says(page, "Memory is short.");
  await page.waitForTimeout(300);
  await page.unroute("**/api/position");
  assert.deepEqual((await saved(page)).turns, turns.slice(0, 4));
  await click(page, "Redo");
  await played(page, 5);
  // No turn is entered on the old board while Undo waits for its position.
  await page.locator(".moves > li").nth(4).waitFor();
  const answers = await holdAnswers(page, "position");
  await click(page, "Undo");
  await answers.has(1);
  const [{ text }] = (await ask(page, "turns", { game: "ssehc", turns })).turns;
  await type(page, text);
  await says(page, "It is not your turn yet.");
  await answers.end();
  await page.locator(".moves > li").nth(4).waitFor({ state: "detached" });
  assert.deepEqual((await saved(page)).turns, turns.slice(0, 4));
});

test("Undo after a resignation or an agreed draw takes back this end, and no turn", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 4);
  const ends = { "Player 1 has resigned.": "0-1", "A draw: both players have agreed.": "1/2-1/2" };
  for (const [resultWords, result] of Object.entries(ends)) {
    await visit(page, "#/");
    await visit(page, `#/play/${await keepGame(page, "ssehc", { turns, over: true, result, resultWords })}`);
    await page.locator(".end h2", { hasText: resultWords }).waitFor();
    await click(page, "Undo");
    await says(page, "The result is taken back. The last turn stays.");
    await says(page, "White to play");
    await page.locator(".end").waitFor({ state: "hidden" });
    const { turns: kept, over, result: left } = await saved(page);
    assert.deepEqual([kept, over, left], [turns, false, undefined]);
    await click(page, "Undo");
    await played(page, 3);
    // After a new resignation, Redo does not play the turn that was taken back.
    await page.locator(".moves > li").nth(3).waitFor({ state: "detached" });
    await type(page, "resign");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.locator(".end h2").waitFor();
    await type(page, "redo");
    await says(page, "The game is over.");
    await page.locator('button[aria-disabled="true"]', { hasText: "Redo" }).waitFor();
    assert.equal((await saved(page)).turns.length, 3);
    await click(page, "Undo");
    await says(page, "The result is taken back.");
    await click(page, "Redo");
    await played(page, 4);
  }
});

test("after an end by the rules, Undo takes the last turn back", async () => {
  const { page } = board;
  await beginGame(page, "unplay");
  await type(page, "h8g7*b");
  await page.locator(".end h2").waitFor();
  await click(page, "Undo");
  await played(page, 0);
  await page.locator(".end").waitFor({ state: "hidden" });
});

test("if Undo takes back a draw and Reviver is to play, it plays", async () => {
  const { page } = board;
  const [turn] = await someTurns(page, "ssehc", 1);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: [turn], players: ["human", "reviver"], movetime: 100, over: true, result: "1/2-1/2", resultWords: "A draw: Reviver has accepted your offer." })}`);
  await click(page, "Undo");
  await played(page, 2);
  assert.equal((await saved(page)).turns[0], turn);
});

test("while an earlier turn is shown, Undo and Redo are disabled, and a tap on them is answered", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 4);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns })}`);
  await click(page, "Undo");
  await page.locator(".moves > li").nth(3).waitFor({ state: "detached" });
  for (const [name, left] of [["Undo", 2], ["Redo", 3]]) {
    await click(page, "One turn back");
    await says(page, "You are looking back at turn");
    const one = page.getByRole("button", { name, exact: true });
    assert.equal(await one.getAttribute("aria-disabled"), "true");
    await one.click({ force: true });
    await page.waitForTimeout(300);
    assert.equal((await saved(page)).turns.length, name === "Undo" ? 3 : 2);
    await says(page, "You are looking back at turn");
    await click(page, "Go to the last turn");
    await page.waitForFunction(() => !document.querySelector(".line").textContent.includes("looking back"));
    await click(page, name);
    await played(page, left);
    await page.locator(".moves > li").nth(left).waitFor({ state: "detached" });
  }
});

test("a turn stays stored if the page is reloaded before the answer of the server", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  for (const attempt of [1, 2, 3, 4, 5]) {
    const answers = await holdAnswers(page, "position");
    const { turns } = await ask(page, "turns", { game: "ssehc", turns: (await saved(page)).turns });
    await type(page, turns[0].text);
    await played(page, attempt);
    await answers.has(1);
    // The reload ends this request.
    answers.held.splice(0);
    await page.reload();
    await answers.end();
    await ready(page, "play");
    await page.unroute("**/api/position");
    assert.equal((await saved(page)).turns.length, attempt);
  }
});
