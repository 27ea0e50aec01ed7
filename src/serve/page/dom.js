// Small helpers to build the page. Text is always set as text, never as markup.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    } else if (name === "class") {
      node.className = value;
    } else if (name === "text") {
      node.textContent = value;
    } else if (value === true) {
      node.setAttribute(name, "");
    } else {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function button(label, handler, attributes = {}) {
  return el("button", { type: "button", on: { click: handler }, ...attributes }, label);
}

// A link that looks like a button.
export function link(label, href, { class: kind = "", ...attributes } = {}) {
  return el("a", { class: `button ${kind}`, href, ...attributes }, label);
}

export function row(...children) {
  return el("div", { class: "row" }, ...children);
}

// A table: the titles of its columns, the cells of each row, and its caption. If `named` is
// true, the first cell of each row is a header. A cell is a text, a node, or a list of these.
export function grid(heads, rows, { caption, named = false } = {}) {
  const line = (cells) => el("tr", {}, cells.map((cell, at) => (named && at === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell))));
  return el(
    "table",
    {},
    caption ? el("caption", { text: caption }) : null,
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map(line)),
  );
}

// The buttons that step through a game: to the start, back, on, and to the end.
export function stepButtons({ start, back, on, end }, toEnd = "To the end") {
  const one = (face, label, handler) => (handler ? button(face, handler, { class: "step", "aria-label": label }) : null);
  return [one("«", "To the start", start), one("‹", "One turn back", back), one("›", "One turn on", on), one("»", toEnd, end)];
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") node.textContent = value;
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(Boolean));
  return node;
}

export function clear(node) {
  node.replaceChildren();
  return node;
}

// Replaces the content of a node. If one of the old buttons has the focus, the new button with the same
// index gets the focus.
export function refill(node, ...children) {
  const focused = [...node.querySelectorAll("button")].indexOf(document.activeElement);
  node.replaceChildren(...children);
  node.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
}

// Calls `draw`, which replaces buttons. If this removes the element with the focus, the focus goes
// to the button with the same text in the same parent element. If there is no such button and the
// visitor uses the keyboard, `otherwise` sets the focus.
export function keepFocus(draw, otherwise) {
  const focused = document.activeElement;
  const place = focused.parentElement;
  const isByKey = focused.matches(":focus-visible");
  draw();
  if (focused.isConnected || document.activeElement !== document.body) return;
  const again = place.isConnected && [...place.children].find(({ textContent }) => textContent === focused.textContent);
  if (again) again.focus({ preventScroll: true });
  else if (isByKey) otherwise();
}

// Shows texts on the elements inside `node` that have the data attribute `name`. For example,
// showValues(node, "pocket", { N: "+0.5" }) shows "+0.5" where data-pocket is "N", and removes the
// text from the other elements with data-pocket.
export function showValues(node, name, values) {
  for (const { dataset } of node.querySelectorAll(`[data-${name}]`)) {
    const value = values[dataset[name]];
    if (value) dataset.value = value;
    else delete dataset.value;
  }
}

// Calls `action` whenever the page is hidden, shown again or left. Returns a function that ends this.
export function onVisibility(action) {
  const events = ["pagehide", "visibilitychange"];
  for (const event of events) addEventListener(event, action);
  return () => events.forEach((event) => removeEventListener(event, action));
}

// How long to wait for the click that the browser sends after the end of a touch, in milliseconds.
const CLICK_DELAY = 60;

// Returns a function that requests a call of `draw`. `draw` is called at most once a frame. The call waits while a
// pointer presses the node: drawing would replace the pressed button and lose the tap.
export function drawSteadily(node, draw) {
  const presses = new Set();
  let isDue = false;
  const drawIfDue = () => {
    if (presses.size > 0 || !isDue) return;
    isDue = false;
    draw();
  };
  node.addEventListener("pointerdown", ({ pointerId }) => {
    const ended = new AbortController();
    const release = (event) => {
      if (event.pointerId !== pointerId) return;
      ended.abort();
      setTimeout(() => {
        presses.delete(release);
        drawIfDue();
      }, CLICK_DELAY);
    };
    presses.add(release);
    for (const event of ["pointerup", "pointercancel"]) window.addEventListener(event, release, { signal: ended.signal });
  });
  return () => {
    if (!isDue) requestAnimationFrame(drawIfDue);
    isDue = true;
  };
}

let spoken = [];
let speaking = null;

