// The pages of the board: what each does, and that everybody can read it.

import test, { after, before, beforeEach, afterEach } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync, mkdtempSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DESK, PHONE, Server, ask, axe, beginGame, byKeyboard, launch, openBoard, picture, playGame, program, ready, saved, sideways, visit } from "./harness.js";

let server;
let browser;
let page;

before(async () => {
  server = await Server.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  page = await openBoard(browser, server);
});

afterEach(async () => {
  const { problems } = page;
  await page.context().close();
  assert.deepEqual(problems, []);
});

const text = (selector) => page.locator(selector).textContent();
const click = (name) => page.getByRole("button", { name, exact: true }).click();
const says = (words) => page.waitForFunction((wanted) => document.querySelector(".line").textContent.includes(wanted), words);

async function openFile(button, path) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  await chooser.setFiles(path);
}

// A tournament of two quick games.
function playEvent(folder) {
  execFileSync(program, ["tournament", "--engine", "reviver", "--engine", "reviver", "--variant", "unplay-strict", "--nodes", "30", "--rounds", "1", "--out", folder], { stdio: "ignore" });
}

// The turns of a short game.
async function someTurns(game, count) {
  const turns = [];
  for (let index = 0; index < count; index++) {
    const { turns: legal } = await ask(page, "turns", { game, turns });
    turns.push(legal[(index * 31) % legal.length].text);
  }
  return turns;
}

test("a game against Reviver: it answers, and the turn is taken back and played again", async () => {
  await beginGame(page, "ssehc", { who: "you" });
  await playGame(page, { hands: byMouse, most: 1 });
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length === 2);
  await click("Undo");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length === 0);
  await click("Redo");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length === 2);
  await click("Hint");
  await says("Hint:");
  await page.locator(".arrow").first().waitFor();
});

// Taps with the mouse.
async function byMouse(tapped, tap) {
  if (tap.square) await tapped.locator(`.board [data-square="${tap.square}"]`).first().click();
  else if (tap.pocket) await tapped.locator(`[data-pocket="${tap.pocket}"]`).click();
  else await tapped.locator(`.column [data-answer="${tap.choice.answer}"]`).click();
}

test("a tap that leads nowhere is answered by the rule", async () => {
  await beginGame(page, "ssehc");
  await page.locator('[data-square="f3"]').click();
  await page.locator('[data-square="f6"]').click();
  await says("Not so:");
  await page.locator('[data-square="a1"]').click();
  await says("Not so:");
});

test("a piece is dragged", async () => {
  await beginGame(page, "ssehc");
  await page.locator('[data-square="f3"]').hover();
  await page.mouse.down();
  await page.locator('[data-square="f2"]').hover();
  await page.mouse.up();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.games"))[0].turns[0] === "f3f2");
});

test("the text field takes turns and words", async () => {
  await beginGame(page, "ssehc");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "command");
  await page.keyboard.type("f3f2\n");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("reviver.games"))[0].turns[0] === "f3f2");
  await page.locator("#command").fill("pieces k");
  await page.keyboard.press("Enter");
  await says("white king f2, black king f6");
  await page.locator("#command").fill("explain f6f8");
  await page.keyboard.press("Enter");
  await says("f6f8 is not legal");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+b");
  await says("White: king f2");
});

