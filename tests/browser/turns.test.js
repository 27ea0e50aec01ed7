// Tests of who begins, of when Reviver plays and pauses, and of a step back before the server has
// answered.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, beginGame, click, gamesWhere, holdAnswers, keepGame, played, saved, says, type, useBoard, visit } from "./harness.js";

const board = useBoard();

test("Reviver begins, and its level is changed", async (suite) => {
  const { page } = board;
  const [game] = await gamesWhere(page, ({ first }) => first === "b");
  if (!game) return suite.skip("no game is begun by Black");
  await beginGame(page, game.name, { who: "reviver" });
  await played(page, 1);
  // Black begins this game, so Reviver has Black. The person's side, White, is at the bottom.
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "a8");
  await click(page, "More");
  await click(page, "Strength of Reviver");
  await page.locator('dialog input[type="range"]').fill("12");
  await page.locator("dialog output", { hasText: "Club, level 12 of 20" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal((await saved(page)).level, 12);
});

test("Reviver plays itself at the chosen speed, and can be paused", async () => {
  const { page } = board;
  await beginGame(page, "unplay-strict", { who: "none" });
  const count = async () => (await saved(page)).turns.length;
  await page.locator(".panel select").selectOption("2500");
  await page.locator(".moves > li").nth(1).waitFor();
  const before = await count();
  await page.waitForTimeout(1800);
  assert.equal(await count(), before);
  await page.locator(".panel select").selectOption("0");
  await page.locator(".moves > li").nth(5).waitFor();
  await click(page, "Pause");
  const paused = await count();
  await page.waitForTimeout(1500);
  assert.ok((await count()) <= paused + 1);
  await click(page, "Go on");
  await page.locator(".moves > li").nth(paused + 1).waitFor();
});

test("a game of Reviver against itself stops while an earlier turn is shown, and after the game is resigned between two turns", async () => {
  const { page } = board;
  await beginGame(page, "unplay-strict", { who: "none" });
  await page.locator(".panel select").selectOption("2500");
  await page.locator(".moves > li").nth(1).waitFor();
  const staysAt = async (count) => {
    await page.waitForTimeout(3500);
    assert.equal((await saved(page)).turns.length, count);
  };
  await click(page, "One turn back");
  await says(page, "You are looking back");
  await staysAt((await saved(page)).turns.length);
  await says(page, "You are looking back");
  await click(page, "To the present turn");
  await click(page, "More");
  await click(page, "Resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).click();
  await page.locator(".end h2").waitFor();
  await staysAt((await saved(page)).turns.length);
});

test("the chosen player begins, even if Black is to play in the start position", async () => {
  const { page } = board;
  const start = "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 1";
  await beginGame(page, "unplay", { start, who: "you" });
  await says(page, "Choose a piece to un-move");
  assert.deepEqual((await saved(page)).players, ["reviver", "human"]);
  await beginGame(page, "unplay", { start, who: "reviver" });
  await played(page, 1);
  await says(page, "Choose a piece to un-move");
});

test("a step back is not lost while the server answers a turn", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "unplay", { turns: ["h8h7"] })}`);
  const answers = await holdAnswers(page, "position");
  const [{ text }] = (await ask(page, "turns", { game: "unplay", turns: ["h8h7"] })).turns;
  await type(page, text);
  await answers.has(1);
  await click(page, "One turn back");
  await answers.has(2);
  await answers.end();
  await page.locator(".moves > li").nth(1).waitFor();
  await says(page, "You are looking back at turn 1");
});

for (const players of [["human", "human"], ["human", "reviver"]]) {
  test(`until the server answers a turn, no second turn is entered${players[1] === "reviver" ? " for Reviver" : ""}`, async () => {
    const { page } = board;
    await visit(page, `#/play/${await keepGame(page, "unachess", { players })}`);
    const searches = await holdAnswers(page, "analyse");
    const answers = await holdAnswers(page, "position");
    for (const square of ["f3", "c3"]) {
      for (const selector of ['[data-pocket="N"]', `[data-square="${square}"]`]) await page.locator(selector).click();
      await answers.has(1);
    }
    await says(page, "Reviver has not answered your last turn yet.");
    await type(page, "N@d3");
    await answers.end();
    await page.locator(".moves > li").waitFor();
    assert.deepEqual((await saved(page)).turns, ["N@f3"]);
    await searches.end();
  });
}

test("if a watched game is played on, Reviver thinks one second about each turn", async () => {
  const { page } = board;
  const searches = await holdAnswers(page, "analyse");
  await visit(page, `#/play/${await keepGame(page, "unplay-strict", { turns: ["h8g8*b"], players: ["reviver", "reviver"], over: true, result: "1-0", copy: true })}`);
  await click(page, "Undo");
  await click(page, "Go on");
  await searches.has(1);
  assert.equal(searches.held[0].request().postDataJSON().movetime, 1000);
  await searches.end();
  await played(page, 1);
  await click(page, "Pause");
});
