import { useMemo, useSyncExternalStore } from "react";
import { Listeners } from "@/lib/observable";
import { z } from "#domain/common/zod";

/** Row heights in px. The reader's choice applies to every table in this browser. */
export const DENSITIES = { comfortable: 40, compact: 32 } as const;
export type Density = keyof typeof DENSITIES;

const DENSITY_KEY = "sms.table.density";

/** Fallback if storage is disabled: choices last until the page is closed. */
const unstored = new Map<string, string>();
const listeners = new Listeners();

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  unstored.delete(key);
  try {
    window.localStorage.setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
  listeners.notify();
}

function subscribe(onChange: () => void): () => void {
  const unsubscribe = listeners.add(onChange);
  window.addEventListener("storage", onChange); // changed in another tab
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onChange);
  };
}

const usePreference = (key: string) => useSyncExternalStore(subscribe, () => read(key));

export function useDensity(): Density {
  return usePreference(DENSITY_KEY) === "compact" ? "compact" : "comfortable";
}

export const setDensity = (density: Density) => write(DENSITY_KEY, density);

const columnChoice = z.object({
  /** Ids of the visible columns, in order; undefined: the table's default. */
  shown: z.array(z.string()).optional(),
  /** Column widths set by the reader, px. */
  widths: z.record(z.string(), z.number()).default({}),
});

/** A person's choice of visible columns in a table, and their column widths. */
export type ColumnChoice = z.infer<typeof columnChoice>;

const UNCHOSEN: ColumnChoice = { widths: {} };

/**
 * The columns last chosen by `owner` (an e-mail) in `table`, and the function that stores a choice.
 */
export function useColumnChoice(owner: string, table: string) {
  const key = `sms.table.${owner}.${table}`;
  const stored = usePreference(key);
  return useMemo(() => {
    const remember = (choice: ColumnChoice) => write(key, JSON.stringify(choice));
    return [parseChoice(stored), remember] as const;
  }, [key, stored]);
}

function parseChoice(stored: string | null): ColumnChoice {
  if (stored === null) return UNCHOSEN;
  try {
    return columnChoice.parse(JSON.parse(stored));
  } catch {
    return UNCHOSEN; // stored by another version
  }
}
