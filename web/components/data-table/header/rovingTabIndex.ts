import { createContext, useContext, type KeyboardEvent } from "react";
import { focusInTable } from "../pins";

/**
 * The header is a single Tab stop (roving tabindex); arrow keys move between its buttons.
 * `current`: the button that Tab reaches.
 */
export const RovingTabIndexContext = createContext<{
  current: string;
  setCurrent: (stop: string) => void;
}>({ current: "", setCurrent: () => undefined });

/**
 * The props of one button in the header.
 *
 * @param stop unique name within its header
 */
export function useRovingTabIndex(stop: string) {
  const { current, setCurrent } = useContext(RovingTabIndexContext);
  return {
    "data-heading-stop": stop,
    tabIndex: current === stop ? 0 : -1,
    onFocus: () => setCurrent(stop),
  };
}

/**
 * An `onKeyDown` handler for the header row: moves the focus between its buttons with the arrow
 * keys, Home and End.
 */
export function moveFocusByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-heading-stop]")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at < 0) return;
  const next = {
    ArrowRight: stops[at + 1],
    ArrowLeft: stops[at - 1],
    Home: stops[0],
    End: stops.at(-1),
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  focusInTable(next);
}
