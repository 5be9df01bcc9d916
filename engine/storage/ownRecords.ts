import type { Snapshot } from "./snapshot";
import type { Write } from "./writes";

/** Number of the index that holds the store's own records: catalog, clock and log id. */
export const OWN_INDEX = 0;

/** Key of the log id. Once the tree holds an id, the log with this id must exist: log.ts. */
const LOG = Buffer.from("log");

/** Returns the id of the log that belongs to the tree of `snapshot`; null when it has none yet. */
export function logIdOf(snapshot: Snapshot): number | null {
  const id = snapshot.get(OWN_INDEX, LOG);
  return id === undefined ? null : Number(id);
}

/**
 * Returns the write that makes log `id` the tree's log. Null makes the next start create a new log.
 */
export function logIdWrite(id: number | null): Write {
  return { index: OWN_INDEX, key: LOG, value: id === null ? null : String(id) };
}
