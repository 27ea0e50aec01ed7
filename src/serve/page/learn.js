// Rules and lessons. Each lesson is a step with a text and a board side by side, and asks for a turn.

import { el, announce, button, link, row } from "./dom.js";
import { ask, gameNamed } from "./api.js";
import { Table } from "./table.js";
import { tapWords } from "./entry.js";
import { markdown } from "./markdown.js";
import { choicePage } from "./newgame.js";
import { CommandField } from "./command.js";
import { Legend } from "./guide.js";
import { progress, setProgress } from "./store.js";
import { clamp, plural, sentence, wholeNumber } from "./words.js";

export async function rulesPage(main, { one: name }) {
  if (!name) return chooseGame(main);
  const { title, markdown: text } = await ask("rules", { game: name });
  const legend = new Legend();
  legend.show(await ask("state", { game: name }));
  legend.node.open = true;
  const prose = markdown(text);
  if (!prose.querySelector("h1")) main.append(el("h1", { text: title }));
  main.append(prose, legend.node, row(link("Play", `#/new/${name}`, { class: "primary" }), link("Learn step by step", `#/learn/${name}`)));
}

export async function learnPage(main, { one: name, two: step }) {
  if (!name) return chooseGame(main);
  const game = await gameNamed(name);
  const { lessons } = await ask("lessons", { game: name });
  if (lessons.length === 0) {
    main.append(el("h1", { text: `Learn ${game.title}` }), el("p", { text: "This game has no lessons." }), row(link("Read its rules", `#/rules/${name}`, { class: "primary" })));
    return null;
  }
  const index = clamp(step === undefined ? firstOpen(name, lessons) : wholeNumber(step, 0), lessons.length - 1);
  const page = new LessonPage(main, { game, lessons, index });
  await page.begin();
  return page;
}

// The names of the solved lessons of a game. Earlier versions stored only a number: 3 means that
// the first three lessons were solved. Stored names of lessons that no longer exist are left out.
function solvedLessons(name, lessons) {
  const stored = progress("lessons")[name];
  const solved = Array.isArray(stored) ? lessons.filter((lesson) => stored.includes(lesson.name)) : lessons.slice(0, Number(stored) || 0);
  return solved.map((lesson) => lesson.name);
}

// The index of the first unsolved lesson. If all lessons are solved, the number of lessons.
function firstOpen(name, lessons) {
  const solved = solvedLessons(name, lessons);
  const at = lessons.findIndex((lesson) => !solved.includes(lesson.name));
  return at < 0 ? lessons.length : at;
}

function chooseGame(main) {
  const about = { title: "Learn a game", lead: "Small steps: each asks for one turn and says why it is right or wrong.", question: "lessons" };
  return choicePage(main, about, (game, { lessons }) => {
    const solved = solvedLessons(game.name, lessons).length;
    const open = firstOpen(game.name, lessons);
    const isDone = open === lessons.length;
    const words = isDone ? "Repeat" : open ? `Go on at step ${open + 1}` : "Begin";
    return [
      el("p", { text: sentence(game.summary) }),
      el("p", { class: "hint", text: isDone ? `✓ All ${plural(lessons.length, "step")} done` : `${solved} of ${plural(lessons.length, "step")} done` }),
      row(
        link(words, `#/learn/${game.name}${isDone ? "/0" : ""}`, { class: "primary", "aria-label": `${words}: ${game.title}` }),
        link("Rules", `#/rules/${game.name}`, { "aria-label": `Rules of ${game.title}` }),
      ),
    ];
  });
}

class LessonPage {
  constructor(main, { game, lessons, index }) {
    this.game = game;
    this.lessons = lessons;
    this.lesson = lessons[index];
    this.index = index;
    this.line = { game: game.name, start: this.lesson.start, turns: this.lesson.turns };
    this.table = new Table({
      label: "Lesson board",
      onTurn: (turn) => this.tried(turn),
      mayPlay: () => !this.solved,
    });
    this.field = new CommandField({ table: this.table, known: { hint: () => this.hint() }, help: [["hint", "a hint"]] });
    this.next = el(
      "div",
      { class: "row buttons" },
      index > 0 ? link("Back", `#/learn/${game.name}/${index - 1}`) : null,
      button("Hint", () => this.hint()),
      button("Again", () => this.begin().then(() => announce(this.table.line.textContent))),
      index + 1 < lessons.length ? link("Next step", `#/learn/${game.name}/${index + 1}`) : link("Play a game", `#/new/${game.name}?level=1`),
    );
    this.how = el("p", { class: "hint" });
    this.steps = el("ol", { class: "step-list", "aria-label": "Steps" });
    this.listSteps();
    const task = el("p", { class: "task", text: this.lesson.task });
    main.append(
      el("h1", { class: "title" }, this.lesson.title, el("small", { text: `${game.title} · Step ${index + 1} of ${lessons.length}` })),
      el(
        "div",
        { class: "layout" },
        el("section", { class: "intro", "aria-label": "Task" }, task, this.how, markdown(this.lesson.text)),
        this.table.node,
        el("section", { class: "panel", "aria-label": "Steps" }, this.next, this.steps),
        this.field.node,
      ),
    );
  }

  // Lists the steps. A step that has been solved has a tick.
  listSteps() {
    const { game, index, lessons } = this;
    const solved = solvedLessons(game.name, lessons);
    const step = ({ name, title }, at) => {
      const isDone = solved.includes(name);
      return el("a", { href: `#/learn/${game.name}/${at}`, "aria-current": at === index ? "step" : null, class: isDone ? "done" : "", "aria-label": `Step ${at + 1}: ${title}${isDone ? ", done" : ""}` }, String(at + 1));
    };
    this.steps.replaceChildren(...lessons.map((lesson, at) => el("li", {}, step(lesson, at))));
  }

  leave() {
    this.table.leave();
  }

  async begin() {
    const { state, turns } = await ask("position", this.line);
    this.solved = false;
    this.table.judge("");
    this.table.flip(state.side === "b");
    this.table.show({ state, turns, line: this.line });
    const example = turns.find(({ text }) => text === this.lesson.example);
    if (example) this.how.textContent = tapWords(example, turns, state.placement);
  }

  async tried(turn) {
    if (!this.lesson.answers.includes(turn.text)) {
      this.table.cancel();
      this.table.judge(this.lesson.wrong[turn.text] ?? this.lesson.hint, false);
      return;
    }
    const { game, lessons, lesson } = this;
    const line = { ...this.line, turns: [...this.line.turns, turn.text] };
    const { state } = await ask("position", line);
    this.solved = true;
    setProgress("lessons", game.name, [...new Set([...solvedLessons(game.name, lessons), lesson.name])]);
    this.table.show({ state, turns: [], line });
    this.listSteps();
    this.table.line.textContent = "";
    this.table.judge(`Right. ${this.lesson.right}`, true);
    this.next.lastChild.classList.add("primary");
    this.next.lastChild.focus({ preventScroll: true });
  }

  hint() {
    const turn = this.table.turns.find(({ text }) => this.lesson.answers.includes(text));
    if (turn && !this.solved) this.table.giveHint(turn);
  }
}
