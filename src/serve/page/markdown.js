// The part of Markdown that the rules use: headings, paragraphs, lists, tables, code and boards.
// A code block becomes a board if it begins with "```board" and a position.

import { el, grid } from "./dom.js";
import { placementOf, placementWords, smallBoard } from "./pieces.js";

function inline(text) {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link) return /^(https?:|#)/.test(link[2]) ? el("a", { href: link[2], rel: "noreferrer" }, link[1]) : el("em", { text: link[1] });
    if (part.startsWith("`")) return el("code", { text: part.slice(1, -1) });
    if (part.startsWith("**")) return el("strong", { text: part.slice(2, -2) });
    if (part.startsWith("*") && part.length > 2) return el("em", { text: part.slice(1, -1) });
    return part;
  });
}

export function markdown(text) {
  const node = el("div", { class: "prose" });
  const lines = text.split("\n");
  let at = 0;
  const take = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === "") {
      at += 1;
    } else if (line.startsWith("```")) {
      at += 1;
      const block = take((next) => !next.startsWith("```"));
      at += 1;
      const [, fen] = line.split("board ");
      node.append(fen ? smallBoard(placementOf(fen), placementWords(placementOf(fen)), { named: true }) : el("pre", { text: block.join("\n") }));
    } else if (/^#+ /.test(line)) {
      const [, marks, title] = /^(#+) (.*)$/.exec(line);
      node.append(el(`h${Math.min(6, marks.length)}`, {}, inline(title)));
      at += 1;
    } else if (line.startsWith("|")) {
      const rows = take((next) => next.startsWith("|")).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
      const [head, , ...body] = rows;
      node.append(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, grid(head.map(inline), body.map((cells) => cells.map(inline)))));
    } else if (/^\s*([*-]|\d+\.) /.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items = [];
      while (at < lines.length && lines[at].trim() !== "") {
        const start = /^\s*(?:[*-]|\d+\.) (.*)$/.exec(lines[at]);
        if (start) items.push(start[1]);
        else items[items.length - 1] += ` ${lines[at].trim()}`;
        at += 1;
      }
      node.append(el(ordered ? "ol" : "ul", {}, items.map((item) => el("li", {}, inline(item)))));
    } else {
      const paragraph = take((next) => next.trim() !== "" && !/^(#+ |```|\||\s*([*-]|\d+\.) )/.test(next));
      node.append(el("p", {}, inline(paragraph.join(" "))));
    }
  }
  return node;
}
