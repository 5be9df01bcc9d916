import type { Index, Table } from "../storage/catalog";
import { valueAt, type JSONObject } from "../values/json";
import { encodeKey } from "../values/keys";

/** One revision of a document. Fields and index keys are worked out when first asked for, and kept. */
export class Revision {
  readonly table: Table;
  readonly id: string;
  /** Convex JSON text. */
  readonly json: string;
  #fields: JSONObject | null;
  readonly #keys: Uint8Array[] = [];

  constructor(table: Table, id: string, json: string, fields: JSONObject | null = null) {
    this.table = table;
    this.id = id;
    this.json = json;
    this.#fields = fields;
  }

  /** Shared: not to be changed. */
  get fields(): JSONObject {
    return (this.#fields ??= JSON.parse(this.json) as JSONObject);
  }

  /** Key in the table's index number `i`. */
  key(i: number): Uint8Array {
    return (this.#keys[i] ??= indexKey(this.table.indexes[i]!, this.id, this.fields));
  }

  /** Works out all keys, and keeps the fields no longer: many new documents may be on their way at one time. */
  keepKeysOnly(): this {
    for (let i = 0; i < this.table.indexes.length; i++) this.key(i);
    this.#fields = null;
    return this;
  }

  /** Takes over the keys of `previous` that a change of the fields `changed` leaves as they are. */
  reuseKeys(previous: Revision, changed: JSONObject): void {
    this.table.indexes.forEach(({ paths }, i) => {
      if (!paths.some(([root]) => Object.hasOwn(changed, root!))) this.#keys[i] = previous.key(i);
    });
  }
}

/** Cost: one encoding of the indexed fields. */
export function indexKey(index: Index, id: string, fields: JSONObject): Uint8Array {
  const values = index.paths.map((path) => valueAt(fields, path));
  values.push(id);
  return encodeKey(values);
}
