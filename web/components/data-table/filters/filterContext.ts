import { createContext, useContext } from "react";
import type { Filters, FilterValue } from "#domain/tables/addressFilters";
import type { ValueLabels } from "../columns";
import type { FilterOption } from "./filterOptions";

/** The state shared by all filter controls of one table: in headings, chips and the menu. */
export type TableFilters = {
  readonly filters: Filters;
  readonly columns: readonly FilterColumn[];
  readonly setFilter: (columnId: string, filter: FilterValue | undefined) => void;
  /** Like `setFilter`, for each keystroke: the URL is updated after a pause. */
  readonly typeFilter: (columnId: string, filter: FilterValue | undefined) => void;
  readonly clearAll: () => void;
  /**
   * Loads the values to offer for a column. The function changes identity when the answer may
   * change.
   */
  readonly loadOptions: (columnId: string, signal: AbortSignal) => Promise<readonly FilterOption[]>;
  /** More rows exist than were counted. */
  readonly isPartial: boolean;
  /** The number of records that a text filter searches. */
  readonly recordCount: number;
  readonly finder: ValueFinder | undefined;
};

/** Finds values that occur in no loaded row while they are typed: people, by name. */
export type ValueFinder = {
  readonly columnIds: readonly string[];
  readonly onTyped: (text: string) => void;
  /** True while the values for the latest text are loading. */
  readonly isFinding: boolean;
  /** Values that match the typed text. `label`: their display text. */
  readonly found: readonly { readonly value: string; readonly label: string }[];
};

/** A column that can be filtered. */
export type FilterColumn = {
  readonly id: string;
  readonly label: string;
  readonly kind: FilterValue["kind"];
  /** The values are e-mails, shown as people's names. */
  readonly isPerson: boolean;
  /** Display texts of values that are not readable themselves. */
  readonly valueLabels?: ValueLabels | undefined;
};

export const TableFiltersContext = createContext<TableFilters | null>(null);

export function useTableFilters(): TableFilters {
  const filters = useContext(TableFiltersContext);
  if (filters === null) throw new Error("Filter controls live inside a DataTable");
  return filters;
}
