// The graph of a game: the chances of White, or of the first player, turn by turn. A tap on it opens that turn.

import { clear, svg } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 70;

export class Graph {
  // onChoose(ply): the graph was tapped at this ply.
  constructor(onChoose) {
    this.area = svg("path", { class: "area" });
    this.curve = svg("path", { class: "curve" });
    this.here = svg("line", { y1: 0, y2: HEIGHT, class: "here" });
    this.marks = svg("g");
    this.node = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "graph", preserveAspectRatio: "none", hidden: "" },
      this.area,
      svg("line", { x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2, class: "axis" }),
      this.curve,
      this.marks,
      this.here,
    );
    this.node.addEventListener("click", (event) => {
      const { left, width } = this.node.getBoundingClientRect();
      onChoose(Math.round(((event.clientX - left) / width) * this.length));
    });
  }

  // Changes the drawing in place, so that it can be tapped while an analysis runs. points: [ply,
  // chances] pairs, with chances from 0 to 1. length: the number of plies of the game. With fewer than
  // two points there is no graph.
  show({ points, length, here, label, marks = [] }) {
    const isDrawn = points.length > 1;
    this.node.toggleAttribute("hidden", !isDrawn);
    if (!isDrawn) return;
    this.length = length;
    const x = (ply) => (ply / Math.max(1, length)) * WIDTH;
    const y = (value) => (1 - value) * HEIGHT;
    const line = points.map(([ply, value], index) => `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    this.curve.setAttribute("d", line);
    this.area.setAttribute("d", `${line}L${x(points.at(-1)[0]).toFixed(1)} ${HEIGHT}L${x(points[0][0]).toFixed(1)} ${HEIGHT}Z`);
    for (const end of ["x1", "x2"]) this.here.setAttribute(end, x(here));
    const shareAt = (ply) => points.find(([at]) => at === ply)?.[1] ?? 0.5;
    clear(this.marks).append(...marks.map((ply) => svg("circle", { cx: x(ply), cy: y(shareAt(ply)), r: 2.5, class: "error-dot" })));
    this.node.setAttribute("aria-label", label);
  }
}
