import { setImmediate } from "node:timers/promises";
import type { Table } from "../storage/catalog";
import type { Store } from "../storage/store";
import type { Write } from "../storage/writes";
import type { JSONObject } from "../values/json";
import { EVERYTHING, idOfKey, keyAfter } from "../values/keys";
import { indexKey } from "./revision";
import { isSameKey } from "./pendingWrites";

/**
 * Functions by table that turn a document stored by an earlier version of the project into one of
 * this version. Each is pure, keeps `_id` and `_creationTime`, and returns the same object when
 * nothing changes.
 */
export type Upgrades = { readonly [table: string]: (document: JSONObject) => JSONObject };

const BATCH = 500; // documents between two commits, and two turns of the event loop

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

/** Documents of a table in batches, as of the moment when the first batch is read. */
export async function* scanDocuments(table: Table, store: Store) {
  const byId = table.indexes[0].number;
  const snapshot = store.snapshot();
  try {
    let range = EVERYTHING;
    for (;;) {
      const keys = snapshot.keys(byId, range, "asc", BATCH);
      if (keys.length === 0) return;
      yield keys.map((key) => ({
        id: idOfKey(key),
        key,
        fields: JSON.parse(snapshot.get(byId, key)!) as JSONObject,
      }));
      range = { start: keyAfter(keys.at(-1)!), end: null };
      await setImmediate();
    }
  } finally {
    snapshot.close();
  }
}
