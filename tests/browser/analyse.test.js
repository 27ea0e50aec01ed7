// The analysis board.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PHONE, ask, click, closeBoard, holdAnswers, inSight, keepGame, openBoard, openFile, ready, says, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();
const address = (game, turns = []) => `#/analyse?${new URLSearchParams({ game, turns: turns.join(" ") })}`;
const count = (page, selector) => page.locator(selector).count();

test("lines are shown with depth and speed, and their turns are tapped", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  // The lines come into sight even if another tab is open.
  await page.getByRole("tab", { name: "Position" }).click();
  await click(page, "Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await page.locator(".arrow").first().waitFor();
  await page.waitForFunction(() => /Scores for White · depth \d+ · .* nodes · .* a second/.test(document.querySelector(".thinking").textContent));
  assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /^Evaluation: .* for White$/);
  await page.getByLabel("Lines").selectOption("5");
  await page.locator(".lines li").nth(4).waitFor();
  // Waits until the first line has six turns, the maximum. They need more than one row.
  await page.locator(".lines li").first().locator(".pv .turn").nth(5).waitFor({ state: "attached" });
  await click(page, "Stop");
  await page.getByRole("button", { name: "Analyse", exact: true }).waitFor();
  // Each line has one row until it is opened.
  const lines = page.locator(".lines li");
  for (const line of await lines.all()) assert.ok((await line.boundingBox()).height < 60);
  await click(page, "More of line 1");
  assert.ok((await lines.first().boundingBox()).height > 60);
  // A click on the third turn of a line plays the first three turns.
  const pv = lines.first().locator(".turn");
  await pv.nth(2).click();
  await page.locator(".moves > li").nth(2).waitFor();
  for (const words of await page.locator(".moves .turn").allTextContents()) assert.match(words, /un-move/);
});

for (const fails of [false, true]) {
  test(`an analysis goes on after two quick steps${fails ? ", even if the request of the first one fails" : ""}`, async () => {
    const { page } = board;
    await visit(page, address("ssehc", await someTurns(page, "ssehc", 4)));
    await click(page, "Analyse");
    await page.locator(".lines li").first().waitFor();
    // The answer to the first step comes after the second step.
    const answers = await holdAnswers(page, "position");
    for (const count of [1, 2]) {
      await page.keyboard.press("ArrowLeft");
      await answers.has(count);
    }
    if (fails) await answers.held.shift().fulfill({ status: 429, json: { error: "too many requests" } });
    await answers.end();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.locator(".thinking", { hasText: /depth/ }).waitFor();
  });
}

test("an analysis goes on after a step back, a step on and a step back", async () => {
  const { page } = board;
  await visit(page, address("ssehc", await someTurns(page, "ssehc", 4)));
  await click(page, "Analyse");
  await page.locator(".lines li").first().waitFor();
  const answers = await holdAnswers(page, "position");
  for (const [before, key] of ["ArrowLeft", "ArrowRight", "ArrowLeft"].entries()) {
    await page.keyboard.press(key);
    await answers.has(before + 1);
  }
  // The first answer is about the same position as the last one, and comes much earlier.
  await answers.held.shift().continue();
  await page.waitForTimeout(1000);
  await answers.end();
  await page.locator(".moves > li:nth-child(3) > .turn[aria-current]").waitFor();
  await page.locator(".thinking", { hasText: /depth/ }).waitFor({ timeout: 20000 });
  await page.locator(".lines li").first().waitFor();
});

test("after a tap on a turn of a line, a late score of the old position is not shown for the new one", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  await click(page, "Analyse");
  const turn = page.locator(".lines li").first().locator(".turn:not(.more)").nth(1);
  await turn.waitFor();
  const answers = await holdAnswers(page, "words");
  await turn.click();
  await answers.has(1);
  const before = await page.locator(".thinking").textContent();
  await page.waitForFunction((old) => document.querySelector(".thinking").textContent !== old, before);
  await click(page, "Stop");
  await answers.end();
  await page.locator(".moves > li:nth-child(2) > .turn[aria-current]").waitFor();
  assert.equal(await page.locator(".evaluation").getAttribute("aria-label"), "No evaluation yet");
});

test("the evaluation bar is flipped together with the board", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  const isFlipped = () => page.locator(".evaluation").evaluate((bar) => bar.matches(".flipped"));
  await click(page, "Flip");
  assert.equal(await isFlipped(), true);
  await type(page, "flip");
  assert.equal(await isFlipped(), false);
});

