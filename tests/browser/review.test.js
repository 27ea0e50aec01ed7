// The turns that the visitor tries on the page of a review.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, click, holdAnswers, keepGame, says, type, useBoard, visit } from "./harness.js";

const board = useBoard();
const answer = (page, words) => page.locator(".panel .answer", { hasText: words }).waitFor({ timeout: 20000 });

// Opens a made-up review of a game of Unplay. In the review, the first turn is a blunder with the
// score `score`, and `best` is the better turn.
async function openReview(page, { best, score }) {
  const player = { accuracy: 50, inaccuracies: 0, mistakes: 0, blunders: 1 };
  const good = { text: "a1b1", native: "Ka1-b1", best: "a1b1", best_native: "Ka1-b1", best_score: { cp: 0 }, score: { cp: 0 }, player: 2, forced: false };
  const bad = { ...good, text: "h8g8", native: "Kh8-g8", mark: "??", best, best_native: best, best_score: { cp: 300 }, score, player: 1 };
  const review = { turns: [bad, good], chances: [0.5, 0.1, 0.1], players: [player, player] };
  const events = (kind, data) => ({ contentType: "text/event-stream", body: `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n` });
  await page.route("**/api/review", (route) => route.fulfill(events("review", review)));
  await page.route("**/api/analyse", async (route) => {
    const { game, start, turns } = route.request().postDataJSON();
    const { turns: legal } = await ask(page, "turns", { game, start, turns });
    await route.fulfill(events("best", { turn: legal[0].text, score: { cp: 200 } }));
  });
  await visit(page, `#/review/${await keepGame(page, "unplay", { turns: ["h8g8", "a1b1"], players: ["human", "reviver"], over: true, result: "*" })}`);
  await page.locator(".graph").waitFor();
}

// Opens the review, tries a turn instead of the blunder, and waits until the page calls it better.
async function improves(page, review, turn) {
  await openReview(page, review);
  await click(page, "Learn from mistakes");
  await answer(page, "Find a better turn");
  await type(page, turn);
  await answer(page, "Right: ");
}

test("if the turn that was played loses at once, a tried turn is better", async () => {
  const { page } = board;
  await improves(page, { best: "h8g7*b", score: { mate: 0 } }, "h8h7");
});

test("a tried turn that wins at once is better, though the review names another turn", async () => {
  const { page } = board;
  await improves(page, { best: "h8h7", score: { cp: -100 } }, "h8g7*b");
  await answer(page, "White wins");
});

test("after a step to another position, the page no longer asks for a better turn", async () => {
  const { page } = board;
  await openReview(page, { best: "h8g7*b", score: { cp: -100 } });
  await click(page, "One turn on");
  await answer(page, "a blunder");
  const positions = await holdAnswers(page, "position");
  await page.getByRole("button", { name: "To the start" }).click();
  await positions.has(1);
  await positions.release();
  await answer(page, "The start of the game");
  await click(page, "Learn from mistakes");
  await positions.has(1);
  await click(page, "To the end");
  await positions.has(2);
  await positions.release();
  await answer(page, "Turn 2: Ka1-b1");
  await page.waitForTimeout(500);
  await answer(page, "Turn 2: Ka1-b1");
  // The answer to a tried turn comes after the visitor has stepped away.
  await type(page, (await ask(page, "turns", { game: "unplay", turns: ["h8g8", "a1b1"] })).turns[0].text);
  await positions.has(1);
  const [tried] = positions.held.splice(0);
  await page.getByRole("button", { name: "To the start" }).click();
  await positions.has(1);
  await positions.release();
  await answer(page, "The start of the game");
  await tried.continue();
  await page.waitForTimeout(1000);
  await answer(page, "The start of the game");
  await says(page, "White to play");
  assert.equal(await page.locator(".arrow").count(), 0);
  await positions.end();
});

test("no turn is tried while the review runs, because a search would stop it", async () => {
  const { page } = board;
  const reviews = await holdAnswers(page, "review");
  await visit(page, `#/review/${await keepGame(page, "unplay", { turns: ["h8g8", "a1b1"], players: ["human", "reviver"], over: true, result: "*" })}`);
  await reviews.has(1);
  await page.locator('[data-square="h8"]').click();
  await says(page, "The review is not ready yet.");
  await reviews.end();
  await page.locator(".graph").waitFor();
  await says(page, "White to play. To try another turn here, play it on the board.");
  await type(page, "h8h7");
  await answer(page, "Reviver answers");
});

test("a review that has failed is not said to run", async () => {
  const { page } = board;
  await page.route("**/api/review", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  await visit(page, `#/review/${await keepGame(page, "unplay", { turns: ["h8g8", "a1b1"], over: true, result: "*" })}`);
  await answer(page, "Memory is short.");
  await click(page, "One turn on");
  await says(page, "Black to play");
  await answer(page, "Memory is short.");
  await type(page, "a1b1");
  await answer(page, "Reviver answers");
});
