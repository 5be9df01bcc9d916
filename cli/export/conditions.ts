import type { ExportName } from "../../domain/exportColumns";
import { FilterFault, parseFilters } from "../../domain/filterTexts";
import type { Condition } from "../../domain/tableFilters";
import { CliError, EXIT } from "../errors";

/** Parses `--filter` texts (domain/filterTexts.ts). @throws CliError naming the filter and fault */
export function conditionsOf(name: ExportName, filters: readonly string[]): Condition[] {
  try {
    return parseFilters(name, filters);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw new CliError(`--filter ${error.message}`, EXIT.usage, { cause: error });
  }
}
