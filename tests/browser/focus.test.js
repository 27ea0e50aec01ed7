// Where the keyboard focus is after an action, and what the live region says.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, keepGame, someTurns, useBoard, visit } from "./harness.js";

const board = useBoard();
const square = (page, name) => page.locator(`.board [data-square="${name}"]`).first();
const show = async (page, game, more) => visit(page, `#/play/${await keepGame(page, game, more)}`);

// Waits until an element that matches `selector` has the focus.
const focused = (page, selector) => page.waitForFunction((wanted) => document.activeElement.matches(wanted), selector, { timeout: 5000 });

test("a question on the board keeps the focus on its answer when something is announced", async () => {
  const { page } = board;
  const turns = await someTurns(page, "unplay-strict", 4);
  await show(page, "unplay-strict", { turns });
  const { turns: legal } = await ask(page, "turns", { game: "unplay-strict", turns });
  const [from, to] = legal.find(({ text }) => text.endsWith("*n")).taps[0];
  for (const tap of [from, to]) await square(page, tap.square).click();
  await focused(page, '.column [data-answer="none"]');
  while (!(await page.evaluate(() => document.activeElement.matches('[data-answer="n"]')))) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Alt+s");
  await page.locator(".told", { hasText: "on the board" }).waitFor();
  await focused(page, '.column [data-answer="n"]');
});
