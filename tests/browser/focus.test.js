// Where the keyboard focus is after an action, and what the live region says.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, keepGame, says, someTurns, type, useBoard, visit } from "./harness.js";

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

// Puts the focus on the button of this name, presses a key, and waits until an element that matches `selector` has the
// focus.
async function press(page, name, key, selector) {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press(key);
  await focused(page, selector);
}

// A position of Ssehc in which the end can be declared.
const MAY_DECLARE = "rnbqkbnr/1p1pp1pp/3p4/p7/8/8/PPPPPPPP/RNBQKBNR[p] w - - 0 40";

test("if a button that had the focus is drawn again, it keeps the focus, and if it is gone, the board gets the focus", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: ["f3e2"] });
  await press(page, "Nothing was captured", "Alt+s", ".pass");
  await square(page, "f6").click();
  await press(page, "Choose again", "Alt+s", ".extra button");
  await press(page, "Choose again", "Enter", ".square");
  await press(page, "Nothing was captured", "Enter", ".square");
  // While an earlier position is shown, a tap on the board offers "Go to the last turn". After a press of this button,
  // the board gets the focus.
  await press(page, "One turn back", "Enter", ".step");
  await says(page, "You are looking back");
  await square(page, "a1").click();
  await press(page, "Go to the last turn", "Enter", ".square");
  // ArrowLeft in the list of turns steps back to the start, and the focus stays in the list.
  await page.locator(".moves .turn").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".moves [aria-current]").waitFor({ state: "detached" });
  await focused(page, ".moves .turn");
});

test("the button that declares the end keeps the focus, and when the game is over the board gets the focus", async () => {
  const { page } = board;
  await show(page, "ssehc", { start: MAY_DECLARE });
  await page.locator(".declare").focus();
  await page.keyboard.press("Alt+s");
  await page.locator(".told").waitFor();
  await focused(page, ".declare");
  await page.keyboard.press("Enter");
  await page.locator(".end h2").waitFor();
  await focused(page, ".square");
});

test("after a turn of the analysis is played from a list, the board gets the focus", async () => {
  const { page } = board;
  await visit(page, "#/analyse?game=ssehc&turns=f3e2");
  for (const [button, list] of [["Analyse", ".lines"], ["All turns", ".all-turns"]]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.locator(`${list} .turn`).first().focus();
    await page.keyboard.press("Enter");
    await focused(page, ".square");
    if (button === "Analyse") await page.getByRole("button", { name: "Stop" }).click();
  }
});

test("if Back of the browser closes a watched game, the page gets the focus", async () => {
  const { page } = board;
  await visit(page, "#/watch");
  await page.locator(".boards .turn").first().click();
  await press(page, "One turn on", "Enter", ".step");
  await page.goBack();
  await focused(page, "main");
});

test("Escape takes back the piece chosen in the reserve with the mouse", async () => {
  const { page } = board;
  await show(page, "unachess", { turns: ["K@e1", "K@e8"] });
  const knight = page.locator('[data-pocket="N"]');
  await knight.click();
  await says(page, "A knight. Choose its square.");
  await page.keyboard.press("Escape");
  await says(page, "White to play.");
  assert.equal(await knight.getAttribute("aria-pressed"), "false");
  await focused(page, '[data-pocket="N"]');
});

test("after an un-capture, Alt+B, Alt+P and Alt+M include the piece that has come back", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: ["f3e2"] });
  await page.locator('[data-pocket="r"]').click();
  await says(page, "A rook comes back");
  const answer = (words) => page.locator(".told", { hasText: words }).waitFor({ timeout: 5000 });
  await square(page, "f3").focus();
  await page.keyboard.press("Alt+b");
  await answer("Black: king f6, rook f3.");
  await page.keyboard.press("Alt+p");
  await page.keyboard.press("r");
  await answer("black rook f3");
  // After the rook has been chosen for the un-move, the king can still be chosen instead: the turns of both are listed.
  await square(page, "f3").click();
  for (const [name, piece] of [["f3", "rook"], ["f6", "king"]]) {
    await type(page, `turns ${name}`);
    await answer(`turns from ${name}: un-capture rook on f3, un-move ${piece} to`);
    assert.doesNotMatch(await page.locator(".told").textContent(), /un-capture (bishop|knight|pawn|queen)/);
  }
});

// Returns a function that waits until the live region has said these words since the last call.
async function listen(page) {
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.getElementById("live").textContent)).observe(document.getElementById("live"), { childList: true });
  });
  return async (words) => {
    await page.waitForFunction((wanted) => window.heard.some((text) => text.includes(wanted)), words, { timeout: 10000 });
    return page.evaluate(() => window.heard.splice(0));
  };
}

test("the last turn is announced when it is shown again, and so is a flip of the board", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: ["f3e2"] });
  const hears = await listen(page);
  for (const name of ["One turn on", "To the present turn"]) {
    await page.getByRole("button", { name: "One turn back" }).click();
    await hears("You are looking back at the start.");
    await page.getByRole("button", { name }).click();
    await hears("White un-moved the king from f3 to e2. Black to play.");
  }
  await type(page, "flip");
  await hears("Black is at the bottom of the board.");
});

test("“Again” announces what to do", async () => {
  const { page } = board;
  for (const address of ["#/learn/ssehc/0", "#/puzzles/unplay-strict"]) {
    await visit(page, address);
    const hears = await listen(page);
    await page.getByRole("button", { name: "Again" }).click();
    await hears("White to play.");
  }
});

test("a turn of a line and a position of the editor are announced, and the evaluation of the old position is not", async () => {
  const { page } = board;
  await visit(page, "#/analyse?game=ssehc&turns=f3e2");
  const hears = await listen(page);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.locator('.evaluation[aria-label^="Evaluation"]').waitFor();
  await page.locator(".lines .turn").first().click();
  const heard = await hears("White to play.");
  assert.doesNotMatch(heard.join(), /Evaluation/);
  await page.getByRole("button", { name: "Stop" }).click();
  await hears("Evaluation");
  await page.getByRole("tab", { name: "Position" }).click();
  await page.getByRole("button", { name: "Edit on the board" }).click();
  await page.getByRole("button", { name: "Use this position" }).click();
  await hears("White to play.");
});

test("screen reader mode says that it is on or off, and the slider for the level says its level", async () => {
  const { page } = board;
  const hears = await listen(page);
  for (const words of ["on", "off"]) {
    await page.locator("#reader").focus();
    await page.keyboard.press("Enter");
    await hears(`Screen reader mode is ${words}.`);
  }
  await show(page, "ssehc", { players: ["human", "reviver"], level: 1 });
  for (const name of ["More", "Strength of Reviver"]) await page.getByRole("button", { name, exact: true }).click();
  assert.equal(await page.getByRole("slider").getAttribute("aria-valuetext"), "Beginner, level 1 of 20");
});

test("the cursor of the board is where the focus is, also if a screen reader has put it there", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: ["f3e2"] });
  await square(page, "f6").focus();
  await type(page, "turns");
  await page.locator(".told", { hasText: "turns from f6" }).waitFor({ timeout: 5000 });
  await square(page, "f6").focus();
  await page.keyboard.press("ArrowUp");
  await focused(page, '[data-square="f7"]');
});
