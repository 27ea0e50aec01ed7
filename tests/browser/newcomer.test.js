// What a visitor needs who has never seen these games: words for every turn, buttons within reach of the thumb,
// and the reasons of what cannot be done. All on a phone, with real taps.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, ask, axe, beginGame, byTouch, keepGame, playGame, ready, saved, says, sideways, useBoard, visit } from "./harness.js";

const board = useBoard(PHONE);
const played = (page, count) => page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("reviver.games"))[0].turns.length === wanted, count);
const tap = (page, name) => page.getByRole("button", { name, exact: true }).tap();
const square = (page, name) => page.locator(`.board [data-square="${name}"]`).first();
const show = async (page, game, more) => visit(page, `#/play/${await keepGame(page, game, { ...more })}`);

// The elements that are not wholly within the window, or that something covers.
const outOfSight = (page, selectors) =>
  page.evaluate(
    (wanted) =>
      wanted.filter((selector) => {
        const node = document.querySelector(selector);
        const { top, bottom, left, right } = node.getBoundingClientRect();
        const seen = [top + 2, bottom - 2].every((y) => node.contains(document.elementFromPoint((left + right) / 2, y)));
        return top < 0 || bottom > innerHeight || !seen;
      }),
    selectors,
  );

test("what the last turn did is told in words, and announced once", async () => {
  const { page } = board;
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.getElementById("live").textContent)).observe(document.getElementById("live"), { childList: true });
  });
  await beginGame(page, "unplay-strict", { who: "you" });
  await playGame(page, { hands: byTouch, most: 1 });
  await played(page, 2);
  const line = { game: "unplay-strict", turns: (await saved(page)).turns };
  const { last } = await ask(page, "state", line);
  await page.locator(".last", { hasText: `Reviver ${last.plain}.` }).waitFor();
  await page.waitForFunction((words) => window.heard.some((text) => text.includes(words)), last.plain);
  const told = await page.evaluate((words) => window.heard.filter((text) => text.includes(words)).length, last.plain);
  assert.equal(told, 1);
  // The line describes the visitor's own turn too, because a piece may un-promote without a question.
  await tap(page, "One turn back");
  const own = await ask(page, "state", { ...line, turns: line.turns.slice(0, 1) });
  await page.locator(".last", { hasText: `You ${own.last.plain}.` }).waitFor();
  await says(page, "You are looking back at turn 1");
});

test("buttons, line and note are in sight together during the first turns", async () => {
  const { page } = board;
  for (const [game, turns] of [["unplay-strict", []], ["unplay-strict", ["h8h7", "a1a2"]], ["ssehc", []], ["unachess", []]]) {
    await visit(page, "#/");
    await show(page, game, { turns, players: ["human", "reviver"] });
    assert.deepEqual(await outOfSight(page, [".buttons", ".line", ".note", ".board"]), [], `${game} ${turns}`);
    assert.ok((await sideways(page)) <= 0);
  }
});

