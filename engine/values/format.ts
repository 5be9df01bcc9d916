/** Values and validators as the real backend's error messages print them. */

import { jsonToConvex } from "convex/values";
import { kindOf, type JSONObject, type JSONValue } from "./json";
import type { FieldJson, ValidatorJson } from "./validatorJson";

/** `{age: 3.0, name: "Ana"}` */
export function formatValue(value: JSONValue): string {
  switch (kindOf(value)) {
    case "array":
      return `[${(value as JSONValue[]).map(formatValue).join(", ")}]`;
    case "object": {
      const object = value as JSONObject;
      const fields = Object.keys(object).sort();
      return `{${fields.map((name) => `${name}: ${formatNamed(name, object[name]!)}`).join(", ")}}`;
    }
    case "number": {
      const number = jsonToConvex(value) as number;
      if (Number.isNaN(number)) return "NaN";
      if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
      if (Object.is(number, -0)) return "-0.0";
      return Number.isInteger(number) ? `${number}.0` : String(number);
    }
    case "bigint":
      return (jsonToConvex(value) as bigint).toString();
    case "bytes":
      return `b"${(value as { $bytes: string }).$bytes}"`;
    case "commitTs":
      return "[unresolved commit timestamp]";
    case "null":
    case "boolean":
    case "string":
      return JSON.stringify(value);
  }
}

/** Fields whose strings are hidden in error messages, because those are logged. */
const SECRET = /password|secret|token|^code$/i;

function formatNamed(name: string, value: JSONValue): string {
  return typeof value === "string" && SECRET.test(name) ? '"[hidden]"' : formatValue(value);
}

/** `v.object({age: v.optional(v.float64()), name: v.string()})` */
export function formatValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "null":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
    case "commitTs":
      return `v.${validator.type}()`;
    case "literal":
      return `v.literal(${kindOf(validator.value) === "bigint" ? "<bigint>" : formatLiteral(validator.value)})`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${formatValidator(validator.value)})`;
    case "record":
      return `v.record(${formatValidator(validator.keys)}, ${formatField(validator.values)})`;
    case "union":
      return `v.union(${validator.value.map(formatValidator).join(", ")})`;
    case "object": {
      const fields = Object.keys(validator.value).sort();
      return `v.object({${fields.map((name) => `${name}: ${formatField(validator.value[name]!)}`).join(", ")}})`;
    }
  }
}

function formatField(field: FieldJson): string {
  const type = formatValidator(field.fieldType);
  return field.optional ? `v.optional(${type})` : type;
}

function formatLiteral(value: JSONValue): string {
  return typeof value === "number" ? formatValue(value) : JSON.stringify(value);
}
