import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { OPENED_HERE } from "./useWayBack";

/** Search parameter that opens a sample's sheet over any screen. */
type SheetSearch = { sample?: string | undefined };

/**
 * Props of a link that opens a sample's sheet over the current screen. Opening the link's address
 * in another tab shows the same screen with the sheet.
 */
export function sheetLink(sampleId: string) {
  return {
    to: ".",
    search: (before: SheetSearch) => ({ ...before, sample: sampleId }),
    state: OPENED_HERE,
    resetScroll: false,
  } as const;
}

/**
 * Returns a function that opens a sample's sheet. It replaces an open sheet, so that Back closes
 * both.
 */
export function useOpenSheet(): (sampleId: string) => void {
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ search }) => "sample" in search });
  return useCallback(
    (sampleId) =>
      void navigate(
        isOpen ? { ...sheetLink(sampleId), state: true, replace: true } : sheetLink(sampleId),
      ),
    [navigate, isOpen],
  );
}
