import { createContext, useContext, type KeyboardEvent } from "react";

/**
 * The header is one stop for Tab; the arrow keys go through its buttons. `current`: the button that
 * Tab reaches.
 */
export const RovingTabIndexContext = createContext<{
  current: string;
  setCurrent: (stop: string) => void;
}>({ current: "", setCurrent: () => undefined });

/** The props of one button of the header. @param stop names it within its header */
export function useRovingTabIndex(stop: string) {
  const { current, setCurrent } = useContext(RovingTabIndexContext);
  return {
    "data-heading-stop": stop,
    tabIndex: current === stop ? 0 : -1,
    onFocus: () => setCurrent(stop),
  };
}

/**
 * Moves the focus between the header's buttons, with the arrows, Home and End: for the `onKeyDown`
 * of its row.
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
  next.focus();
}