test("an analysed game has a graph, and a tap on the graph opens a position", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 4);
  await visit(page, address("ssehc", turns));
  await click(page, "Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".graph").waitFor();
  await page.locator(".graph").click({ position: { x: 2, y: 20 } });
  await page.waitForFunction(() => document.querySelector(".moves [aria-current]") === null);
  await page.locator(".graph").click({ position: { x: (await page.locator(".graph").boundingBox()).width - 3, y: 20 } });
  await page.locator(".moves > li:nth-child(4) > .turn[aria-current]").waitFor();
});

test("a running analysis loses no tap, and leaves the focus where it is", async () => {
  const { page } = board;
  await visit(page, address("ssehc", ["f3e2"]));
  // A slow finger: several reports of the search arrive between touch and release.
  const press = (selector) => page.locator(selector).first().click({ delay: 600 });
  await click(page, "Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await press('[data-pocket="N"], [data-pocket="n"].open');
  await page.locator('[data-pocket="n"].selected').waitFor();
  await page.keyboard.press("Escape");
  await press(".lines .turn");
  await page.locator(".moves > li").nth(1).waitFor();
  await visit(page, address("unplay-strict"));
  await click(page, "Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  for (const square of ["h8", "g7"]) await page.locator(`[data-square="${square}"]`).click();
  await page.keyboard.press("ArrowDown");
  const chosen = () => page.evaluate(() => document.activeElement.dataset.answer ?? document.activeElement.id);
  const answer = await chosen();
  const depth = () => page.locator(".thinking").first().textContent();
  const reported = async () => {
    const before = await depth();
    await page.waitForFunction((old) => document.querySelector(".thinking").textContent !== old, before);
  };
  await reported();
  assert.equal(await chosen(), answer);
  await page.locator("#command").focus();
  await reported();
  assert.equal(await chosen(), "command");
});

test("the lines are not redrawn while one of two fingers still presses them", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  const redraws = await page.evaluate(async () => {
    const { drawSteadily } = await import("/dom.js");
    const node = document.body.appendChild(document.createElement("div"));
    let count = 0;
    const draw = drawSteadily(node, () => (count += 1));
    const event = (kind, pointerId) => node.dispatchEvent(new PointerEvent(kind, { pointerId, bubbles: true }));
    const after = async () => {
      draw();
      await new Promise((done) => setTimeout(done, 200));
      return count;
    };
    event("pointerdown", 11);
    event("pointerdown", 12);
    event("pointerup", 12);
    const pressed = await after();
    event("pointerup", 11);
    return [pressed, await after()];
  });
  assert.equal(redraws[0], 0);
  assert.ok(redraws[1] > 0);
});

test("a wrong address shows an error and a board that can be analysed, and damaged storage is ignored", async () => {
  const { page } = board;
  for (const [wrong, answer] of [["start=xx", "has 6 fields"], ["turns=zz", "'zz' is not a turn"]]) {
    await visit(page, `#/analyse?game=ssehc&${wrong}`);
    await says(page, answer);
    await click(page, "Analyse");
    await page.locator(".lines li").nth(2).waitFor();
  }
  const kept = (children) => ({ id: "x", game: "ssehc", start: "startpos", seed: 0, turns: [], tree: { children } });
  // The last of these values has 30 analyses, the most that the browser keeps.
  for (const damaged of [{ tree: { turn: 1 } }, [{ tree: { turn: 1 } }], [{ ...kept([]), turns: 7 }], [kept([7])], Array(30).fill(kept([null]))]) {
    await visit(page, "#/");
    await page.evaluate((text) => localStorage.setItem("reviver.analyses", text), JSON.stringify(damaged));
    await visit(page, "#/analyse");
    await page.waitForFunction(() => document.querySelectorAll(".squares .square svg").length > 0);
    assert.equal(await count(page, "[role=alert]:not(:empty)"), 0);
  }
});

test("every search of a page sends the same id of the page", async () => {
  const { page } = board;
  const pages = [];
  page.on("request", (request) => {
    if (/\/api\/(analyse|review)$/.test(request.url())) pages.push(request.postDataJSON().page);
  });
  await visit(page, address("ssehc"));
  await click(page, "Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await click(page, "All turns");
  await page.locator(".all-turns .turn").first().waitFor();
  await visit(page, `#/review/${await keepGame(page, "ssehc", { turns: ["f3e2"], over: true, result: "*" })}`);
  await page.locator(".graph").waitFor();
  assert.ok(pages.length >= 3 && pages[0].length >= 16, pages.join());
  assert.equal(new Set(pages).size, 1);
});

test("if a game goes on after its analysis was opened, the analysis gets the new turns too", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 6);
  await keepGame(page, "ssehc", { turns: turns.slice(0, 4) });
  const open = async () => {
    await visit(page, "#/");
    await visit(page, "#/play/kept");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await click(page, "Open the analysis board");
    await ready(page, "analyse");
  };
  await open();
  await page.locator("textarea").fill("a thought");
  await page.locator("textarea").blur();
  await page.locator(".moves .comment").waitFor();
  const { turns: legal } = await ask(page, "turns", { game: "ssehc", turns: turns.slice(0, 4) });
  await type(page, legal.find(({ text }) => text !== turns[4]).text);
  await page.locator(".moves > li").nth(4).waitFor();
  await keepGame(page, "ssehc", { turns });
  await open();
  await page.locator(".moves .comment", { hasText: "a thought" }).waitFor();
  // The turn added in the analysis stays in the main line. The game's new turns become a variation.
  assert.equal(await count(page, ".moves .turn"), 7);
  assert.equal(await count(page, ".moves .variation .turn"), 2);
});

