// The layout at sizes between a phone and a desk, and on a phone on its side.

import test from "node:test";
import assert from "node:assert/strict";
import { click, inSight, keepGame, ready, sideways, useBoard, visit } from "./harness.js";
import { STATES } from "./states.js";

const board = useBoard({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 });

test("on a tablet the pages of the menu can be tapped while a game, a review or an analysis is open", async () => {
  const { page } = board;
  for (const width of [768, 899]) {
    await page.setViewportSize({ width, height: 1024 });
    const id = await keepGame(page, "ssehc-classic", { turns: ["f3e2", "f6e7"] });
    for (const address of [`#/play/${id}`, `#/review/${id}`, "#/analyse?game=ssehc&turns=f3e2"]) {
      await visit(page, address);
      await click(page, "Menu");
      await page.getByRole("navigation").getByRole("link", { name: "Puzzles" }).tap({ timeout: 5000 });
      await ready(page, "puzzles");
    }
  }
});

test("on a phone on its side the whole board is in sight, and what to do is beside it", async (suite) => {
  const { page } = board;
  for (const [width, height] of [[844, 390], [640, 360]]) {
    await page.setViewportSize({ width, height });
    for (const name of ["play-chosen", "play-clock", "review", "analyse"]) {
      await suite.test(`${name}, ${width} px`, async () => {
        await STATES[name](page);
        const box = await page.locator(".board").boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height && box.height > height * 0.8, JSON.stringify(box));
        for (const part of [".above", ".below", ".line", ".buttons"]) {
          const { x } = await page.locator(part).boundingBox();
          assert.ok(x >= box.x + box.width, part);
        }
        assert.ok((await sideways(page)) <= 0);
      });
    }
  }
});

// The height of the fixed buttons. The row with “Use this position” in the editor is taller.
const BUTTONS = 53;

test("in a low window the board is not higher than the part of the window above the buttons", async () => {
  const { page } = board;
  const id = await keepGame(page, "ssehc");
  for (const [width, height, less] of [[800, 600, BUTTONS], [599, 390, BUTTONS], [932, 430, 0]]) {
    await page.setViewportSize({ width, height });
    for (const [address, dialog] of [[`#/play/${id}`], ["#/learn/ssehc/0"], ["#/analyse?game=ssehc", "Edit on the board"]]) {
      await visit(page, address);
      if (dialog) {
        await page.getByRole("tab", { name: "Position" }).click();
        await click(page, dialog);
      }
      const box = await page.locator(".board").last().boundingBox();
      assert.ok(box.height <= height - less && box.height > height * 0.6, `${address} at ${width} x ${height}: ${box.height}`);
    }
  }
});

test("the row with “Use this position” never hides the control of the editor that has the focus", async () => {
  const { page } = board;
  for (const [width, height] of [[390, 664], [844, 390], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    await STATES.editor(page);
    const hidden = [];
    for (let presses = 0; presses < 45; presses++) {
      await page.keyboard.press("Tab");
      hidden.push(await page.evaluate(() => {
        const { left, width, bottom } = document.activeElement.getBoundingClientRect();
        const top = document.elementFromPoint(left + width / 2, bottom - 3);
        return top?.closest(".foot") && document.activeElement.closest(".editor") ? document.activeElement.outerHTML.slice(0, 90) : null;
      }));
    }
    assert.deepEqual(hidden.filter(Boolean), [], `${width} x ${height}`);
  }
});

test("at 320 px nothing scrolls sideways, and “Nothing was captured” fits into its button", async () => {
  const { page } = board;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const name of ["play-may", "analyse-all"]) {
    await STATES[name](page);
    assert.ok((await sideways(page)) <= 0, name);
    assert.ok(await page.locator(".pass").evaluate((node) => node.scrollWidth <= node.clientWidth), name);
  }
});

test("at 320 px the text of each button below an analysis fits into the button", async () => {
  const { page } = board;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const state of ["analyse", "analyse-all"]) {
    await STATES[state](page);
    const narrow = await page.locator(".buttons button:visible").evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent));
    assert.deepEqual(narrow, [], state);
  }
});

test("the fixed buttons do not hide a hint, even if the button that declares the end is among them", async () => {
  const { page } = board;
  await page.setViewportSize({ width: 390, height: 664 });
  await visit(page, `#/play/${await keepGame(page, "ssehc", { start: "rnbqkbnr/1p1pp1pp/3p4/p7/8/8/PPPPPPPP/RNBQKBNR[p] w - - 0 40" })}`);
  await click(page, "Hint");
  const tip = page.locator(".tip");
  await tip.waitFor();
  assert.ok(await inSight(tip));
});
