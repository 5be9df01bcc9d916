import type { Snapshot } from "./snapshot";
import type { Write } from "./writes";

/** Number of the index that holds the store's own records: catalog, clock, id of the log. */
export const OWN_INDEX = 0;

/** Once the tree holds an id, the log with this id must be beside it: log.ts. */
const LOG = Buffer.from("log");

/** Id of the log that belongs to the tree of `snapshot`; null when it has none yet. */
export function logIdOf(snapshot: Snapshot): number | null {
  const id = snapshot.get(OWN_INDEX, LOG);
  return id === undefined ? null : Number(id);
}

/** Makes log `id` the tree's own. Null: the next start makes a new log. */
export function logIdWrite(id: number | null): Write {
  return { index: OWN_INDEX, key: LOG, value: id === null ? null : String(id) };
}
