import { useSyncExternalStore } from "react";
import { applyToDocument, createThemeStore, type Theme } from "@/lib/theme";

/** One per page: read when the page starts, so that query parameters count once. */
export const themeStore = createThemeStore(
  window.localStorage,
  window.location.search,
  applyToDocument,
);

// A tab hears of what other tabs of this browser store, not of what it stores itself.
window.addEventListener("storage", themeStore.readAgain);

export function useTheme(): Theme {
  return useSyncExternalStore(themeStore.subscribe, themeStore.get);
}
