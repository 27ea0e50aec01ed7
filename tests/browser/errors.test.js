// Errors in a game, Undo and Redo, and a record that the browser cannot store.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask, beginGame, byMouse, click, closeBoard, gameOfTwoPhases, holdAnswers, keepGame, openBoard, openFile, ownServer, playGame, played, ready, saved, says, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();

test("an error that ends a search is shown, and the game goes on", async () => {
  const { page } = board;
  await beginGame(page, "ssehc", { who: "you" });
  const error = { contentType: "text/event-stream", body: 'event: error\ndata: {"error":"memory is short"}\n\n' };
  await page.route("**/api/analyse", (route) => route.fulfill(error));
  await click(page, "Hint");
  await says(page, "Memory is short.");
  await page.keyboard.press("Escape");
  await type(page, "draw");
  await click(page, "Offer a draw");
  await says(page, "Memory is short.");
  await playGame(page, { hands: byMouse, most: 1 });
  await says(page, "Memory is short.");
  // After Flip, the message is still marked as an error, and its button "Try again" is still there.
  await click(page, "Flip");
  await page.locator(".line.error", { hasText: "Memory is short." }).waitFor();
  await page.unroute("**/api/analyse");
  await click(page, "Try again");
  await played(page, 2);
  await page.locator(".line.error").waitFor({ state: "detached" });
  await page.route("**/api/analyse", (route) => route.fulfill(error));
  await visit(page, "#/analyse?game=ssehc");
  await click(page, "All turns");
  await says(page, "Memory is short.");
  await page.locator(".all-turns").waitFor({ state: "hidden" });
  await click(page, "Analyse");
  await page.locator(".engine .error", { hasText: "Memory is short." }).waitFor();
});

test("a page that cannot be shown has a link to the list of games", async () => {
  const { page } = board;
  await visit(page, "#/new/nonsense");
  await page.locator(".error").waitFor();
  await page.getByRole("link", { name: "To the games" }).click();
  await page.locator(".cards").first().waitFor();
});

test("if the server ends during an analysis, the page asks whether Reviver still runs", async (suite) => {
  const own = await ownServer(suite);
  const page = await openBoard(board.browser, own);
  await visit(page, "#/analyse?game=ssehc");
  await click(page, "Analyse");
  await page.locator(".lines li").first().waitFor();
  own.child.kill("SIGKILL");
  await page.locator(".engine .error", { hasText: "Is it still running?" }).waitFor({ timeout: 20000 });
  // The only problems are reports of the broken connection. `splice` empties the list, as `closeBoard` requires.
  for (const problem of page.problems.splice(0)) assert.match(problem, /net::ERR_/);
  await closeBoard(page);
});

test("Undo and Redo stop where the person is to play, also after the players have switched colours", async (suite) => {
  const { page } = board;
  const game = await gameOfTwoPhases(page);
  // In turn 2, White un-captures the last piece in reserve. The person, who had White, then plays turn 3 with Black.
  const line = { game, start: "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b - - 0 1", turns: ["h8g8", "f3d4*n", "f3h4", "b1a3"] };
  if ((await ask(page, "state", line)).phase !== 2) return suite.skip("the players do not switch colours");
  await visit(page, `#/play/${await keepGame(page, game, { ...line, players: ["reviver", "human"] })}`);
  for (const left of [2, 1]) {
    await click(page, "Undo");
    await played(page, left);
  }
  for (const turns of [2, 4]) {
    await click(page, "Redo");
    await played(page, turns);
  }
});

test("a turn that the server refuses adds no increment to the clock", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { clock: { base: 60000, increment: 30000 }, left: [60000, 60000] })}`);
  await page.route("**/api/position", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  await type(page, "h8g7");
  await says(page, "Memory is short.");
  const { left, turns } = await saved(page);
  assert.deepEqual([turns.length, left], [0, [60000, 60000]]);
});

test("after a turn that the server refuses, no piece stays marked as chosen", async () => {
  const { page } = board;
  const fail = () => page.route("**/api/position", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  const chosen = page.locator(".board .chosen");
  const tap = async () => {
    await page.locator('[data-square="f3"]').click();
    await chosen.first().waitFor({ state: "attached" });
    await fail();
    await page.locator('[data-square="e2"]').click();
    await says(page, "Memory is short.");
    assert.equal(await chosen.count(), 0);
    await page.unroute("**/api/position");
  };
  await beginGame(page, "ssehc");
  await tap();
  await visit(page, `#/review/${await keepGame(page, "ssehc", { turns: ["f3f2"], over: true, result: "*" })}`);
  await page.locator(".summary table").waitFor();
  await tap();
  // The review also says why it does not step on.
  await fail();
  await click(page, "One turn on");
  await says(page, "Memory is short.");
});

