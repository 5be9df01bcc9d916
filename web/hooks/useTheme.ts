import { useSyncExternalStore } from "react";
import { applyToDocument, createThemeStore, SYSTEM_IS_DARK, type Theme } from "@/lib/theme";

/** One store per page, created when the page starts, so that query parameters are read once. */
export const themeStore = createThemeStore(
  window.localStorage,
  window.location.search,
  applyToDocument,
);

// The `storage` event reports what other tabs store, never what this tab stores.
window.addEventListener("storage", themeStore.readAgain);
window
  .matchMedia(SYSTEM_IS_DARK)
  .addEventListener("change", () => applyToDocument(themeStore.get()));

export function useTheme(): Theme {
  return useSyncExternalStore(themeStore.subscribe, themeStore.get);
}
