// Dragging a piece from the board or from a pocket to a square. Taps can do everything that drags can.

import { el } from "./dom.js";
import { drawPiece } from "./pieces.js";

const SLACK = 6;

// A tap is `{ square }` or `{ pocket }`. letterOf(tap): the letter of the piece that the tap would
// choose, or nothing. onDrop(from, to): a piece was dragged. `from` is the `{ square }` or
// `{ pocket }` where the drag began, and `to` is the `{ square }` where it ended.
export function makeDraggable(root, { letterOf, onDrop }) {
  let start = null;
  let ghost = null;
  let justDragged = false;
  const tapAt = (node) => {
    const square = node?.closest?.("[data-square]")?.dataset.square;
    if (square) return { square };
    const pocket = node?.closest?.("[data-pocket]")?.dataset.pocket;
    return pocket ? { pocket } : null;
  };
  const isOther = (event) => start !== null && event.pointerId !== start.pointer;
  const end = () => {
    ghost?.remove();
    ghost = null;
    start = null;
  };
  const move = (event) => {
    if (!start || event.pointerId !== start.pointer) return;
    if (!ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLACK) {
      ghost = el("div", { class: "ghost", "aria-hidden": "true" }, drawPiece(start.letter));
      ghost.style.width = `${start.size}px`;
      document.body.append(ghost);
    }
    if (!ghost) return;
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  };
  const up = (event) => {
    if (!start || event.pointerId !== start.pointer) return;
    const { tap } = start;
    const dragging = ghost !== null;
    end();
    if (!dragging) return;
    const to = tapAt(document.elementFromPoint(event.clientX, event.clientY));
    justDragged = true;
    setTimeout(() => {
      justDragged = false;
    }, 0);
    if (to?.square && to.square !== tap.square && root.contains(document.elementFromPoint(event.clientX, event.clientY))) onDrop(tap, to);
  };
  root.addEventListener("pointerdown", (event) => {
    const tap = tapAt(event.target);
    const letter = tap && letterOf(tap);
    if (event.button !== 0 || !letter || isOther(event)) return;
    end();
    const size = root.querySelector("[data-square]").getBoundingClientRect().width;
    start = { tap, letter, size, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    // A touch captures the pointer: all its events go to the element where it began, unless the
    // pointer is released.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  const cancel = (event) => {
    if (!isOther(event)) end();
  };
  // A drag that ends where it began causes a click. This click is not a tap.
  root.addEventListener("click", (event) => {
    if (!justDragged) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  return () => {
    end();
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  };
}