test("a record is not opened if the browser cannot store it", async () => {
  const { page } = board;
  const { text } = await ask(page, "record", { game: "ssehc", turns: [], players: ["Ann", "Bob"] });
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("full");
    };
  });
  await openFile(page, page.getByRole("button", { name: /Open a saved game/ }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".error", { hasText: "did not store the game" }).waitFor();
  assert.equal(new URL(page.url()).hash.includes("play"), false);
  // The same holds for the review of an analysed game.
  await visit(page, "#/analyse?game=ssehc&turns=f3e2");
  await page.getByRole("tab", { name: "Game" }).click();
  await click(page, "Review this game");
  await says(page, "did not store the game");
});

test("if the server refuses a position, the analysis stays as it is", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: turns.slice(0, 2).join(" ") })}`);
  await page.route("**/api/position", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  for (const act of [() => click(page, "One turn back"), () => type(page, turns[2])]) {
    await act();
    await says(page, "Memory is short.");
    await page.waitForTimeout(300);
  }
  await page.unroute("**/api/position");
  await page.locator("textarea").fill("about the second turn");
  await type(page, turns[2]);
  await page.locator(".moves > li").nth(2).waitFor();
  const [{ tree }] = await page.evaluate(() => JSON.parse(localStorage.getItem("reviver.analyses")));
  const line = [];
  for (let node = tree; node; [node] = node.children) {
    assert.ok(node.children.length < 2);
    line.push(node.turn);
  }
  assert.deepEqual(line, [null, ...turns]);
  assert.equal(tree.children[0].children[0].comment, "about the second turn");
});

test("a game that the browser cannot store says so after each turn, and can be saved to a file", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 2);
  await visit(page, `#/play/${await keepGame(page, "ssehc")}`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("full");
    };
  });
  for (const [count, turn] of turns.entries()) {
    await type(page, turn);
    await page.locator(".moves > li").nth(count).waitFor();
    await page.locator(".line.error", { hasText: "did not store the game" }).waitFor();
    await type(page, "score");
  }
  await type(page, "draw");
  await click(page, "Agree to a draw");
  await page.locator(".line.error", { hasText: "did not store the game" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), click(page, "Save the game to a file")]);
  assert.match(readFileSync(await download.path(), "utf8"), /1\. \S+ \S+ 1\/2-1\/2/);
});

const refusal = { status: 400, contentType: "application/json", body: '{"error":"memory is short"}' };

test("if the position after Reviver's turn does not come, Reviver can be asked again", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { players: ["human", "reviver"], movetime: 300 })}`);
  const searches = await holdAnswers(page, "analyse");
  const [turn] = await someTurns(page, "ssehc", 1);
  await type(page, turn);
  await searches.has(1);
  await page.route("**/api/position", (route) => route.fulfill(refusal));
  await searches.end();
  await says(page, "Memory is short.");
  assert.deepEqual((await saved(page)).turns, [turn]);
  await page.unroute("**/api/position");
  await click(page, "Try again");
  await page.locator(".moves > li").nth(1).waitFor();
});

test("a step to another turn can be repeated after an error", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns })}`);
  const fails = async (name) => {
    await page.route("**/api/position", (route) => route.fulfill(refusal));
    await click(page, name);
    await page.locator(".line.error", { hasText: "Memory is short." }).waitFor();
    await page.unroute("**/api/position");
    await click(page, name);
    await page.locator(".line.error").waitFor({ state: "detached" });
  };
  await fails("One turn back");
  await says(page, "You are looking back at turn 2.");
  await fails("To the present turn");
  await says(page, "to play");
});

test("a wrong number in an address is ignored, and the page #/rules lists the rules of all games", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc?level=abc");
  await click(page, "Begin");
  await ready(page, "play");
  assert.equal((await saved(page)).level, 5);
  await visit(page, "#/learn/ssehc/1.5");
  await page.locator(".task").waitFor();
  await visit(page, "#/analyse?game=ssehc&seed=abc");
  await page.locator(".board").waitFor();
  assert.equal(await page.locator("[role=alert]").textContent(), "");
  await visit(page, "#/rules");
  await page.getByRole("link", { name: /^Rules of/ }).first().waitFor();
});
