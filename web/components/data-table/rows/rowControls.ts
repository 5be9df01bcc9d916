import { useEffect, type KeyboardEvent, type RefObject } from "react";
import { focusInTable } from "../pins";

const CONTROLS = "a[href], button:not([disabled]), input:not([disabled])";

/**
 * Classes of a row that has left its list: only its checkbox is active. `select-none` prevents a
 * double click on a former button from selecting text.
 */
export const NOTHING_TO_PRESS =
  "select-none [&_a]:pointer-events-none [&_button:not([role=checkbox])]:pointer-events-none";

/**
 * Removes the controls inside rows from the Tab order: a row is a single Tab stop, and arrow keys
 * move through its controls (`moveWithinRow`). Cells may render anything, so this observes the DOM
 * of the rows instead of relying on each cell.
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
 * An `onKeyDown` handler for a row: the left and right arrow keys move the focus between the row
 * and its controls.
 */
export function moveWithinRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const row = event.currentTarget;
  // React events bubble from dialogs that a cell rendered through a portal; these are outside the
  // row in the DOM.
  if (step === undefined || event.defaultPrevented || !row.contains(document.activeElement)) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (stops[at + step] === undefined) return;
  event.preventDefault();
  let next = at;
  do
    focusInTable(stops[(next += step)]); // hidden controls do not accept the focus
  while (next in stops && stops[next] !== document.activeElement);
}
