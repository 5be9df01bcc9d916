import { useSyncExternalStore } from "react";

/** Row heights in px. The reader's choice holds for every table of this browser. */
export const DENSITIES = { comfortable: 40, compact: 32 } as const;
export type Density = keyof typeof DENSITIES;

const DENSITY_KEY = "sms.table.density";
const hiddenKey = (table: string) => `sms.table.hidden.${table}`;

/** A browser with storage switched off keeps choices for as long as the page lives. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  unstored.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    if (value !== null) unstored.set(key, value);
  }
  for (const notify of listeners) notify();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange); // another tab chose
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

const usePreference = (key: string) => useSyncExternalStore(subscribe, () => read(key));

export function useDensity(): Density {
  return usePreference(DENSITY_KEY) === "compact" ? "compact" : "comfortable";
}

export const setDensity = (density: Density) => write(DENSITY_KEY, density);

/** Ids, with commas between, of the columns last left out of `table`; null: none was. */
export const useRememberedHidden = (table: string) => usePreference(hiddenKey(table));

export const rememberHidden = (table: string, ids: readonly string[]) =>
  write(hiddenKey(table), ids.length === 0 ? null : ids.join());