test("a new analysis does not replace the last one, and a list offers the kept analyses", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  await type(page, "f3e2");
  await page.locator(".moves > li").first().waitFor();
  await page.locator("textarea").fill("the first");
  await page.locator("textarea").blur();
  await page.locator(".moves .comment").waitFor();
  await visit(page, "#/puzzles/unplay-strict");
  await page.getByRole("link", { name: "Analyse", exact: true }).last().click();
  await ready(page, "analyse");
  const { puzzles } = await ask(page, "puzzles", { game: "unplay-strict" });
  await type(page, puzzles[0].best[0]);
  await page.locator(".moves > li").first().waitFor();
  // The analysis of the same puzzle opens as it was left.
  await visit(page, "#/puzzles/unplay-strict");
  await page.getByRole("link", { name: "Analyse", exact: true }).last().click();
  await ready(page, "analyse");
  assert.equal(await count(page, ".moves .turn"), 1);
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByLabel("Kept analyses").selectOption({ index: 2 });
  await page.locator(".moves .comment", { hasText: "the first" }).waitFor({ state: "attached" });
  // If 30 analyses are kept, a new one replaces the oldest that has neither a comment nor a
  // variation (here "dropped"). A warning names that analysis before it is replaced.
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("reviver.analyses")));
  const [latest, ...older] = await stored();
  const plain = Array.from({ length: 28 }, (_, index) => ({ ...latest, id: `plain-${index}`, updated: `2026-01-${28 - index}`, tree: { children: [] } }));
  const commented = [latest, ...older].filter(({ tree }) => tree.children[0]?.comment === "the first");
  assert.equal(commented.length, 1);
  await page.evaluate((all) => localStorage.setItem("reviver.analyses", JSON.stringify(all)), [...plain, { ...latest, id: "dropped", updated: "2025-12-31", tree: { children: [] } }, ...commented]);
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Game" }).click();
  await page.locator(".warning", { hasText: /There is no more room\. .* replaces an old one: .*, 1 line, 2025-12-31\./ }).waitFor();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await type(page, "f3f2");
  await page.locator(".moves > li").first().waitFor();
  const kept = await stored();
  assert.deepEqual(kept.slice(1).map(({ id }) => id), [...plain, ...commented].map(({ id }) => id));
});

test("variations and comments survive a reload, and can be saved as a record and opened again", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  await visit(page, address("ssehc", turns));
  await page.locator("textarea").fill("a thought");
  await page.locator("textarea").blur();
  await page.locator(".moves .comment").waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  const other = ["f3f2", "f3e2"].find((turn) => turn !== turns[0]);
  await page.locator('[data-square="f3"]').click();
  await page.locator(`[data-square="${other.slice(2)}"]`).click();
  await page.locator(".moves .variation .turn[aria-current]").waitFor();
  await page.reload();
  await ready(page, "analyse");
  await page.locator(".moves .variation .turn[aria-current]").waitFor();
  assert.equal(await page.locator(".moves .comment").textContent(), "a thought");
  // "Analyse" in the menu continues this analysis.
  await visit(page, "#/");
  await visit(page, "#/analyse");
  await page.locator(".moves .variation .turn[aria-current]").waitFor();
  await page.getByRole("tab", { name: "Game" }).click();
  await click(page, "Make this variation the main line");
  await page.locator(".moves > li > .turn[aria-current]").waitFor({ state: "attached" });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".moves .variation .turn").first().click();
  await page.getByRole("tab", { name: "Game" }).click();
  await click(page, "Make this variation the main line");
  const [download] = await Promise.all([page.waitForEvent("download"), click(page, "Save as a game record")]);
  const record = readFileSync(await download.path());
  assert.match(record.toString(), /a thought/);
  assert.ok(record.toString().includes(`(1. ${other})`), record.toString());
  // A new analysis does not contain the turns of this one.
  await visit(page, address("ssehc"));
  assert.equal(await count(page, ".moves .turn"), 0);
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), { name: "game.pgn", mimeType: "text/plain", buffer: record });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".moves .comment").waitFor();
  assert.equal(await count(page, ".moves > li"), 3);
  assert.match(await page.locator(".moves .variation .turn").textContent(), /un-move/);
  // A record of Unachess changes the analysis board from Ssehc to Unachess.
  const { text } = await ask(page, "record", { game: "unachess", turns: ["K@e1"], comments: ["the king"] });
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction(() => document.querySelector(".head select")?.value === "unachess" && document.querySelector(".moves .comment") !== null);
});

