// The marks on the board have a contrast of at least 3:1. A mark with a halo is compared with the
// halo, any other mark with the squares. The colours are read from the style sheet.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const css = readFileSync(new URL("../../src/serve/page/style.css", import.meta.url), "utf8");

// The light and the dark value of each variable in a rule of the style sheet.
function variables(selector) {
  const [, body] = css.split(`${selector} {`);
  const found = body.slice(0, body.indexOf("}")).matchAll(/--([a-z-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g);
  return Object.fromEntries([...found].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]));
}

const root = variables(":root");
const boards = { wood: root, slate: { ...root, ...variables(':root[data-board="slate"]') } };

function parts(color) {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
}

function luminance(color) {
  const [red, green, blue] = parts(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const stands = (mark, ground, name) => assert.ok(contrast(mark, ground) >= 3, `${name}: ${contrast(mark, ground).toFixed(2)}`);

test("marks with a halo stand out from it in both themes", () => {
  for (const theme of [0, 1]) {
    for (const name of ["may", "must", "check", "kcehc", "chosen", "appeared", "third"]) stands(root[name][theme], root.halo[theme], `${name}, theme ${theme}`);
  }
});

test("marks without a halo stand out from the squares of both boards in both themes", () => {
  for (const [board, colors] of Object.entries(boards)) {
    for (const theme of [0, 1]) {
      for (const ground of ["light", "dark"]) {
        for (const name of ["home", "home-filled"]) stands(colors[name][theme], colors[ground][theme], `${name} on ${ground}, ${board}, theme ${theme}`);
      }
    }
  }
});

test("marks that the overlay draws on the board have a halo", () => {
  const board = readFileSync(new URL("../../src/serve/page/board.js", import.meta.url), "utf8");
  assert.match(board, /SHAPES\[word\].*\n.*haloed/);
  assert.match(css, /\.halo \* \{ stroke: var\(--halo\)/);
});