test("a game is resigned, and two people agree to a draw", async () => {
  await beginGame(page, "unplay");
  await click("More");
  await click("Agree to a draw");
  await page.locator(".end h2").waitFor();
  assert.equal((await saved(page)).result, "1/2-1/2");
  await beginGame(page, "unachess");
  await click("More");
  await click("Resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).click();
  await page.locator(".end h2").waitFor();
  assert.equal((await saved(page)).result, "0-1");
});

test("a clock runs, and its end ends the game", async () => {
  await beginGame(page, "unplay");
  const id = await page.evaluate(() => {
    const games = JSON.parse(localStorage.getItem("reviver.games"));
    Object.assign(games[0], { clock: { base: 1000, increment: 0 }, left: [1000, 1000], turns: ["h8h7"] });
    localStorage.setItem("reviver.games", JSON.stringify(games));
    return games[0].id;
  });
  await visit(page, "#/");
  await visit(page, `#/play/${id}`);
  await page.locator(".clock.runs").waitFor();
  await page.locator(".end h2").waitFor();
  assert.match(await text(".end h2"), /time is up/);
});

test("a reload and a restart of the server lose nothing", async () => {
  const own = await Server.start();
  const other = await openBoard(browser, own);
  await beginGame(other, "smolowitz");
  await playGame(other, { hands: byKeyboard, most: 3 });
  await other.reload();
  await ready(other, "play");
  assert.equal(await other.locator(".moves > li").count(), 3);
  await own.stop();
  await other.evaluate(() => document.querySelector(".square[tabindex='0']").click());
  const again = await Server.start({ port: own.port });
  await playTurnRefused(other);
  await other.goto(again.address);
  await ready(other, "games");
  await other.getByRole("link", { name: "Go on" }).click();
  await ready(other, "play");
  await playGame(other, { hands: byKeyboard, most: 1 });
  assert.equal((await saved(other)).turns.length, 4);
  await other.context().close();
  await again.stop();
});

// The page has the key of the old start: it says what to do.
async function playTurnRefused(other) {
  await other.locator("#command").fill("board");
  await other.keyboard.press("Enter");
  await other.locator("#command").fill("explain a1a2");
  await other.keyboard.press("Enter");
  await other.waitForFunction(() => /[Oo]pen the address/.test(document.querySelector(".line").textContent));
}

test("analysis: lines, every turn, variations, comments, a record out and in", async () => {
  await visit(page, "#/analyse?game=ssehc");
  await click("Analyse");
  await page.locator(".lines li").nth(2).waitFor();
  await page.locator(".arrow").first().waitFor();
  assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /Evaluation/);
  await page.locator(".lines li .turn").first().click();
  await page.locator(".moves > li").first().waitFor();
  await click("Stop");
  await click("All turns");
  await page.locator(".overlay .value").first().waitFor();
  await page.locator(".all-turns .turn").first().waitFor();
  await page.locator("textarea").fill("a thought");
  await page.locator("textarea").blur();
  await page.locator(".moves .comment").waitFor();
  await click("To the start");
  await page.locator('[data-square="f3"]').click();
  await page.locator('[data-square="g4"]').click();
  await page.getByRole("tab", { name: "Game" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), click("Save as a game record")]);
  const path = await download.path();
  assert.match(readFileSync(path, "utf8"), /a thought/);
  await openFile(page.getByRole("button", { name: "Open a game record" }), { name: "game.pgn", mimeType: "text/plain", buffer: readFileSync(path) });
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".moves .comment").waitFor();
  await page.reload();
  await ready(page, "analyse");
});

