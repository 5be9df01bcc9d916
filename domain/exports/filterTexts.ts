import { findChoice } from "../common/choices";
import { parseDate } from "../common/dateTexts";
import { EXPORT_COLUMNS, type ExportColumn, type ExportName } from "./exportColumns";
import type { Condition } from "../tables/tableFilters";

/** Thrown for an invalid filter; the message names the filter and the fault. */
export class FilterFault extends Error {
  override readonly name = "FilterFault";
}

const FILTER = /^(\w+)(=|~|>=|<)(.*)$/s;

/**
 * Parses filters in the syntax of the CLI and HTTP requests: `brand=Samsung`,
 * `brand=Samsung|Nokia`, `model~galaxy` (contains), `registereddate>=2026-01-01` and
 * `registereddate<2026-02-01`.
 *
 * @throws FilterFault for the first invalid filter
 */
export function parseFilters(name: ExportName, filters: readonly string[]): Condition[] {
  return filters.map((text) => parseFilter(EXPORT_COLUMNS[name], text));
}

/**
 * Parses one filter of a table with `columns`.
 *
 * @throws FilterFault
 */
export function parseFilter(
  columns: readonly Pick<ExportColumn, "field" | "isDate" | "choices">[],
  text: string,
): Condition {
  const [, field = "", operator = "", value = ""] = FILTER.exec(text) ?? [];
  const column = columns.find((each) => each.field === field);
  if (column === undefined) {
    const fields = columns.map((each) => each.field).join(", ");
    const forms = "FIELD=VALUE, FIELD~PART, FIELD>=DAY or FIELD<DAY";
    throw new FilterFault(`"${text}": write ${forms}, with one of the fields: ${fields}.`);
  }
  const isDays = operator === ">=" || operator === "<";
  if (isDays !== column.isDate) {
    const how = column.isDate ? "a date: compare it by >= or <" : "no date: use = or ~";
    throw new FilterFault(`"${text}": ${field} is ${how}.`);
  }
  if (operator === "=") {
    const { choices } = column;
    const anyOf = value.split("|").map((each) => (choices ? chosen(choices, each, text) : each));
    return { kind: "select", field, anyOf };
  }
  if (operator === "~") return { kind: "text", field, contains: value };
  const at = /^\d{4}-\d/.test(value) ? parseDate(value) : null;
  if (at === null) throw new FilterFault(`"${text}": write the day as YYYY-MM-DD.`);
  return operator === "<"
    ? { kind: "dates", field, before: at }
    : { kind: "dates", field, from: at };
}

/** @throws FilterFault for a value that no row can have; it would silently match nothing */
function chosen(choices: readonly string[], value: string, filter: string): string {
  const choice = findChoice(choices, value);
  if (choice !== undefined) return choice;
  throw new FilterFault(`"${filter}": "${value}" is not one of ${choices.join(", ")}.`);
}
