// The analyses that the browser keeps: their addresses, their trees, and a list of them.

import { el, select } from "./dom.js";
import { isNamed } from "./api.js";
import { droppedAnalysis, savedAnalyses } from "./store.js";
import { Tree } from "./tree.js";
import { plural } from "./words.js";

// The address of a game's analysis page. more: further turns after `turns`. `keptTree` says
// which stored analysis the page continues.
export function analysisAddress({ id = "", game, start, seed, turns }, more = []) {
  return `#/analyse?${new URLSearchParams({ id, game, start, seed, turns: [...turns, ...more].join(" ") })}`;
}

// The tree of an analysis; null if the tree is damaged.
export function treeOf(analysis) {
  try {
    return Tree.of(analysis.tree);
  } catch {
    return null;
  }
}

// The turns and comments of a stored tree, as text. The native notation of the turns does not count: a tab
// that reads the tree of another tab adds missing notation, which is no change of the analysis.
export const contentOf = (tree) => JSON.stringify(tree, (key, value) => (key === "words" ? undefined : value));

// Finds a kept analysis of `game`, the game of `asked`, with the start and seed of `asked`. Returns the tree of the
// analysis, or null. Copies the `id` and `opened` of the analysis into `asked`. `opened` has data of the record from
// which the analysis came, if any.
// If `asked` has an id, the analysis must have the same id. Otherwise its tree must contain the turns of `asked`.
// If `asked` has no id, no turns and the start "startpos", it is a new analysis: returns null.
export function keptTree(kept, asked, game) {
  for (const analysis of kept) {
    if (!isNamed(game, analysis.game) || ["start", "seed"].some((name) => analysis[name] !== asked[name])) continue;
    const tree = (asked.id ? analysis.id === asked.id : asked.turns.length > 0 || asked.start !== "startpos") && treeOf(analysis);
    if (!tree || !(asked.id || tree.find(asked.turns))) continue;
    asked.id = analysis.id;
    asked.opened = analysis.opened;
    return tree;
  }
  return null;
}

// The list of kept analyses. Choosing an analysis opens it. games: the catalogue.
export function keptList(games) {
  const kept = savedAnalyses();
  const title = ({ game }) => games.find((one) => isNamed(one, game))?.title ?? String(game).split(" ")[0];
  const words = (one) => `${title(one)}, ${plural(treeOf(one)?.leaves().length ?? 0, "line")}, ${one.updated}`;
  const choices = kept.map((one, index) => ({ value: String(index), label: words(one) }));
  const dropped = droppedAnalysis();
  const full = dropped ? el("p", { class: "warning", text: `There is no more room. The next new analysis replaces an old one: ${words(dropped)}.` }) : null;
  return el("div", {}, select("Kept analyses", [{ value: "", label: "Choose" }, ...choices], "", (value) => {
    if (value) location.hash = analysisAddress(kept[value]);
  }), full);
}
