import type { Index, Table } from "../storage/catalog";
import type { JSONObject } from "../values/json";
import { encodeIndexKey } from "../values/keys";
import { StoredDocument } from "./storedDocument";

/** One revision of a document. Fields and index keys are computed on first use and cached. */
export class Revision extends StoredDocument {
  readonly table: Table;
  readonly #keys: Uint8Array[] = [];

  constructor(table: Table, id: string, json: string, fields: JSONObject | null = null) {
    super(id, json, fields);
    this.table = table;
  }

  /** Key in the table's index at position `i`. */
  key(i: number): Uint8Array {
    return (this.#keys[i] ??= indexKey(this.table.indexes[i]!, this.id, this.fields));
  }

  /**
   * Computes all keys and drops the fields, to save memory while many new documents are pending.
   */
  keepKeysOnly(): this {
    for (let i = 0; i < this.table.indexes.length; i++) this.key(i);
    this.dropFields();
    return this;
  }

  /** Copies from `previous` the keys of indexes that contain none of the fields in `changed`. */
  reuseKeys(previous: Revision, changed: JSONObject): void {
    this.table.indexes.forEach(({ paths }, i) => {
      if (!paths.some(([root]) => Object.hasOwn(changed, root!))) this.#keys[i] = previous.key(i);
    });
  }
}

/** Returns the document's key in `index`. Cost: one encoding of the indexed fields. */
export function indexKey(index: Index, id: string, fields: JSONObject): Uint8Array {
  return encodeIndexKey(index.paths, fields, id);
}
