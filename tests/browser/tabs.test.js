// Two tabs of one browser that show the same game or the same analysis.

import test from "node:test";
import assert from "node:assert/strict";
import { click, holdAnswers, keepGame, played, ready, saved, says, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();

// Opens a second tab with the address of the first one.
async function secondTab(page, name) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other, name);
  return other;
}

test("a tab shows the turns that another tab has played, and plays on after them", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, `#/play/${await keepGame(page, "ssehc")}`);
  const other = await secondTab(page, "play");
  for (const [count, turn] of turns.slice(0, 2).entries()) {
    await type(other, turn);
    await played(other, count + 1);
    await other.locator(".moves > li").nth(count).waitFor();
  }
  await says(page, "Another tab has changed this game.");
  await page.locator(".moves > li").nth(1).waitFor();
  await type(page, turns[2]);
  await played(page, 3);
  assert.deepEqual((await saved(page)).turns, turns);
  await other.locator(".moves > li").nth(2).waitFor();
});

test("the clock of an old tab does not end a game that ended as a draw in another tab", async () => {
  const { page } = board;
  const [turn] = await someTurns(page, "unplay-strict", 1);
  const clock = { clock: { base: 4000, increment: 0 }, left: [4000, 4000] };
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns: [turn], ...clock })}`);
  const other = await secondTab(page, "play");
  await type(other, "draw");
  await click(other, "Agree to a draw");
  await other.locator(".end h2").waitFor();
  await page.locator(".end h2", { hasText: "both players have agreed" }).waitFor();
  await page.waitForTimeout(4500);
  assert.equal((await saved(page)).result, "1/2-1/2");
});

test("if a tab has not heard of a change of its game, it does not overwrite the change", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 4);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: turns.slice(0, 2) })}`);
  const store = (count) => page.evaluate((newer) => {
    const [game] = JSON.parse(localStorage.getItem("reviver.games"));
    localStorage.setItem("reviver.games", JSON.stringify([{ ...game, turns: newer, updated: `later ${newer.length}` }]));
  }, turns.slice(0, count));
  // Stores the changed game as another tab would. But the tab does not hear of it, because a tab
  // gets no event for what it stores itself.
  await store(4);
  await click(page, "Undo");
  await says(page, "Another tab has changed this game.");
  assert.deepEqual((await saved(page)).turns, turns);
  await store(3);
  await type(page, "resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".moves > li").nth(3).waitFor({ state: "detached" });
  const { turns: kept, over } = await saved(page);
  assert.deepEqual([kept, Boolean(over)], [turns.slice(0, 3), false]);
});

test("an analysis shows what another tab adds to it, and a step back in the first tab deletes nothing", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 2);
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: turns[0] })}`);
  const other = await secondTab(page, "analyse");
  await other.locator("textarea").fill("a long comment");
  await type(other, turns[1]);
  await says(page, "Another tab has changed this analysis.");
  await page.locator(".moves > li").nth(1).waitFor();
  await click(page, "One turn back");
  await page.waitForFunction(() => document.querySelector(".moves [aria-current]") === null);
  const [{ tree }] = await page.evaluate(() => JSON.parse(localStorage.getItem("reviver.analyses")));
  assert.deepEqual([tree.children[0].comment, tree.children[0].children[0].turn], ["a long comment", turns[1]]);
});

test("native notation that another tab adds to an analysis does not count as a change", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 2);
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: turns[0] })}`);
  const other = await secondTab(page, "analyse");
  // The turn of this tab waits for its position while the other tab stores the analysis again.
  const positions = await holdAnswers(page, "position");
  await type(page, turns[1]);
  await positions.has(1);
  const heard = page.evaluate(() => new Promise((done) => addEventListener("storage", () => setTimeout(done), { once: true })));
  await other.evaluate(() => {
    const [analysis, ...more] = JSON.parse(localStorage.getItem("reviver.analyses"));
    analysis.tree.children[0].words = "other words";
    localStorage.setItem("reviver.analyses", JSON.stringify([analysis, ...more]));
  });
  await heard;
  await positions.end();
  await page.locator(".moves > li").nth(1).waitFor();
  assert.doesNotMatch(await page.locator(".say").textContent(), /Another tab/);
});

test("if another tab has changed the analysis, a step deletes nothing even before this tab knows of the change", async () => {
  const { page } = board;
  const [turn] = await someTurns(page, "ssehc", 1);
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: turn })}`);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("reviver.analyses"))[0].tree.comment);
  await page.evaluate(() => {
    const [analysis] = JSON.parse(localStorage.getItem("reviver.analyses"));
    analysis.tree.comment = "kept";
    localStorage.setItem("reviver.analyses", JSON.stringify([analysis]));
  });
  await click(page, "One turn back");
  await says(page, "Another tab has changed this analysis.");
  assert.equal(await kept(), "kept");
  assert.equal(await page.locator("textarea").inputValue(), "kept");
});