test("the editor sets what can be and refuses what cannot, with the reason", async () => {
  await visit(page, "#/analyse?game=ssehc");
  await page.getByRole("tab", { name: "Position" }).click();
  await click("Edit on the board");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Place a white rook" }).click();
  await dialog.locator('[data-square="a1"]').click();
  await picture(page, "editor-1280-light");
  await dialog.getByRole("button", { name: "Set this position" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.match(await page.locator('input[spellcheck="false"]').first().inputValue(), /R7\[/);
  await click("Edit on the board");
  await dialog.getByRole("button", { name: "Place a white pawn" }).click();
  await dialog.locator('[data-square="b1"]').click();
  await dialog.getByRole("button", { name: "Set this position" }).click();
  await page.waitForFunction(() => document.querySelector("dialog .error").textContent.length > 10);
  assert.deepEqual(await axe(page), []);
});

test("a position with its reserves is typed in, and a wrong one refused", async () => {
  await visit(page, "#/analyse?game=unachess");
  await page.getByRole("tab", { name: "Position" }).click();
  const input = page.locator('.tabpanel input[type="text"]').first();
  await input.fill("8/8/8/8/8/8/8/8[KQ] x - - 0 1");
  await click("Set this position");
  await page.waitForFunction(() => document.querySelector(".tabpanel .error").textContent.length > 10);
  await input.fill("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
  await click("Set this position");
  await page.locator('[data-pocket="Q"].open').waitFor();
});

test("every lesson of every game is there, and the first is solved", async () => {
  const { games } = await ask(page, "games");
  for (const { name } of games) {
    await visit(page, `#/rules/${name}`);
    await page.locator(".prose .small-board").first().waitFor();
    const { lessons } = await ask(page, "lessons", { game: name });
    assert.ok(lessons.length >= 6, `${name} has ${lessons.length} lessons`);
    await visit(page, `#/learn/${name}/0`);
    await click("Show me");
    await page.locator(".arrow").first().waitFor();
    const [lesson] = lessons;
    const { turns } = await ask(page, "turns", { game: name, start: lesson.start, turns: lesson.turns });
    const right = turns.find((turn) => lesson.answers.includes(turn.text));
    const wrong = turns.find((turn) => !lesson.answers.includes(turn.text));
    if (wrong) {
      await page.locator("#command").fill(wrong.text);
      await page.keyboard.press("Enter");
      await page.locator(".answer.wrong").waitFor();
    }
    await page.locator("#command").fill(right.text);
    await page.keyboard.press("Enter");
    await page.locator(".answer.right").waitFor();
    await visit(page, `#/learn/${name}`);
    assert.match(await text("h1"), /Step 2/);
  }
});

test("a puzzle: wrong turn, hint, solution with its proof, progress", async () => {
  await visit(page, "#/puzzles/ssehc");
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const [puzzle] = puzzles;
  const { turns } = await ask(page, "turns", { game: "ssehc", start: puzzle.fen });
  const wrong = turns.find(({ text: turn }) => !puzzle.best.includes(turn));
  await page.locator("#command").fill(wrong.text);
  await page.keyboard.press("Enter");
  await page.locator(".answer.wrong").waitFor();
  await click("Hint");
  await says("Look at");
  await page.locator("#command").fill(puzzle.best[0]);
  await page.keyboard.press("Enter");
  await page.locator(".answer.right").waitFor();
  assert.ok((await text(".answer.right")).includes(puzzle.proof));
  await visit(page, "#/puzzles");
  assert.equal(await page.locator("progress").evaluateAll((all) => all.filter((one) => one.value === 1).length), 1);
});

test("a review: its graph, an own try, the next error", async () => {
  const turns = await someTurns("ssehc", 6);
  await page.evaluate((played) => {
    localStorage.setItem("reviver.games", JSON.stringify([{ id: "r", game: "ssehc", start: "startpos", seed: 0, turns: played, players: ["human", "reviver"], level: 5, over: true, result: "*", updated: "2026-01-01T00:00" }]));
  }, turns);
  await visit(page, "#/review/r");
  await page.locator(".graph").waitFor({ timeout: 60000 });
  await page.locator(".summary table").waitFor();
  assert.equal(await page.locator(".moves > li").count(), 6);
  await click("Next error");
  const own = await page.evaluate(() => document.querySelectorAll(".square.movable").length);
  assert.ok(own > 0);
  await page.locator("#command").fill((await ask(page, "turns", { game: "ssehc", turns: turns.slice(0, Number(/^(\d+)/.exec(await text(".answer"))?.[1] ?? 0)) })).turns[0].text);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".answer").textContent.includes("Reviver answers"));
});

test("games are watched from a file, as the chess game too", async () => {
  const turns = await someTurns("unplay", 6);
  const { text: record } = await ask(page, "record", { game: "unplay", turns, players: ["Ann", "Bob"] });
  const folder = mkdtempSync(join(tmpdir(), "reviver-"));
  const path = join(folder, "games.pgn");
  writeFileSync(path, Array(60).fill(record).join("\n"));
  await visit(page, "#/watch");
  await openFile(page.getByRole("button", { name: /Open games/ }), path);
  await page.locator(".games-list tbody tr").nth(59).waitFor();
  await says("The start");
  await click("One turn on");
  await says("Turn 1 of 6");
  await click("Play");
  await says("Turn 3 of 6");
  await click("Stop");
  await page.getByRole("link", { name: "Analyse", exact: true }).last().click();
  await ready(page, "analyse");
  await page.getByRole("tab", { name: "Game" }).click();
  await click("Watch as a chess game");
  await page.getByRole("dialog", { name: /chess game/i }).waitFor();
});

test("a running event is watched, and its journal from the disk", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "reviver-")), "event");
  playEvent(folder);
  const own = await Server.start({ args: ["--event", folder] });
  const other = await openBoard(browser, own);
  await visit(other, "#/watch");
  await other.locator(".live .boards .small-board").nth(1).waitFor();
  assert.match(await other.locator(".live").textContent(), /2 of 2 games/);
  await other.locator(".boards .turn").first().click();
  await other.waitForFunction(() => document.querySelector(".line").textContent.includes("The start"));
  assert.deepEqual(await axe(other), []);
  await other.setViewportSize(PHONE.viewport);
  assert.ok((await sideways(other)) <= 0);
  await picture(other, "event-390-light");
  assert.deepEqual(other.problems, []);
  await other.context().close();
  await own.stop();
  for (const name of ["journal.jsonl", "games.pgn"]) {
    await visit(page, "#/watch");
    await openFile(page.getByRole("button", { name: /Open games/ }), join(folder, name));
    await page.locator(".games-list tbody tr").nth(1).waitFor();
    assert.equal(await page.locator("main > .page > .error").textContent(), "");
  }
});

test("Reviver plays itself, at a speed and with a pause", async () => {
  await beginGame(page, "unplay-strict", { who: "none" });
  await page.locator(".panel select").selectOption("0");
  await page.locator(".moves > li").nth(3).waitFor();
  await click("Pause");
  const count = (await saved(page)).turns.length;
  await page.waitForTimeout(1500);
  assert.ok((await saved(page)).turns.length <= count + 1);
  await click("Go on");
  await page.locator(".moves > li").nth(count + 1).waitFor();
});

