import { Option } from "commander";
import { FilterFault } from "#domain/exports/filterTexts";
import type { Condition } from "#domain/tables/tableFilters";
import { CliError, EXIT } from "../errors";

/** The repeatable option `--filter`; its value is an array of texts. */
export const filterOption = (): Option =>
  new Option(
    "--filter <condition>",
    "only rows with field=value (a|b: either), field~part, date>=day or date<day; repeatable",
  )
    .argParser((text: string, before: readonly string[]) => [...before, text])
    .default([]);

/** Runs `parse` on `--filter` texts. @throws CliError that names the filter and its fault */
export function readFilters<Filters>(parse: () => Filters): Filters {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw new CliError(`--filter ${error.message}`, EXIT.usage, { cause: error });
  }
}

/**
 * Returns the conditions as the server's validator types them, with mutable arrays. Days are UTC.
 */
export function serverQuery(conditions: readonly Condition[]) {
  return {
    search: "",
    conditions: conditions.map((condition) =>
      condition.kind === "select" ? { ...condition, anyOf: [...condition.anyOf] } : condition,
    ),
    timeZone: "UTC",
  };
}
