import type { JSONValue } from "./json";

/**
 * A validator as `exportArgs()`, `exportReturns()` and `schema.export()` of `convex` serialize it.
 */
export type ValidatorJson =
  | { readonly type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" }
  | { readonly type: "commitTs" }
  | { readonly type: "literal"; readonly value: JSONValue }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: FieldJson }
  | { readonly type: "object"; readonly value: { readonly [field: string]: FieldJson } }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };

/** Validator of one field of an object, or of the values of a record. */
export type FieldJson = { readonly fieldType: ValidatorJson; readonly optional: boolean };