test("screen reader mode puts the text field first and keeps its answers", async () => {
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await beginGame(page, "ssehc");
  assert.ok(await page.evaluate(() => Boolean(document.querySelector("#command").compareDocumentPosition(document.querySelector(".squares")) & Node.DOCUMENT_POSITION_FOLLOWING)));
  await page.locator("#command").fill("board");
  await page.keyboard.press("Enter");
  await page.locator(".log li", { hasText: "White: king f3" }).waitFor();
  assert.equal(await page.locator('[data-square="f3"]').getAttribute("aria-label"), "f3, white king");
  await page.locator("#command").fill("f3f2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("live").textContent.includes("un-move king to f2"));
  assert.match(await page.locator('[data-square="f3"]').getAttribute("aria-label"), /f3, empty, you may un-capture here/);
  assert.deepEqual(await axe(page), []);
});

test("a game record is opened and played on", async () => {
  const turns = await someTurns("smolowitz", 4);
  const { text: record } = await ask(page, "record", { game: "smolowitz", turns, players: ["Ann", "Bob"] });
  await visit(page, "#/");
  await openFile(page.getByRole("button", { name: /Open a saved game/ }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(record) });
  await ready(page, "play");
  await page.locator(".moves > li").nth(3).waitFor();
  await playGame(page, { hands: byMouse, most: 1 });
});

// Every page, in both themes.
const PAGES = ["#/", "#/new/ssehc", "PLAY", "#/analyse?game=ssehc", "#/learn", "#/learn/ssehc/0", "#/rules/ssehc", "#/puzzles", "#/puzzles/ssehc", "REVIEW", "#/watch", "#/settings"];

async function savedGameOf() {
  const turns = await someTurns("ssehc", 9);
  await page.evaluate((played) => {
    localStorage.setItem("reviver.games", JSON.stringify([{ id: "r", game: "ssehc", title: "Ssehc", start: "startpos", seed: 0, turns: played, words: played, players: ["human", "human"], level: 5, notes: true, updated: "2026-01-01T00:00" }]));
  }, turns);
}

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing on any page in ${theme}`, async () => {
    await savedGameOf();
    await page.evaluate((wanted) => localStorage.setItem("reviver.settings", JSON.stringify({ theme: wanted })), theme);
    await page.reload();
    await ready(page, "games");
    for (const place of PAGES) {
      const hash = place === "PLAY" ? "#/play/r" : place === "REVIEW" ? "#/review/r" : place;
      await page.setViewportSize(DESK.viewport);
      await visit(page, hash);
      if (place === "REVIEW") await page.locator(".graph").waitFor({ timeout: 60000 });
      const name = hash.replace(/[#/?=]+/g, "-").replace(/^-|-$/g, "") || "games";
      await picture(page, `${name}-1280-${theme}`);
      assert.deepEqual(await axe(page), [], `${hash} in ${theme}`);
      await page.setViewportSize(PHONE.viewport);
      await picture(page, `${name}-390-${theme}`);
      assert.deepEqual(await axe(page), [], `${hash} in ${theme} on a phone`);
    }
  });
}

test("nothing scrolls sideways from 360 px to 4K", async () => {
  await savedGameOf();
  for (const place of PAGES) {
    await visit(page, place === "PLAY" ? "#/play/r" : place === "REVIEW" ? "#/review/r" : place);
    for (const width of [360, 390, 768, 1024, 1280, 3840]) {
      await page.setViewportSize({ width, height: width < 800 ? 740 : Math.round(width * 0.6) });
      assert.ok((await sideways(page)) <= 0, `${place} at ${width} px`);
    }
  }
});

test("what is tapped on a phone is 44 px large", async () => {
  await savedGameOf();
  await page.setViewportSize(PHONE.viewport);
  await visit(page, "#/play/r");
  const small = await page.locator(".pocket button, .buttons button, .square").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 43.5 || height < 43.5).length);
  assert.equal(small, 0);
});

test("a chess game is un-played from its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reviver-"));
  const path = join(folder, "game.pgn");
  writeFileSync(path, '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4 1-0\n');
  await visit(page, "#/new/ssehc");
  await page.locator("summary").click();
  await openFile(page.getByRole("button", { name: /end of a chess game/ }), path);
  await page.waitForFunction(() => document.querySelector('details input[type="text"]').value.includes("["));
  await page.locator('input[value="two"]').check();
  await click("Begin");
  await ready(page, "play");
  await playGame(page, { hands: byMouse, most: 1 });
});