// Announces a text to screen readers. Texts within 30 ms are announced together.
export function announce(text) {
  if (!text) return;
  if (!spoken.includes(text)) spoken.push(text);
  speaking ??= setTimeout(() => {
    const live = document.getElementById("live");
    const whole = spoken.join(" ");
    live.textContent = live.textContent === whole ? `${whole} ` : whole;
    spoken = [];
    speaking = null;
  }, 30);
}

// A labelled group of radio buttons; returns the fieldset and a function that reads the choice.
export function radios(legend, name, options, chosen, onChange) {
  const group = el("fieldset", { class: "choices" }, el("legend", { text: legend }));
  const box = el("div", { class: "options" });
  for (const { value, label, hint } of options) {
    const input = el("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => onChange?.(value) } });
    box.append(el("label", {}, input, el("span", {}, el("span", { text: label }), hint ? el("small", { text: hint }) : null)));
  }
  group.append(box);
  const read = () => group.querySelector("input:checked")?.value ?? chosen;
  return { group, read };
}

export function select(label, options, chosen, handler) {
  const list = el(
    "select",
    { on: { change: (event) => handler(event.target.value) } },
    options.map(({ value, label: text }) => el("option", { value, text, selected: value === chosen })),
  );
  return el("label", { class: "field" }, el("span", { text: label }), list);
}

export function field(label, input) {
  return el("label", { class: "field" }, el("span", { text: label }), input);
}

export function check(label, checked, handler) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked, on: { change: (event) => handler(event.target.checked) } }), el("span", { text: label }));
}

let dialogs = 0;

// A dialog. The visitor closes it with Escape, with its button, or with a click outside its edges.
export function dialog(title, ...content) {
  const opener = document.activeElement;
  const id = `dialog-${(dialogs += 1)}`;
  const close = () => box.close();
  const box = el(
    "dialog",
    { "aria-labelledby": id },
    el("div", { class: "dialog-head" }, el("h2", { id, text: title }), button("Close", close, { class: "quiet" })),
    ...content,
  );
  const isOutside = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return target === box && (x < left || x > right || y < top || y > bottom);
  };
  let pressedOutside = false;
  box.addEventListener("pointerdown", (event) => {
    pressedOutside = isOutside(event);
  });
  box.addEventListener("click", (event) => {
    if (pressedOutside && isOutside(event)) close();
  });
  box.addEventListener("close", () => {
    box.remove();
    opener?.focus?.();
  });
  document.body.append(box);
  box.showModal();
  return { box, close };
}

// Asks the visitor a question before `action` is done. yes, no: the buttons. content: what else the dialog says.
export function askFirst(question, { yes, no, action }, ...content) {
  const { close } = dialog(
    question,
    ...content,
    row(button(yes, () => { close(); action(); }, { class: "primary" }), button(no, () => close())),
  );
}

let groups = 0;

// Tabs: `[{ name, title, node, onShow, onHide }]`. The arrow keys switch between them.
export function tabs(label, pages) {
  const group = `tabs-${(groups += 1)}`;
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label });
  let present = null;
  const show = (page, focus = false) => {
    if (present === page) return;
    present?.onHide?.();
    present = page;
    for (const other of pages) {
      const chosen = other === page;
      other.tab.setAttribute("aria-selected", String(chosen));
      other.tab.tabIndex = chosen ? 0 : -1;
      other.panel.hidden = !chosen;
    }
    if (focus) page.tab.focus();
    page.onShow?.();
  };
  for (const page of pages) {
    page.tab = el("button", { type: "button", role: "tab", id: `${group}-${page.name}`, "aria-controls": `${group}-${page.name}-panel`, on: { click: () => show(page) } }, page.title);
    page.panel = el("div", { role: "tabpanel", id: `${group}-${page.name}-panel`, "aria-labelledby": `${group}-${page.name}`, tabindex: "0", class: "tabpanel" }, page.node);
    list.append(page.tab);
  }
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    show(pages[(pages.indexOf(present) + by + pages.length) % pages.length], true);
  });
  const node = el("div", { class: "tabbed" }, list, pages.map(({ panel }) => panel));
  show(pages[0]);
  return { node, show: (name) => show(pages.find((page) => page.name === name)), present: () => present.name };
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Lets the visitor choose a file, and reads its text.
export function openFile(accept, handler) {
  const input = el("input", { type: "file", accept, class: "unseen", "aria-label": "File", tabindex: "-1" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.remove();
    if (file) handler(await file.text(), file.name);
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}
