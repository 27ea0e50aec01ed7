// Tests of the clocks of a game.

import test from "node:test";
import assert from "node:assert/strict";
import { click, holdAnswers, keepGame, saved, says, someTurns, type, visit, useBoard } from "./harness.js";

const board = useBoard();

test("a clock runs, and the game ends when time is up", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { turns: ["h8h7"], clock: { base: 1000, increment: 0 }, left: [1000, 1000] })}`);
  await page.locator(".end h2", { hasText: "time is up" }).waitFor();
});

test("the first turn of a game takes no time from the clock, even if the server answers late", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { clock: { base: 1000, increment: 0 }, left: [1000, 1000] })}`);
  await page.waitForTimeout(1200);
  const answers = await holdAnswers(page, "position");
  await type(page, "h8h7");
  await answers.has(1);
  await page.waitForTimeout(500);
  const isUntouched = async () => {
    const { left, over } = await saved(page);
    assert.deepEqual([left, over], [[1000, 1000], undefined]);
  };
  await isUntouched();
  await Promise.all([page.locator(".moves > li").first().waitFor(), answers.end()]);
  await isUntouched();
});

test("a reload gives no time back", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { turns: ["h8h7"], clock: { base: 60000, increment: 0 }, left: [60000, 60000] })}`);
  await page.locator(".clock.runs", { hasText: "0:57" }).waitFor();
  for (const leave of [() => page.reload(), () => visit(page, "#/learn")]) {
    await leave();
    const { left } = await saved(page);
    assert.ok(left[1] < 58000 && left[0] === 60000, String(left));
    await visit(page, "#/play/kept");
  }
});

test("looking back, undo and redo give no time back", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns, clock: { base: 60000, increment: 0 }, left: [60000, 60000] })}`);
  await page.locator(".clock.runs").waitFor();
  let before = 120000;
  for (const names of [["One turn back", "To the present turn"], ["Undo"], ["Redo"]]) {
    await page.waitForTimeout(1200);
    for (const name of names) await click(page, name);
    const { left } = await saved(page);
    assert.ok(left[0] + left[1] < before - 1000, `${names}: ${left}`);
    before = left[0] + left[1];
  }
});

test("a game that ends while the dialog “Resign” is open is not resigned", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { turns: ["h8h7"], clock: { base: 4000, increment: 0 }, left: [4000, 4000] })}`);
  await type(page, "resign");
  const dialog = page.getByRole("dialog", { name: "Resign this game?" });
  await dialog.waitFor();
  await page.locator(".end h2", { hasText: "time is up" }).waitFor();
  await dialog.getByRole("button", { name: "Resign" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.match((await saved(page)).resultWords, /time is up/);
});

// From now on, a search that the page asks for begins, but never finds a turn.
const beginSearchesWithoutEnd = (page) =>
  page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (path, ...more) => (path === "/api/analyse" ? Promise.resolve(new Response(new ReadableStream())) : fetch(path, ...more));
  });

test("Reviver's clock stands still while the visitor looks back, and while a game is paused", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 1);
  await beginSearchesWithoutEnd(page);
  const clock = { clock: { base: 60000, increment: 0 }, left: [2500, 2500] };
  for (const [players, stop] of [[["human", "reviver"], "One turn back"], [["reviver", "reviver"], "Pause"]]) {
    await visit(page, "#/");
    await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns, players, ...clock })}`);
    await page.locator(".clock.runs").waitFor();
    await click(page, stop);
    await page.locator(".clock.runs").waitFor({ state: "detached" });
    await page.waitForTimeout(3500);
    assert.equal((await saved(page)).over, undefined);
  }
});

test("Reviver's clock runs while Reviver thinks", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 1);
  await beginSearchesWithoutEnd(page);
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns, players: ["human", "reviver"], clock: { base: 60000, increment: 0 }, left: [60000, 60000] })}`);
  await page.locator(".clock.runs").waitFor();
  await page.waitForTimeout(1500);
  await visit(page, "#/");
  const { left } = await saved(page);
  assert.ok(left[1] < 58600, String(left));
});

test("Reviver's clock does not run while its search waits for other searches to end", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 1);
  const limits = [];
  await page.route("**/api/analyse", async (route) => {
    limits.push(route.request().postDataJSON().clock.remaining);
    if (limits.length > 2) return route.continue();
    await page.waitForTimeout(1500);
    return route.fulfill({ status: 429, contentType: "application/json", body: '{"error":"busy"}' });
  });
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns, players: ["human", "reviver"], clock: { base: 60000, increment: 0 }, left: [60000, 2000] })}`);
  await says(page, "Reviver waits until other searches have ended.");
  await page.locator(".moves > li").nth(1).waitFor();
  await says(page, "to play.");
  const { left, over } = await saved(page);
  assert.deepEqual([limits, over], [[2000, 2000, 2000], undefined]);
  assert.ok(left[1] > 0, String(left));
});

test("a turn that is repeatedly taken back and played again adds the increment only once, and a clock that has run out stays at 0", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 3);
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns: turns.slice(0, 2), clock: { base: 60000, increment: 10000 }, left: [60000, 60000] })}`);
  for (let times = 0; times < 3; times++) {
    await type(page, turns[2]);
    await page.locator(".moves > li").nth(2).waitFor();
    await click(page, "Undo");
    await page.locator(".moves > li").nth(2).waitFor({ state: "detached" });
  }
  await click(page, "Redo");
  await page.locator(".moves > li").nth(2).waitFor();
  const { left } = await saved(page);
  assert.ok(left.every((time) => time <= 70000) && left[0] + left[1] < 130000, String(left));
  await visit(page, "#/");
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns, clock: { base: 60000, increment: 0 }, left: [60000, 1000] })}`);
  await page.locator(".end h2", { hasText: "time is up" }).waitFor();
  assert.equal((await saved(page)).left[1], 0);
});
