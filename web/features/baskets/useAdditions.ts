import { useCallback, useEffect, useRef, useState } from "react";
import { basketStore } from "@/hooks/data/useBasket";
import { signalScan } from "@/lib/feedback/signalScan";
import type { Signal } from "@/lib/feedback/signals";
import { serialNumberKey } from "#domain/identifiers/readIdentifiers";
import type { BasketEntry } from "./basketEntries";

/** Values added to the basket together: one scan, or a pasted list. */
type Addition = {
  /** Number of the addition since the screen was opened. */
  readonly number: number;
  readonly keys: ReadonlySet<string>;
  /** Keys of the values that were in the basket before. */
  readonly presentKeys: ReadonlySet<string>;
  /** Number of values for which there was no room. */
  readonly leftOut: number;
};

/**
 * Returns a function that adds values to the basket, and the latest addition. Plays one signal per
 * addition once it is known whether each value refers to a sample.
 */
export function useAdditions(owner: string, entries: readonly BasketEntry[]) {
  const [latest, setLatest] = useState<Addition | null>(null);
  const signalled = useRef<Addition | null>(null);
  useEffect(() => {
    if (latest === null || signalled.current === latest) return;
    const signal = signalOf(latest, entries);
    if (signal === null) return;
    signalled.current = latest;
    signalScan(signal);
  }, [latest, entries]);

  const add = useCallback(
    (values: readonly string[]): number => {
      const present = basketStore.get(owner).values;
      const leftOut = basketStore.add(owner, values);
      setLatest((before) => ({
        number: (before?.number ?? 0) + 1,
        keys: keysOf(values),
        presentKeys: keysOf(present),
        leftOut,
      }));
      return leftOut;
    },
    [owner],
  );
  return { add, latest };
}

/** Lines with a value that was scanned again. `number`: the addition that repeated them. */
export type Repeated = { readonly number: number; readonly entries: readonly BasketEntry[] };

/** Returns the lines that an addition repeats, even through another number of the same sample. */
export function repeatedEntries(addition: Addition, entries: readonly BasketEntry[]): Repeated {
  const { number, keys, presentKeys } = addition;
  const isRepeated = (entry: BasketEntry) =>
    isNamedIn(keys, entry) && isNamedIn(presentKeys, entry);
  return { number, entries: entries.filter(isRepeated) };
}

const keysOf = (values: readonly string[]) => new Set(values.map(serialNumberKey));

const isNamedIn = (keys: ReadonlySet<string>, { values }: BasketEntry) =>
  values.some((value) => keys.has(serialNumberKey(value)));

/**
 * Returns the signal of an addition; null while one of its values is being looked up. Neutral if
 * all values were repeated.
 */
function signalOf(addition: Addition, entries: readonly BasketEntry[]): Signal | null {
  if (addition.leftOut > 0) return "failure";
  const named = entries.filter((entry) => isNamedIn(addition.keys, entry));
  if (named.length === 0 || named.some(({ kind }) => kind === "searching")) return null;
  const { entries: repeated } = repeatedEntries(addition, named);
  if (repeated.length === named.length) return "neutral";
  const isEachSample = named.every((entry) => entry.kind === "sample" || repeated.includes(entry));
  return isEachSample ? "success" : "failure";
}
