import { useLocation, type HistoryState } from "@tanstack/react-router";
import { useState } from "react";
import type { RowAnnouncement } from "@/components/data-table/changesContext";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The sample that the form saved before it navigated here. `at`: epoch ms. */
    saved?: RowAnnouncement & { at: number };
  }
}

/** After this time, a reload or Back no longer announces the sample, ms. */
const NEW_FOR_MS = 10_000;

/** The navigation `state` with which a form leads to a list that contains the saved sample. */
export function announceSaved(sampleId: string, words: string): HistoryState {
  return { saved: { rowId: sampleId, words, at: Date.now() } };
}

/** The sample that a form saved just before it navigated here. */
export function useSavedSample(): RowAnnouncement | undefined {
  const saved = useLocation({ select: ({ state }) => state.saved });
  const [announced] = useState(() =>
    saved !== undefined && Date.now() - saved.at < NEW_FOR_MS ? saved : undefined,
  );
  return announced;
}
