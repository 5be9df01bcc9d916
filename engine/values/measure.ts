import { isFieldName, isFieldNameUnit } from "./fieldName";
import type { JSONObject, JSONValue } from "./json";
import { formatSize, LimitExceeded, LIMITS } from "./limits";

/** Content of `{"$integer": …}` and `{"$float": …}`. */
const BASE64_OF_8_BYTES = /^[A-Za-z0-9+/]{11}=$/;

/**
 * Returns the size of a value in Convex JSON by the real backend's formula
 * (convex/src/values/size.ts), after checking that it is a valid value.
 *
 * @throws Error naming the field, for a malformed special value, an invalid field name, or an
 *   exceeded limit
 */
export function measureValue(value: JSONValue, maxNesting: number = LIMITS.valueNesting): number {
  return measure(value, 0, maxNesting, false);
}

/**
 * Returns the size of a document's fields, including `_id` and `_creationTime` when present.
 *
 * @throws Error as `measureValue`; also for a field that begins with an underscore or has a name of
 *   more than 64 characters, and above 1 MiB or 16 levels
 */
export function measureDocument(document: JSONObject): number {
  for (const name in document) {
    if (name.charCodeAt(0) === 95 && name !== "_id" && name !== "_creationTime") {
      throw new Error(
        `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'`,
      );
    }
    checkLength(name, LIMITS.documentFieldNameLength);
  }
  const size = measure(document, 0, LIMITS.documentNesting, true);
  if (size > LIMITS.documentBytes) {
    throw new LimitExceeded(
      `Value is too large (${formatSize(size)} > maximum size ${formatSize(LIMITS.documentBytes)})`,
    );
  }
  return size;
}

function measure(value: JSONValue, depth: number, maxNesting: number, isDocument: boolean): number {
  switch (typeof value) {
    case "string":
      return 2 + Buffer.byteLength(value);
    case "number":
      return 9;
    case "boolean":
      return 1;
    default:
      break;
  }
  if (value === null) return 1;
  if (depth === maxNesting) throw tooNested(depth + 1, maxNesting, isDocument);
  if (Array.isArray(value)) {
    if (value.length > LIMITS.arrayLength) {
      throw new LimitExceeded(
        `Array length is too long (${value.length} > maximum length ${LIMITS.arrayLength})`,
      );
    }
    let size = 2;
    for (const element of value) size += measure(element, depth + 1, maxNesting, isDocument);
    return size;
  }
  let size = 2;
  let fields = 0;
  for (const name in value) {
    if (name.charCodeAt(0) === 36) return measureSpecial(value, name);
    checkFieldName(name);
    size += name.length + 1 + measure(value[name]!, depth + 1, maxNesting, isDocument);
    fields++;
  }
  if (fields > LIMITS.objectFields) {
    throw new LimitExceeded(
      `Object has too many fields (${fields} > maximum number ${LIMITS.objectFields})`,
    );
  }
  return size;
}

function measureSpecial(value: JSONObject, name: string): number {
  const content = value[name];
  if (Object.keys(value).length === 1) {
    if (name === "$bytes" && typeof content === "string") {
      return 2 + Buffer.byteLength(content, "base64");
    }
    if (name === "$integer" || name === "$float") {
      if (typeof content === "string" && BASE64_OF_8_BYTES.test(content)) return 9;
    }
    if (name === "$commitTs" && content === null) return 9;
  }
  throw new Error(`Field name ${name} starts with '$', which is reserved.`);
}

function checkFieldName(name: string): void {
  if (isFieldName(name)) return;
  checkLength(name, LIMITS.fieldNameLength);
  for (let i = 0; i < name.length; i++) {
    if (!isFieldNameUnit(name.charCodeAt(i))) {
      throw new Error(
        `Field name ${name} has invalid character '${name[i]}': Field names can only contain non-control ASCII characters`,
      );
    }
  }
}

function checkLength(name: string, max: number): void {
  if (name.length <= max) return;
  throw new LimitExceeded(`Field name ${name} exceeds maximum field name length ${max}.`);
}

function tooNested(levels: number, maxNesting: number, isDocument: boolean): LimitExceeded {
  const what = isDocument ? "Document" : "Value";
  return new LimitExceeded(
    `${what} is too nested (nested ${levels} levels deep > maximum nesting ${maxNesting})`,
  );
}
