import { useEffect } from "react";
import { Observable, useObservable } from "@/lib/observable";
import type { KeyHelp } from "./KeyList";

/** A titled group of keys in the list that `?` opens. */
export type KeyGroup = { readonly title: string; readonly keys: readonly KeyHelp[] };

const groups = new Observable<readonly KeyGroup[]>([]);

/** Adds `group` to the list of keys while the caller is mounted. */
export function useKeyHelp(group: KeyGroup): void {
  useEffect(() => {
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((each) => each !== group));
  }, [group]);
}

/** Groups of keys that work on the current screen, the shell's first. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useObservable(groups);
}
