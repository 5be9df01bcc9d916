import { setImmediate } from "node:timers/promises";
import type { Table } from "../storage/catalog";
import type { Store } from "../storage/store";
import type { Write } from "../storage/writes";
import type { JSONObject } from "../values/json";
import { EVERYTHING, idOfKey, keyAfter, type KeyRange } from "../values/keys";
import { indexKey } from "./revision";
import { isSameKey } from "./pendingWrites";

/**
 * Functions, by table, that upgrade a document stored by an earlier version of the project to the
 * current one. Each is pure, keeps `_id` and `_creationTime`, and returns the same object when
 * nothing changes.
 */
export type Upgrades = { readonly [table: string]: (document: JSONObject) => JSONObject };

const BATCH = 500; // documents per commit and per turn of the event loop

/**
 * Stores the upgraded documents of one table and their index entries. Each batch is one commit.
 * After a crash the remaining documents are still old, and the next start upgrades them.
 */
export async function upgradeDocuments(
  table: Table,
  upgrade: Upgrades[string],
  store: Store,
): Promise<void> {
  const [byId, ...others] = table.indexes;
  for await (const batch of scanDocuments(table, store)) {
    const writes: Write[] = [];
    for (const { id, key, fields } of batch) {
      const upgraded = upgrade(fields);
      if (upgraded === fields) continue;
      writes.push({ index: byId.number, key, value: JSON.stringify(upgraded) });
      for (const index of others) {
        const [before, after] = [indexKey(index, id, fields), indexKey(index, id, upgraded)];
        if (isSameKey(before, after)) continue;
        writes.push({ index: index.number, key: before, value: null });
        writes.push({ index: index.number, key: after, value: "" });
      }
    }
    if (writes.length > 0) await store.commit(writes);
  }
}

/**
 * Yields a table's documents in batches, each read from its own snapshot: a single snapshot would
 * keep the store from reusing pages freed meanwhile. No other code may write to the table during
 * the scan.
 */
export async function* scanDocuments(table: Table, store: Store) {
  const byId = table.indexes[0].number;
  for (let range = EVERYTHING; ;) {
    const batch = readBatch(byId, range, store);
    if (batch.length === 0) return;
    yield batch;
    range = { start: keyAfter(batch.at(-1)!.key), end: null };
    await setImmediate();
  }
}

function readBatch(byId: number, range: KeyRange, store: Store) {
  const snapshot = store.snapshot();
  try {
    return Array.from(snapshot.keys(byId, range, "asc", BATCH), (key) => ({
      id: idOfKey(key),
      key,
      fields: JSON.parse(snapshot.get(byId, key)!) as JSONObject,
    }));
  } finally {
    snapshot.close();
  }
}
