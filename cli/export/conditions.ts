import { parseDate } from "../../domain/dateTexts";
import { EXPORT_COLUMNS, type ExportName } from "../../domain/exportColumns";
import type { Condition } from "../../domain/tableFilters";
import { CliError, EXIT } from "../errors";
import { fieldNames } from "./rows";

const FILTER = /^(\w+)(=|~|>=|<)(.*)$/s;

/**
 * Parses `--filter` texts: `brand=Samsung`, `brand=Samsung|Nokia`, `model~galaxy` (contains),
 * `registereddate>=2026-01-01` and `registereddate<2026-02-01`.
 *
 * @throws CliError naming the filter and the fault
 */
export function conditionsOf(name: ExportName, filters: readonly string[]): Condition[] {
  return filters.map((text) => {
    const [, field = "", operator = "", value = ""] = FILTER.exec(text) ?? [];
    const column = EXPORT_COLUMNS[name].find((each) => each.field === field);
    if (column === undefined) {
      throw new CliError(
        `--filter "${text}": write FIELD=VALUE, FIELD~PART, FIELD>=DAY or FIELD<DAY, with one of ` +
          `the fields: ${fieldNames(name)}.`,
        EXIT.usage,
      );
    }
    const isDays = operator === ">=" || operator === "<";
    if (isDays !== column.isDate) {
      const how = column.isDate ? "a date: compare it by >= or <" : "no date: use = or ~";
      throw new CliError(`--filter "${text}": ${field} is ${how}.`, EXIT.usage);
    }
    if (operator === "=") return { kind: "select", field, anyOf: value.split("|") };
    if (operator === "~") return { kind: "text", field, contains: value };
    const at = /^\d{4}-\d/.test(value) ? parseDate(value) : null;
    if (at === null) {
      throw new CliError(`--filter "${text}": write the day as YYYY-MM-DD.`, EXIT.usage);
    }
    return operator === "<"
      ? { kind: "dates", field, before: at }
      : { kind: "dates", field, from: at };
  });
}
