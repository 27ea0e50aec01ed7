// Rules and lessons: text and a board side by side. Each step of a lesson asks for a turn.

import { el, button, link, row } from "./dom.js";
import { ask, byRecommendation, games, gameNamed } from "./api.js";
import { Table, arrowsOf } from "./table.js";
import { markdown } from "./markdown.js";
import { card } from "./newgame.js";
import { CommandField } from "./command.js";
import { progress, setProgress } from "./store.js";
import { sentence } from "./words.js";

export async function rulesPage(main, { one: name }) {
  const { title, markdown: text } = await ask("rules", { game: name });
  const prose = markdown(text);
  if (!prose.querySelector("h1")) main.append(el("h1", { text: title }));
  main.append(prose, row(link("Play", `#/new/${name}`, { class: "primary" }), link("Learn step by step", `#/learn/${name}`)));
}

export async function learnPage(main, { one: name, two: step }) {
  if (!name) return chooseGame(main);
  const game = await gameNamed(name);
  const { lessons } = await ask("lessons", { game: name });
  if (lessons.length === 0) {
    main.append(el("h1", { text: `Learn ${game.title}` }), el("p", { text: "This game has no lessons." }), row(link("Read its rules", `#/rules/${name}`, { class: "primary" })));
    return null;
  }
  const done = Math.min(lessons.length, lessonsDone(name));
  const index = Math.max(0, Math.min(lessons.length - 1, step === undefined ? done : Number(step) || 0));
  const page = new LessonPage(main, { game, lessons, index });
  await page.begin();
  return page;
}

// The number of the lessons of a game that have been solved.
function lessonsDone(name) {
  return Number(progress("lessons")[name]) || 0;
}

async function chooseGame(main) {
  main.append(el("h1", { text: "Learn a game" }), el("p", { class: "lead", text: "Small steps: each asks for one turn and says why it is right or wrong." }));
  const list = el("ul", { class: "cards" });
  for (const game of byRecommendation(await games())) {
    const done = lessonsDone(game.name);
    list.append(
      card(
        game,
        el("p", { text: sentence(game.summary) }),
        row(
          link(done ? `Go on at step ${done + 1}` : "Begin", `#/learn/${game.name}`, { class: "primary", "aria-label": `${done ? "Go on with" : "Learn"} ${game.title}` }),
          link("Rules", `#/rules/${game.name}`, { "aria-label": `Rules of ${game.title}` }),
        ),
      ),
    );
  }
  main.append(list);
  return null;
}

class LessonPage {
  constructor(main, { game, lessons, index }) {
    this.game = game;
    this.lesson = lessons[index];
    this.index = index;
    this.count = lessons.length;
    this.line = { game: game.name, start: this.lesson.start, turns: this.lesson.turns };
    this.table = new Table({
      label: "Lesson board",
      onTurn: (turn) => this.tried(turn),
      mayPlay: () => !this.solved,
    });
    this.field = new CommandField({ table: this.table });
    this.next = row(
      index > 0 ? link("Back", `#/learn/${game.name}/${index - 1}`) : null,
      button("Show me", () => this.show()),
      button("Again", () => this.begin()),
      index + 1 < lessons.length ? link("Next step", `#/learn/${game.name}/${index + 1}`) : link("Play a game", `#/new/${game.name}`),
    );
    const steps = el("ol", { class: "step-list", "aria-label": "Steps" }, lessons.map((lesson, at) => el("li", {}, el("a", { href: `#/learn/${game.name}/${at}`, "aria-current": at === index ? "step" : null, class: at < lessonsDone(game.name) ? "done" : "", "aria-label": `Step ${at + 1}: ${lesson.title}` }, String(at + 1)))));
    main.append(
      el("h1", { class: "title" }, `${game.title}: ${this.lesson.title}`, el("small", { text: `Step ${index + 1} of ${lessons.length}` })),
      el("div", { class: "layout" }, el("section", { class: "intro", "aria-label": "Lesson" }, markdown(this.lesson.text)), this.table.node, el("section", { class: "panel", "aria-label": "Steps" }, this.next, steps), this.field.node),
    );
  }

  leave() {
    this.table.leave();
  }

  async begin() {
    this.solved = false;
    this.table.judge("");
    const { state, turns } = await ask("position", this.line);
    this.table.flip(state.side === "b");
    this.table.show({ state, turns, line: this.line });
  }

  async tried(turn) {
    if (!this.lesson.answers.includes(turn.text)) {
      this.table.cancel();
      this.table.judge(this.lesson.wrong[turn.text] ?? this.lesson.hint, false);
      return;
    }
    this.solved = true;
    setProgress("lessons", this.game.name, Math.max(this.index + 1, lessonsDone(this.game.name)));
    const line = { ...this.line, turns: [...this.line.turns, turn.text] };
    const { state } = await ask("position", line);
    this.table.show({ state, turns: [], line });
    this.table.line.textContent = "Right.";
    this.table.judge(this.lesson.right, true);
    this.next.lastChild.classList.add("primary");
    this.next.lastChild.focus({ preventScroll: true });
  }

  show() {
    const turn = this.table.turns.find(({ text }) => this.lesson.answers.includes(text));
    if (!turn || this.solved) return;
    this.table.setArrows(arrowsOf(turn));
    this.table.say(`For example: ${turn.native}.`);
  }
}
