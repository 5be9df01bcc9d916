import { kindOf, withoutSystemFields, type JSONObject, type JSONValue } from "./json";
import { formatValidator, formatValue } from "./format";
import type { FieldJson, ValidatorJson } from "./validatorJson";

/** Number of system fields: `_id` and `_creationTime`. */
const SYSTEM_FIELDS = 2;

export interface TableResolver {
  /**
   * Returns the table of a well-formed id of this deployment, or null. Does not check whether the
   * document exists.
   */
  tableOfId(id: string): string | null;
}

/**
 * Returns null when `value` (Convex JSON) fits, otherwise the real backend's message. Cost: one
 * walk without allocation when it fits; the message takes a second walk.
 */
export function validate(
  validator: ValidatorJson,
  value: JSONValue,
  ids: TableResolver,
): string | null {
  return fits(validator, value, ids) ? null : explain(validator, value, ids, "");
}

/** `validate` for a whole document, whose validator does not include the two system fields. */
export function validateDocument(
  validator: ValidatorJson,
  document: JSONObject,
  ids: TableResolver,
): string | null {
  return fitsDocument(validator, document, ids)
    ? null
    : explain(validator, withoutSystemFields(document), ids, "");
}

function fitsDocument(validator: ValidatorJson, document: JSONObject, ids: TableResolver): boolean {
  switch (validator.type) {
    case "object":
      return fitsObject(validator.value, document, ids, SYSTEM_FIELDS);
    case "union":
      return validator.value.some((member) => fitsDocument(member, document, ids));
    default:
      return fits(validator, withoutSystemFields(document), ids);
  }
}

function fits(validator: ValidatorJson, value: JSONValue, ids: TableResolver): boolean {
  switch (validator.type) {
    case "any":
      return true;
    case "string":
    case "boolean":
      return typeof value === validator.type;
    case "null":
    case "number":
    case "bytes":
    case "bigint":
      return kindOf(value) === validator.type;
    case "commitTs":
      return kindOf(value) === "bigint" || kindOf(value) === "commitTs";
    case "literal":
      return equalsLiteral(validator.value, value);
    case "id":
      return typeof value === "string" && ids.tableOfId(value) === validator.tableName;
    case "array":
      return Array.isArray(value) && value.every((element) => fits(validator.value, element, ids));
    case "union":
      return validator.value.some((member) => fits(member, value, ids));
    case "record":
      return isObject(value) && fitsRecord(validator, value, ids);
    case "object":
      return isObject(value) && fitsObject(validator.value, value, ids);
    default:
      return validator satisfies never;
  }
}

function fitsObject(
  fields: { readonly [field: string]: FieldJson },
  value: JSONObject,
  ids: TableResolver,
  systemFields = 0,
): boolean {
  let present = systemFields;
  for (const name in fields) {
    const field = fields[name]!;
    if (Object.hasOwn(value, name)) {
      if (!fits(field.fieldType, value[name]!, ids)) return false;
      present++;
    } else if (!field.optional) {
      return false;
    }
  }
  // Every field in the validator was counted above; an additional one is unknown.
  return Object.keys(value).length === present;
}

function fitsRecord(
  validator: ValidatorJson & { type: "record" },
  value: JSONObject,
  ids: TableResolver,
): boolean {
  for (const name in value) {
    if (!fits(validator.keys, name, ids)) return false;
    if (!fits(validator.values.fieldType, value[name]!, ids)) return false;
  }
  return true;
}

/** Returns the message for a value that does not fit; null for one that does. */
function explain(
  validator: ValidatorJson,
  value: JSONValue,
  ids: TableResolver,
  path: string,
): string | null {
  if (fits(validator, value, ids)) return null;
  const context = path === "" ? "" : `Path: ${path}`;
  switch (validator.type) {
    case "literal":
      return `\`${formatValue(value)}\` does not match literal validator \`${formatValidator(validator)}\`.${context}`;
    case "id": {
      const table = typeof value === "string" ? ids.tableOfId(value) : null;
      if (table === null || typeof value !== "string") break;
      const wanted = `which does not match the table name in validator \`v.id("${validator.tableName}")\`.${context}`;
      return table.startsWith("_")
        ? `Found ID "${value}" from a system table, ${wanted}`
        : `Found ID "${value}" from table \`${table}\`, ${wanted}`;
    }
    case "array":
      if (!Array.isArray(value)) break;
      for (const [i, element] of value.entries()) {
        const message = explain(validator.value, element, ids, `${path}[${i}]`);
        if (message !== null) return message;
      }
      break;
    case "union":
      if (validator.value.length === 1) return explain(validator.value[0]!, value, ids, path);
      break;
    case "record":
      if (!isObject(value)) break;
      for (const name of Object.keys(value).sort()) {
        const message =
          explain(validator.keys, name, ids, `${path}.keys()`) ??
          explain(validator.values.fieldType, value[name]!, ids, `${path}.values()`);
        if (message !== null) return message;
      }
      break;
    case "object":
      if (!isObject(value)) break;
      return explainObject(validator, value, ids, path);
    default:
      break;
  }
  return `Value does not match validator.\n${context}\nValue: ${formatValue(value)}\nValidator: ${formatValidator(validator)}`;
}

function explainObject(
  validator: ValidatorJson & { type: "object" },
  value: JSONObject,
  ids: TableResolver,
  path: string,
): string | null {
  const context = path === "" ? "" : `Path: ${path}`;
  const both = `${context}\nObject: ${formatValue(value)}\nValidator: ${formatValidator(validator)}`;
  for (const name of Object.keys(validator.value).sort()) {
    const field = validator.value[name]!;
    if (Object.hasOwn(value, name)) {
      const message = explain(field.fieldType, value[name]!, ids, `${path}.${name}`);
      if (message !== null) return message;
    } else if (!field.optional) {
      return `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.\n${both}`;
    }
  }
  const extra = Object.keys(value)
    .sort()
    .find((name) => !Object.hasOwn(validator.value, name));
  return extra === undefined
    ? null
    : `Object contains extra field \`${extra}\` that is not in the validator.\n${both}`;
}

function isObject(value: JSONValue): value is JSONObject {
  return kindOf(value) === "object";
}

/** Literals are strings, numbers, booleans and, as `{$integer}`, bigints. */
function equalsLiteral(literal: JSONValue, value: JSONValue): boolean {
  if (typeof literal !== "object") return literal === value;
  return JSON.stringify(literal) === JSON.stringify(value);
}
