import { useLocation, type HistoryState } from "@tanstack/react-router";
import { useState } from "react";
import type { RowAnnouncement } from "@/components/data-table/changesContext";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The sample that was saved before the form led here. `at`: epoch ms. */
    saved?: RowAnnouncement & { at: number };
  }
}

/** A reload, or Back a minute later, announces nothing any more. */
const NEW_FOR_MS = 10_000;

/** The `state` of the way from a form to a list that has the saved sample among its rows. */
export function announceSaved(sampleId: string, words: string): HistoryState {
  return { saved: { rowId: sampleId, words, at: Date.now() } };
}

/** The sample that a form has just saved and led here to show. */
export function useSavedSample(): RowAnnouncement | undefined {
  const saved = useLocation({ select: ({ state }) => state.saved });
  const [announced] = useState(() =>
    saved !== undefined && Date.now() - saved.at < NEW_FOR_MS ? saved : undefined,
  );
  return announced;
}
