// The scores of every legal turn on the analysis board.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, click, says, useBoard, visit } from "./harness.js";

const board = useBoard();
const address = (game, turns = []) => `#/analyse?${new URLSearchParams({ game, turns: turns.join(" ") })}`;

test("every legal turn has its score on demand", async () => {
  const { page } = board;
  await visit(page, address("unachess", ["K@e1", "K@e8"]));
  const { turns } = await ask(page, "turns", { game: "unachess", turns: ["K@e1", "K@e8"] });
  await click(page, "All turns");
  await page.waitForFunction((all) => document.querySelectorAll(".all-turns tbody tr").length === all, turns.length);
  await page.locator(".overlay .value").first().waitFor();
  // A piece in reserve shows the score of its best turn, too.
  await page.locator('[data-pocket="Q"][data-value]').waitFor();
  await page.locator(".all-turns caption", { hasText: "Every turn and its score for White" }).waitFor();
  // When a piece is chosen, each of its target squares shows the score of going there.
  await page.locator('[data-square="e1"]').click();
  await page.waitForFunction(() => /score/.test(document.querySelector('[data-square="d1"]').getAttribute("aria-label")));
  // The third column has the depth of each score.
  assert.match(await page.locator(".all-turns tbody td:nth-child(3)").first().textContent(), /^\d+$/);
  await page.keyboard.press("Escape");
  await page.locator(".all-turns .turn").first().click();
  await page.locator(".moves > li").nth(2).waitFor();
});

test("a turn in the list of all turns can be tapped while the list fills", async () => {
  const { page } = board;
  await visit(page, address("ssehc", ["f3e2"]));
  await click(page, "All turns");
  await page.locator(".all-turns .turn").nth(5).waitFor();
  await page.locator(".all-turns .turn").first().click({ delay: 600 });
  await page.locator(".moves > li").nth(1).waitFor();
});

test("each answer to 'What was captured?' shows the best score of its turns", async () => {
  const { page } = board;
  const best = (turns) => page.evaluate((texts) => {
    const scores = [...document.querySelectorAll(".all-turns tbody tr")].map((row) => [row.querySelector("button").textContent, row.children[1].textContent]);
    return scores.find(([text]) => texts.includes(text))[1];
  }, turns.map(({ native }) => native));
  const isShown = (answer, score) => page.waitForFunction(
    ([name, wanted]) => document.querySelector(`[data-answer="${name}"]`)?.dataset.value === wanted,
    [answer, score],
  );
  // Waits until the search of all turns has ended, so that no score changes.
  const everyTurn = async (turns) => {
    await click(page, "All turns");
    await page.waitForFunction((all) => document.querySelectorAll(".all-turns tbody tr").length === all, turns.length);
    await says(page, "Each piece that you can choose shows");
  };
  const short = (score) => (/^[+-]?\d/.test(score) ? `${score[0] === "+" ? "+" : ""}${Number(score).toFixed(1)}` : score);

  await visit(page, address("ssehc", ["f3e2"]));
  const { turns: heads } = await ask(page, "turns", { game: "ssehc", turns: ["f3e2"] });
  await everyTurn(heads);
  await isShown("pass", short(await best(heads.filter(({ text }) => !text.includes("@")))));

  await visit(page, address("unplay"));
  const { turns } = await ask(page, "turns", { game: "unplay" });
  await everyTurn(turns);
  await page.locator('[data-square="h8"]').click();
  await page.locator('[data-square="g7"]').click();
  for (const [answer, text] of [["none", "h8g7"], ["q", "h8g7*q"]]) await isShown(answer, short(await best(turns.filter((turn) => turn.text === text))));
});

test("a forced win is written as in the terminal, and the page explains '+M5'", async () => {
  const { page } = board;
  const note = "+M5 means a forced win in 5 turns";
  await visit(page, address("unplay"));
  await click(page, "All turns");
  await page.locator(".all-turns tr", { hasText: "Kh8-g7(*B)" }).getByText("+M1", { exact: true }).waitFor();
  await page.locator(".all-turns caption", { hasText: note }).waitFor();
  await page.locator(".overlay .value", { hasText: "+M1" }).waitFor();
  await click(page, "Analyse");
  await page.locator(".lines strong", { hasText: "+M1" }).waitFor();
  await page.locator(".thinking", { hasText: note }).waitFor();
  // The label of the evaluation bar names the win in words.
  await page.locator('.evaluation[aria-label="Evaluation: White wins in 1"]').waitFor();
});
