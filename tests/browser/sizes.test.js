// The layout at sizes between a phone and a desk.

import test from "node:test";
import { click, keepGame, ready, useBoard, visit } from "./harness.js";

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