test("the buttons stay in reach, and look dead while they have no effect", async () => {
  const { page } = board;
  await show(page, "ssehc", { players: ["human", "reviver"] });
  const dead = () => page.locator('.buttons [aria-disabled="true"]').allTextContents();
  assert.deepEqual(await dead(), ["Undo", "Redo"]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  assert.deepEqual(await outOfSight(page, [".buttons"]), []);
  await page.getByRole("button", { name: "Undo" }).tap({ force: true });
  await says(page, "nothing to take back");
  await tap(page, "Hint");
  await says(page, "Hint: un-move the king from f3 to");
  await page.locator(".arrow").first().waitFor();
  await tap(page, "More");
  await tap(page, "Resign");
  await tap(page, "Go on playing");
  assert.equal((await saved(page)).over, undefined);
  await tap(page, "More");
  await tap(page, "Resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).tap();
  await page.locator(".end h2", { hasText: "Reviver wins" }).waitFor();
  await page.locator(".end p", { hasText: "You have resigned." }).waitFor();
  assert.equal(await page.locator(".arrow").count(), 0);
  assert.deepEqual(await dead(), ["Undo", "Redo", "Hint"]);
  assert.deepEqual(await outOfSight(page, [".end", ".buttons"]), []);
});

test("who has won is told first", async () => {
  const { page } = board;
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const [{ fen, best, side }] = puzzles.filter(({ turns }) => turns === 1);
  for (const [players, words] of [[["human", "reviver"], side === "w" ? "You win" : "Reviver wins"], [["reviver", "human"], side === "w" ? "Reviver wins" : "You win"]]) {
    await visit(page, "#/");
    await show(page, "ssehc", { start: fen, turns: [best[0]], players });
    assert.equal(await page.locator(".end h2").textContent(), words);
    assert.match(await page.locator(".end p").first().textContent(), /wins: .*White's score is/);
    assert.equal(await page.locator(".line").textContent(), "");
  }
});

test("the column covers neither the piece nor its square, and names nothing only if it is an answer", async () => {
  const { page } = board;
  await page.setViewportSize({ width: 360, height: 740 });
  const { games } = await ask(page, "games");
  for (const { name: game } of games.filter(({ name, reverse }) => reverse && /^unplay|^smo/.test(name))) {
    const line = { game, start: "startpos", turns: [] };
    await visit(page, "#/");
    await show(page, game, line);
    const { turns } = await ask(page, "turns", line);
    const asked = turns.filter(({ taps: [way] }) => way.length === 3 && way[2].choice);
    for (const { taps: [[from, to]] } of asked.filter((_, at) => at % 25 === 0)) {
      await square(page, from.square).tap();
      await square(page, to.square).tap();
      const column = await page.locator(".column").boundingBox();
      for (const { square: name } of [from, to]) {
        const { x, y, width } = await square(page, name).boundingBox();
        const beside = x + 2 >= column.x + column.width || x + width <= column.x + 2 || y + 2 >= column.y + column.height || y + width <= column.y + 2;
        assert.ok(beside, `${game} ${from.square}${to.square}: ${name}`);
      }
      const has = await page.locator('.column [data-answer="none"]').count();
      assert.equal((await page.locator(".line").textContent()).includes("or nothing"), has > 0);
      assert.equal(await page.locator(".column kbd").first().isVisible(), false);
      await page.keyboard.press("Escape");
    }
  }
});

test("declaring the end is shown with what it still needs", async () => {
  const { page } = board;
  await show(page, "ssehc", { players: ["human", "reviver"] });
  await tap(page, "More");
  const dialog = page.getByRole("dialog", { name: "More" });
  assert.ok(await dialog.getByRole("button", { name: "Declare the end" }).isDisabled());
  await dialog.getByText("all sixteen pieces of White must be on the board").waitFor();
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator(".tabpanel", { hasText: "Each piece home scores 1 point." }).waitFor();
  await visit(page, "#/");
  await show(page, "unplay");
  await tap(page, "More");
  assert.equal(await page.getByRole("button", { name: "Declare the end" }).count(), 0);
  // With the end in reach, the button declares it.
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const { fen } = puzzles.find(({ best }) => best[0] === "end");
  await visit(page, "#/");
  await show(page, "ssehc", { start: fen });
  await tap(page, "More");
  await page.getByRole("dialog").getByRole("button", { name: "Declare the end" }).tap();
  await page.locator(".end h2").waitFor();
});

test("the marks are explained, with the pieces that can be tapped among them", async () => {
  const { page } = board;
  await show(page, "ssehc");
  assert.equal(await page.locator(".overlay path.movable").count(), 2, "one piece, with its halo");
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator("summary", { hasText: "The marks on the board" }).tap();
  for (const words of ["You may un-capture here.", "A home square", "un-castled"]) await page.locator(".keys li", { hasText: words }).waitFor();
  assert.deepEqual(await axe(page), []);
  await visit(page, "#/");
  await show(page, "unachess");
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator("summary", { hasText: "The marks on the board" }).tap();
  assert.equal(await page.locator(".keys li", { hasText: "un-capture" }).count(), 0);
});

test("Reviver alone asks nobody to tap, and the side to play is named", async () => {
  const { page } = board;
  await beginGame(page, "ssehc", { who: "none" });
  await played(page, 2);
  await tap(page, "Pause");
  await page.waitForFunction(() => !document.querySelector(".line").textContent.includes("thinking"));
  assert.match(await page.locator(".line").textContent(), /^(White|Black) to play(, in check)?\.$/);
  assert.equal(await page.locator(".strip.plays").count(), 1);
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
});

test("a new game asks only what has an effect", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  const seen = () => page.locator("legend:visible, .field:visible > span").allTextContents();
  assert.deepEqual(await seen(), ["Who plays?", "Who begins?", "How strong is Reviver?", "How long does it think?"]);
  await page.getByText("Two people").tap();
  assert.deepEqual(await seen(), ["Who plays?"]);
  await page.getByText("Reviver alone").tap();
  assert.deepEqual(await seen(), ["Who plays?", "How strong is Reviver?", "How long does it think?"]);
  await page.locator("summary").tap();
  await page.getByText("For example").waitFor();
});

test("the menu opens over the page and does not move it", async () => {
  const { page } = board;
  const top = () => page.evaluate(() => document.querySelector("h1").getBoundingClientRect().top);
  const before = await top();
  await page.locator("#menu").tap();
  await page.getByRole("link", { name: "Settings" }).waitFor();
  assert.equal(await top(), before);
  await page.getByRole("link", { name: "Settings" }).tap();
  await ready(page, "settings");
});
