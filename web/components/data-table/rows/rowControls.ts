import { useEffect, type KeyboardEvent, type RefObject } from "react";

const CONTROLS = "a[href], button:not([disabled]), input:not([disabled])";

/**
 * Classes of a row that has left its list: its steps are over, and only its checkbox answers. A
 * double click meant for one of its buttons marks no word.
 */
export const NOTHING_TO_PRESS =
  "select-none [&_a]:pointer-events-none [&_button:not([role=checkbox])]:pointer-events-none";

/**
 * Takes the controls within rows out of the order of Tab: a row is one stop, and the arrow keys go
 * through its controls (`moveWithinRow`). Cells draw what they like, so this watches the rows' part
 * of the page instead of asking each cell for it.
 */
export function useRowsAsStops(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const body = ref.current;
    if (body === null) return;
    const takeOut = (within: Element) => {
      for (const control of within.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = -1;
    };
    takeOut(body);
    const observer = new MutationObserver((changes) => {
      const changed = new Set(changes.map(({ target }) => target));
      for (const target of changed) if (target instanceof Element) takeOut(target);
    });
    observer.observe(body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [ref]);
}

/**
 * Moves the focus from a row into its controls, from one to the next, and back, with the arrows to
 * the left and right: for the `onKeyDown` of a row.
 */
export function moveWithinRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const row = event.currentTarget;
  // A dialog that a cell opened is a child of the row for React, and not for the page.
  if (step === undefined || event.defaultPrevented || !row.contains(document.activeElement)) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (stops[at + step] === undefined) return;
  event.preventDefault();
  let next = at;
  do
    stops[(next += step)]?.focus(); // what is hidden does not take it
  while (next in stops && stops[next] !== document.activeElement);
}
