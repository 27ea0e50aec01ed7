// The page that `reviver review --html` writes.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DESK, PHONE, launch, program } from "./harness.js";

const TURNS = "h8g7*n a1b2*r g7h7*p b2c3*q b2b5*b c3c2*p b5b6*p h8f7*r c3d2*r b5a6*n".split(" ");

let browser;
let folder;
let address;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "reviver-page-"));
  const file = join(folder, "page.html");
  execFileSync(program, ["review", "unplay-strict", ...TURNS, "--nodes", "200", "--html", file]);
  address = `file://${file}`;
  browser = await launch();
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

// Whether the top and bottom of an element are within the window.
const inSight = (page, selector) =>
  page.$eval(selector, (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test("board, buttons and comment are in sight together while stepping", async () => {
  const page = await browser.newPage(DESK);
  await page.goto(address);
  for (let step = 0; step < TURNS.length; step++) {
    await page.click("#next");
    for (const part of ["#board", "#next", "#comment"]) assert.ok(await inSight(page, part), `${part} after ${step + 1} turns`);
  }
  // The three parts stay in sight after a click on a turn in the list.
  await page.click("#game-list [data-game='6']");
  for (const part of ["#board", "#next", "#comment"]) assert.ok(await inSight(page, part), part);
  await page.close();
});

test("on a phone the comment is below the buttons, and nothing is wider than the screen", async () => {
  const page = await browser.newPage(PHONE);
  await page.goto(address);
  await page.click("#next");
  const parts = ["board", "controls", "comment", "switches", "review"];
  const tops = await page.evaluate((ids) => ids.map((id) => document.getElementById(id).getBoundingClientRect().top), parts);
  assert.deepEqual(tops, [...tops].sort((one, other) => one - other));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.close();
});
