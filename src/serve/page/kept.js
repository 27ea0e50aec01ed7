// The trees of the analyses that the browser keeps.

import { Tree } from "./tree.js";

// The tree of an analysis; null if the tree is damaged.
export function treeOf(analysis) {
  try {
    return Tree.of(analysis.tree);
  } catch {
    return null;
  }
}

// Finds a kept analysis with the game, start and seed of `asked`. Returns its tree, or null. Stores its id in `asked`.
// If `asked` has an id, the analysis must have the same id. Otherwise its tree must contain the turns of `asked`.
// If `asked` has no id, no turns and the start "startpos", it is a new analysis: returns null.
export function keptTree(kept, asked) {
  for (const analysis of kept) {
    if (["game", "start", "seed"].some((name) => analysis[name] !== asked[name])) continue;
    const tree = (asked.id ? analysis.id === asked.id : asked.turns.length > 0 || asked.start !== "startpos") && treeOf(analysis);
    if (!tree || !(asked.id || tree.find(asked.turns))) continue;
    asked.id = analysis.id;
    return tree;
  }
  return null;
}
