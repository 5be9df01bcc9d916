import type { JSONValue } from "./json";

/** What `exportArgs()`, `exportReturns()` and `schema.export()` contain. */
export type ValidatorJson =
  | { readonly type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" }
  | { readonly type: "commitTs" }
  | { readonly type: "literal"; readonly value: JSONValue }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: FieldJson }
  | { readonly type: "object"; readonly value: { readonly [field: string]: FieldJson } }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };

export type FieldJson = { readonly fieldType: ValidatorJson; readonly optional: boolean };

export interface TableResolver {
  /** Table of a well-formed id of this deployment, else null. Does not look whether the document exists. */
  tableOfId(id: string): string | null;
}

/** null when `value` (Convex JSON) fits, else the real backend's message. */
export function validate(
  _validator: ValidatorJson,
  _value: JSONValue,
  _ids: TableResolver,
): string | null {
  throw new Error("not written yet");
}
