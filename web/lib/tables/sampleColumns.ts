import { SAMPLE_FIELDS } from "#domain/samples/fields";
import type { ColumnDeclaration } from "../columns/columnDeclaration";

/**
 * How a table stores the fields of a sample, and those that it derives: they only order a list, or
 * repeat the pending person, so they are not searched.
 */
export const SAMPLE_COLUMNS: readonly ColumnDeclaration[] = [
  ...Object.entries(SAMPLE_FIELDS).map(([field, spec]) => ({ field, ...spec })),
  { field: "listDate", form: "date", isSearched: false },
  { field: "pendingWith", form: "dictionary", isSearched: false },
  { field: "waitingManager", form: "dictionary", isSearched: false },
];
