import { createContext, useContext } from "react";
import type { Filters, FilterValue } from "#domain/tables/addressFilters";
import type { ValueLabels } from "../columns";
import type { FilterOption } from "./filterOptions";

/** The state that all filter controls of one table share: in headings, chips and the menu. */
export type TableFilters = {
  readonly filters: Filters;
  readonly columns: readonly FilterColumn[];
  readonly setFilter: (columnId: string, filter: FilterValue | undefined) => void;
  /** The same for each key of a text: the address hears of the last one. */
  readonly typeFilter: (columnId: string, filter: FilterValue | undefined) => void;
  readonly clearAll: () => void;
  /** Asks for the values to offer for a column; another function once the answer may differ. */
  readonly loadOptions: (columnId: string, signal: AbortSignal) => Promise<readonly FilterOption[]>;
  /** More rows follow those counted. */
  readonly isPartial: boolean;
  /** The number of records that a text filter searches. */
  readonly recordCount: number;
  readonly finder: ValueFinder | undefined;
};

/** Finds values that no loaded row has, as they are typed: people, by their names. */
export type ValueFinder = {
  readonly columnIds: readonly string[];
  readonly onTyped: (text: string) => void;
  /** The values for what was typed last are on their way. */
  readonly isFinding: boolean;
  /** Values that match what was typed. `label`: what people know them by. */
  readonly found: readonly { readonly value: string; readonly label: string }[];
};

/** A column that can be narrowed. */
export type FilterColumn = {
  readonly id: string;
  readonly label: string;
  readonly kind: FilterValue["kind"];
  /** Its values are e-mails, shown by the people's names. */
  readonly isPerson: boolean;
  /** The words for its values, where people do not read the value itself. */
  readonly valueLabels?: ValueLabels | undefined;
};

export const TableFiltersContext = createContext<TableFilters | null>(null);

export function useTableFilters(): TableFilters {
  const filters = useContext(TableFiltersContext);
  if (filters === null) throw new Error("Filter controls live inside a DataTable");
  return filters;
}
