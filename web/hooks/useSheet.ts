import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { OPENED_HERE } from "./useWayBack";

/** The part of an address that opens a sample's sheet over whatever screen it names. */
type SheetSearch = { sample?: string | undefined };

/**
 * Props of a link that opens a sample's sheet over the screen it stands on. Its address, opened
 * elsewhere, shows the same screen with the sheet.
 */
export function sheetLink(sampleId: string) {
  return {
    to: ".",
    search: (before: SheetSearch) => ({ ...before, sample: sampleId }),
    state: OPENED_HERE,
    resetScroll: false,
  } as const;
}

/** Opens a sample's sheet. It replaces one that is open, so that one step back closes both. */
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
