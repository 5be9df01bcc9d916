import type { Value } from "convex/values";
import type { JSONObject, JSONValue } from "../values/json";
import { copyOfPlain, isPlainText } from "../values/plain";

/** A document as it is stored. It never changes, so all its readers share it. */
export class StoredDocument {
  readonly id: string;
  /** Convex JSON text that includes `_id` and `_creationTime`. */
  readonly json: string;
  #fields: JSONObject | null;
  #isPlain: boolean | null = null;

  /** @param fields the parsed `json`, if the caller has it */
  constructor(id: string, json: string, fields: JSONObject | null = null) {
    this.id = id;
    this.json = json;
    this.#fields = fields;
  }

  /** The parsed document. All callers share this object: do not mutate it. */
  get fields(): JSONObject {
    return (this.#fields ??= JSON.parse(this.json) as JSONObject);
  }

  /** Drops the parsed fields, to save memory; the next use parses the text again. */
  dropFields(): void {
    this.#fields = null;
  }

  /**
   * Returns the document as a Convex value that belongs to the caller.
   *
   * @param toValue `jsonToConvex`, which is needed only for a document that is not plain
   */
  copy(toValue: (json: JSONValue) => Value): Value {
    this.#isPlain ??= isPlainText(this.json);
    return this.#isPlain ? copyOfPlain(this.fields) : toValue(this.fields);
  }

  /** Makes `JSON.stringify` write the document where a result contains it. */
  toJSON(): JSONObject {
    return this.fields;
  }
}
