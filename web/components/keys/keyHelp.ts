import { useEffect, useSyncExternalStore } from "react";
import type { KeyHelp } from "./KeyList";

/** A titled group of keys in the list that `?` opens. */
export type KeyGroup = { readonly title: string; readonly keys: readonly KeyHelp[] };

let groups: readonly KeyGroup[] = [];
const listeners = new Set<() => void>();

function setGroups(next: readonly KeyGroup[]): void {
  groups = next;
  listeners.forEach((listener) => listener());
}

/** Adds `group` to the list of keys while the caller is mounted. */
export function useKeyHelp(group: KeyGroup): void {
  useEffect(() => {
    setGroups([...groups, group]);
    return () => setGroups(groups.filter((each) => each !== group));
  }, [group]);
}

/** Groups of keys that work on the current screen, the shell's first. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
