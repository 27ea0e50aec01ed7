// The graph of a game: White's chances, turn by turn. A tap on it opens that turn.

import { svg } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 70;

// points: [ply, share] pairs; a share is from 0 to 1. length: the number of plies of the game.
export function graph({ points, length, here, label, onChoose, marks = [] }) {
  const x = (ply) => (ply / Math.max(1, length)) * WIDTH;
  const y = (value) => (1 - value) * HEIGHT;
  const line = points.map(([ply, value], index) => `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const area = points.length > 1 ? `${line}L${x(points.at(-1)[0]).toFixed(1)} ${HEIGHT}L${x(points[0][0]).toFixed(1)} ${HEIGHT}Z` : "";
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "graph", preserveAspectRatio: "none" },
    svg("path", { d: area, class: "area" }),
    svg("line", { x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2, class: "axis" }),
    svg("path", { d: line, class: "curve" }),
    marks.map((ply) => svg("circle", { cx: x(ply), cy: y(points.find(([at]) => at === ply)?.[1] ?? 0.5), r: 2.5, class: "error-dot" })),
    svg("line", { x1: x(here), y1: 0, x2: x(here), y2: HEIGHT, class: "here" }),
  );
  picture.addEventListener("click", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    onChoose?.(Math.round(((event.clientX - left) / width) * length));
  });
  return picture;
}
