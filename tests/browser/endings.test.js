// Draws and resignations.

import test from "node:test";
import assert from "node:assert/strict";
import { beginGame, click, holdAnswers, saved, says, type, useBoard } from "./harness.js";

const board = useBoard();

// Offers Reviver a draw with the menu "More".
async function offerDraw(page) {
  await click(page, "More");
  await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Offer a draw" }).click();
  await page.getByRole("dialog", { name: "Offer a draw?" }).getByRole("button", { name: "Offer a draw" }).click();
}

test("two people agree to a draw in one game, and a player resigns another", async () => {
  const { page } = board;
  await beginGame(page, "unplay");
  const dialog = page.getByRole("dialog", { name: "Do both players agree to a draw?" });
  for (const answer of ["Go on playing", "Agree to a draw"]) {
    assert.equal((await saved(page)).over, undefined);
    await click(page, "More");
    await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Agree to a draw" }).click();
    await dialog.getByRole("button", { name: answer }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await page.locator(".end h2").waitFor();
  assert.equal((await saved(page)).result, "1/2-1/2");
  await beginGame(page, "unachess");
  await click(page, "More");
  await click(page, "Resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).click();
  await page.locator(".end h2").waitFor();
  assert.equal((await saved(page)).result, "0-1");
});

test("Reviver is offered a draw, and answers", async () => {
  const { page } = board;
  await beginGame(page, "unplay-strict", { who: "you" });
  await offerDraw(page);
  await page.waitForFunction(() => /declines the draw/.test(document.querySelector(".line").textContent) || /has accepted your offer/.test(document.querySelector(".end").textContent));
});

test("Reviver answers an offer of a draw even if the visitor asks for a hint or the best turns", async () => {
  const { page } = board;
  await beginGame(page, "unplay-strict", { who: "you" });
  const searches = await holdAnswers(page, "analyse");
  await offerDraw(page);
  await says(page, "Reviver considers your offer");
  await type(page, "hint");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await click(page, "Show the best turns");
  await page.locator(".thinking", { hasText: "Reviver considers your offer" }).waitFor();
  assert.equal(searches.held.length, 1);
  await searches.end();
  await page.waitForFunction(() => /declines the draw|has accepted your offer/.test(document.body.textContent));
});
