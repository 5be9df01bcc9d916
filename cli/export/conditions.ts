import { Option } from "commander";
import { FilterFault } from "#domain/exports/filterTexts";
import type { Condition } from "#domain/tables/tableFilters";
import { CliError, EXIT } from "../errors";

/** The repeatable option `--filter`; its value is the array of its texts. */
export const filterOption = (): Option =>
  new Option(
    "--filter <condition>",
    "only rows with field=value (a|b: either), field~part, date>=day or date<day; repeatable",
  )
    .argParser((text: string, before: readonly string[]) => [...before, text])
    .default([]);

/** Runs `parse` on `--filter` texts. @throws CliError naming the filter and its fault */
export function readFilters<Filters>(parse: () => Filters): Filters {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw new CliError(`--filter ${error.message}`, EXIT.usage, { cause: error });
  }
}

/** The conditions as the server takes them, which knows mutable arrays only. Days are UTC's. */
export function serverQuery(conditions: readonly Condition[]) {
  return {
    search: "",
    conditions: conditions.map((condition) =>
      condition.kind === "select" ? { ...condition, anyOf: [...condition.anyOf] } : condition,
    ),
    timeZone: "UTC",
  };
}
