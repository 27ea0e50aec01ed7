// Every page in the states that a visitor meets. screens.js takes pictures of these states, and
// look.test.js checks them.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, click, gameOfTwoPhases, keepGame, openFile, someTurns, type, visit } from "./harness.js";

const square = (page, name) => page.locator(`.board [data-square="${name}"]`).first();
const pocket = (page, letter) => page.locator(`[data-pocket="${letter}"]`).first();

// Stores a game in the browser and shows it.
async function showGame(page, game, more) {
  await visit(page, "#/");
  const id = await keepGame(page, game, more);
  await visit(page, `#/play/${id}`);
}

export const STATES = {
  games: (page) => visit(page, "#/"),
  "games-saved": async (page) => {
    await showGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 7) });
    await visit(page, "#/");
  },
  new: (page) => visit(page, "#/new/ssehc"),
  "new-more": async (page) => {
    await visit(page, "#/new/unplay-random");
    await page.locator("summary").click();
  },
  "play-start": (page) => showGame(page, "ssehc"),
  "play-chosen": async (page) => {
    await showGame(page, "ssehc", { turns: ["f3e2", "f6e7"] });
    await square(page, "e2").click();
  },
  "play-may": async (page) => {
    await showGame(page, "ssehc", { turns: ["f3e2"] });
  },
  "play-pocket": async (page) => {
    await showGame(page, "ssehc", { turns: ["f3e2"] });
    await pocket(page, "n").click();
  },
  "play-late": async (page) => showGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 30) }),
  "play-column": async (page) => {
    await showGame(page, "unplay-strict", { turns: await someTurns(page, "unplay-strict", 4) });
    const { turns } = await ask(page, "turns", { game: "unplay-strict", turns: await someTurns(page, "unplay-strict", 4) });
    const { taps } = turns.find(({ text }) => text.endsWith("*n"));
    await square(page, taps[0][0].square).click();
    await square(page, taps[0][1].square).click();
  },
  "play-phases": async (page) => {
    const game = await gameOfTwoPhases(page);
    await showGame(page, game, { turns: await someTurns(page, game, 24) });
  },
  "play-unachess": async (page) => showGame(page, "unachess", { turns: await someTurns(page, "unachess", 12) }),
  "play-drop": async (page) => {
    await showGame(page, "unachess", { turns: ["K@e1", "K@e8"] });
    await pocket(page, "N").click();
  },
  "play-clock": async (page) => {
    const game = await gameOfTwoPhases(page);
    await showGame(page, game, { turns: await someTurns(page, game, 5), players: ["human", "reviver"], clock: { base: 300000, increment: 3000 }, left: [250000, 244000] });
  },
  "play-refused": async (page) => {
    await showGame(page, "ssehc");
    await square(page, "f3").click();
    await square(page, "f5").click();
    await page.locator(".answer.wrong", { hasText: "Not possible" }).waitFor();
  },
  "play-end": async (page) => {
    const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
    await showGame(page, "ssehc", { start: puzzles[0].fen, turns: [puzzles[0].best[0]] });
  },
  "play-more": async (page) => {
    await showGame(page, "ssehc", { players: ["human", "reviver"] });
    await click(page, "More");
  },
  "play-analysis": async (page) => {
    await showGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 8) });
    await page.getByRole("tab", { name: "Analysis" }).click();
    await click(page, "Show the best turns");
    await page.locator(".lines li").nth(2).waitFor();
  },
  "play-reader": async (page) => {
    await page.evaluate(() => localStorage.setItem("reviver.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("reviver.settings") ?? "{}"), blind: true })));
    await page.reload();
    await showGame(page, "ssehc", { turns: ["f3e2"] });
    await type(page, "board");
  },
  keys: async (page) => {
    await showGame(page, "ssehc");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
  },
  forward: async (page) => {
    await showGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 20) });
    await click(page, "Watch as a chess game");
    await page.getByRole("dialog").waitFor();
    for (let step = 0; step < 6; step++) await page.getByRole("dialog").getByRole("button", { name: "One turn on" }).click();
  },
  analyse: async (page) => {
    await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: (await someTurns(page, "ssehc", 8)).join(" ") })}`);
    await click(page, "Analyse");
    await page.locator(".lines li").nth(2).waitFor();
    await page.getByRole("button", { name: "One turn back" }).click();
    await page.locator(".graph").waitFor();
    await page.locator(".lines li").nth(2).waitFor();
  },
  "analyse-tree": async (page) => {
    const turns = await someTurns(page, "unplay-strict", 8);
    await visit(page, `#/analyse?${new URLSearchParams({ game: "unplay-strict", turns: turns.join(" ") })}`);
    for (const [ply, shown] of [[6, 9], [4, 10]]) {
      await page.locator(".moves > li > .turn").nth(ply - 1).click();
      await page.locator(`.moves > li:nth-child(${ply}) > .turn[aria-current]`).waitFor();
      const { turns: legal } = await ask(page, "turns", { game: "unplay-strict", turns: turns.slice(0, ply) });
      await type(page, legal.find(({ text }) => text !== turns[ply]).text);
      await page.locator(".moves .turn").nth(shown - 1).waitFor();
    }
    await page.locator("textarea").fill("A rook is better here.");
    await page.locator("textarea").blur();
    await page.locator(".moves .comment").waitFor();
  },
  "analyse-all": async (page) => {
    await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: (await someTurns(page, "ssehc", 8)).join(" ") })}`);
    await click(page, "All turns");
    await page.locator(".overlay .value").nth(2).waitFor();
  },
  "analyse-position": async (page) => {
    await visit(page, "#/analyse?game=ssehc");
    await page.getByRole("tab", { name: "Position" }).click();
  },
  "analyse-game": async (page) => {
    await visit(page, "#/analyse?game=ssehc");
    await page.getByRole("tab", { name: "Game" }).click();
  },
  editor: async (page) => {
    await visit(page, "#/analyse?game=ssehc");
    await page.getByRole("tab", { name: "Position" }).click();
    await click(page, "Edit on the board");
    await page.getByRole("dialog").getByRole("button", { name: "Place a white rook" }).click();
    await page.getByRole("dialog").locator('[data-square="a1"]').click();
  },
  learn: (page) => visit(page, "#/learn"),
  lesson: (page) => visit(page, "#/learn/ssehc/0"),
  "lesson-wrong": async (page) => {
    await visit(page, "#/learn/ssehc/1");
    const { lessons } = await ask(page, "lessons", { game: "ssehc" });
    const { turns } = await ask(page, "turns", { game: "ssehc", start: lessons[1].start, turns: lessons[1].turns });
    await type(page, turns.find(({ text }) => !lessons[1].answers.includes(text)).text);
    await page.locator(".answer.wrong").waitFor();
  },
  "lesson-right": async (page) => {
    await visit(page, "#/learn/ssehc/1");
    const { lessons } = await ask(page, "lessons", { game: "ssehc" });
    await type(page, lessons[1].answers[0]);
    await page.locator(".answer.right").waitFor();
  },
  rules: (page) => visit(page, "#/rules/ssehc"),
  puzzles: (page) => visit(page, "#/puzzles"),
  puzzle: (page) => visit(page, "#/puzzles/unplay-strict"),
  "puzzle-solved": async (page) => {
    await visit(page, "#/puzzles/unplay-strict");
    await click(page, "Solution");
    await page.locator(".answer.right").waitFor();
  },
  review: async (page) => {
    await showGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 12), players: ["human", "reviver"] });
    await visit(page, "#/review/kept");
    await page.locator(".summary table").waitFor();
    await click(page, "One turn on");
  },
  "watch-empty": (page) => visit(page, "#/watch"),
  "watch-file": async (page) => {
    await visit(page, "#/watch");
    const { text } = await ask(page, "record", { game: "unplay", turns: await someTurns(page, "unplay", 6), players: ["Ann", "Bob"] });
    const path = join(mkdtempSync(join(tmpdir(), "reviver-")), "games.pgn");
    writeFileSync(path, Array(20).fill(text).join("\n"));
    await openFile(page, page.getByRole("button", { name: /Open games/ }), path);
    await page.locator(".games-list tbody tr").nth(19).waitFor();
  },
  settings: (page) => visit(page, "#/settings"),
  menu: async (page) => {
    await visit(page, "#/");
    if (await page.locator("#menu").isVisible()) await click(page, "Menu");
  },
  unknown: (page) => visit(page, "#/play/nothing"),
};

// States that need a server with `--event`.
export const EVENT_STATES = {
  event: async (page) => {
    await visit(page, "#/watch");
    await page.locator(".live .boards .small-board").nth(1).waitFor();
  },
  "event-report": async (page) => {
    await page.goto(new URL("/event/report", page.url()).href);
    await page.locator("table").first().waitFor();
  },
  "event-game": async (page) => {
    await page.goto(new URL("/event/games/1", page.url()).href);
    await page.locator("svg").first().waitFor();
  },
};
