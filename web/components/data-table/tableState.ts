import type { SortingState } from "@tanstack/react-table";
import { searchParams, text, type SearchOf } from "@/lib/searchParams";
import { MAX_QUERY_TEXT } from "#domain/tables/queryLimits";

/**
 * The state of a table in its URL. Without parameters: all rows in the list's own order, with the
 * reader's last choice of columns.
 */
export const TABLE_PARAMS = {
  /** Words to find in any field. */
  q: text(MAX_QUERY_TEXT),
  /** A column id, prefixed with `-` for descending. */
  sort: text(),
  /** The filters, in the format of `formatAddressFilters` (domain/tables/addressFilters.ts). */
  filter: text(),
  /** Ids of the visible columns in order, separated by commas. */
  cols: text(),
  /** Ids of the hidden columns, separated by commas; used by links of earlier versions. */
  hide: text(),
};

export const tableSearch = searchParams(TABLE_PARAMS);

export type TableState = SearchOf<typeof TABLE_PARAMS>;

export function parseSort(sort: string | undefined): SortingState {
  if (!sort) return [];
  return sort.startsWith("-") ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
}

export function formatSort([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id);
}
