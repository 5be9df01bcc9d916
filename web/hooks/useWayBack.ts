import { useLocation, useRouter, type HistoryState } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry before this one is the screen that led here, as it was left. */
    isOpenedHere?: boolean;
    /** Ids of the samples whose labels the screen shows. */
    labelled?: readonly string[];
  }
}

/** The `state` of links whose target leads back to where the link was followed. */
export const OPENED_HERE: HistoryState = { isOpenedHere: true };

/**
 * Leads back to where one was, as it was: address, scroll and cursor. Null when the page was opened
 * by its address: nothing is behind it.
 */
export function useWayBack(): (() => void) | null {
  const { history } = useRouter();
  const isOpenedHere = useLocation({ select: ({ state }) => state.isOpenedHere === true });
  const back = useCallback(() => history.back(), [history]);
  return isOpenedHere ? back : null;
}