test("on a phone the button Analyse is in sight, and the button More shows the hidden turns of a line", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, address("unplay-strict"));
  const analyse = page.getByRole("button", { name: "Analyse", exact: true });
  for (const part of [page.locator(".board"), analyse]) assert.ok(await inSight(part));
  await analyse.tap();
  const line = page.locator(".lines li").nth(1);
  await line.locator(".turn:not(.more)").nth(3).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Stop" }).tap();
  for (const part of [page.locator(".board"), page.locator(".lines .turn").first()]) assert.ok(await inSight(part));
  assert.ok(await line.locator(".turn:not(.more)").nth(3).isHidden());
  await page.getByRole("button", { name: "More of line 2" }).tap();
  await line.locator(".turn:not(.more)").nth(3).waitFor();
  // An arrow that several lines share is drawn once, with the numbers of all these lines.
  const labels = await page.locator(".overlay .coin").allTextContents();
  assert.deepEqual([...new Set(labels.flatMap((label) => label.split(" ")))].sort(), ["1", "2", "3"]);
  const arrows = await page.locator(".overlay .arrow > line, .overlay .arrow > circle").evaluateAll((all) => all.map((one) => [...one.attributes].map(({ value }) => value).join()));
  assert.equal(new Set(arrows).size, arrows.length);
  await closeBoard(page);
});

test("the commands of the text field work on the analysis board", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  await type(page, "value");
  await says(page, "has not been analysed");
  await type(page, "f3e2");
  await page.locator(".moves > li").first().waitFor();
  await type(page, "back");
  await says(page, "White to play");
  await type(page, "analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await type(page, "stop");
  await page.getByRole("button", { name: "Analyse", exact: true }).waitFor();
  await type(page, "value");
  await says(page, "Evaluation:");
});

test("if a record defines its own game, the analysis is kept, and the list of games contains the game", async () => {
  const { page } = board;
  const record = '[Variant "at-home"]\n[Switches "unplay goal=home"]\n[Result "*"]\n\n1. h8g8 {a thought} *\n';
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(record) });
  const isShown = () => page.locator(".moves .comment", { hasText: "a thought" }).waitFor({ state: "attached", timeout: 20000 });
  await isShown();
  assert.equal(await page.locator(".head select").inputValue(), "at-home");
  await page.reload();
  await ready(page, "analyse");
  await isShown();
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByLabel("Kept analyses").selectOption({ index: 1 });
  await isShown();
});

test("an unknown command gets an answer, also if it is a word such as constructor", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  for (const [word, words] of [["constructor", "constructor"], ["__proto__", "__proto__"], ["pieces constructor", "Name a piece"]]) {
    await type(page, word);
    await page.locator(".log li", { hasText: words }).last().waitFor({ state: "attached", timeout: 20000 });
    await page.evaluate(() => document.querySelector(".log").replaceChildren());
  }
  await visit(page, "#/constructor");
  await page.locator(".cards .card").first().waitFor({ timeout: 20000 });
});

test("a record that is opened for analysis always keeps its players, but keeps its result only while its main line is unchanged", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  const { text } = await ask(page, "record", { game: "ssehc", turns: turns.slice(0, 2), players: ["Anna", "Bert"], result: "1-0" });
  await visit(page, "#/analyse?game=ssehc");
  await page.getByRole("tab", { name: "Game" }).click();
  await openFile(page, page.getByRole("button", { name: "Open a game record" }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".moves > li").nth(1).waitFor({ state: "attached" });
  await page.reload();
  await ready(page, "analyse");
  await page.getByRole("tab", { name: "Game" }).click();
  const saves = async (result) => {
    const [download] = await Promise.all([page.waitForEvent("download"), click(page, "Save as a game record")]);
    const record = readFileSync(await download.path(), "utf8");
    for (const tag of ['[White "Anna"]', '[Black "Bert"]', `[Result "${result}"]`]) assert.ok(record.includes(tag), record);
  };
  await saves("1-0");
  await click(page, "To the end");
  await page.locator(".moves > li:nth-child(2) > [aria-current]").waitFor({ state: "attached" });
  await type(page, turns[2]);
  await page.locator(".moves > li").nth(2).waitFor({ state: "attached" });
  await saves("*");
});
