import { useLocation, useRouter, type HistoryState } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the previous entry is the screen that linked here, in the state it was left. */
    isOpenedHere?: boolean;
    /** Ids of the samples whose labels the screen prints. */
    labelled?: readonly string[];
  }
}

/** `state` of links whose target offers a way back to the linking screen. */
export const OPENED_HERE: HistoryState = { isOpenedHere: true };

/**
 * Returns a function that goes back to the previous screen with its address, scroll and cursor.
 * Null when the page was opened by its address: then there is no previous screen.
 */
export function useWayBack(): (() => void) | null {
  const { history } = useRouter();
  const isOpenedHere = useLocation({ select: ({ state }) => state.isOpenedHere === true });
  const back = useCallback(() => history.back(), [history]);
  return isOpenedHere ? back : null;
}
