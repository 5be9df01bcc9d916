import type { SortingState } from "@tanstack/react-table";
import { z } from "zod";
import { MAX_QUERY_TEXT } from "../../../domain/tableFilters";

/** The router reads `?q=123` as a number. */
const text = z.union([z.string(), z.number().transform(String)]);

/**
 * The state of a table in its address; a mangled part counts as absent. Absent: all rows, in the
 * list's own order, with the columns that the reader last chose.
 */
export const tableSearch = z.object({
  /** Words to find in any field. */
  q: text.pipe(z.string().max(MAX_QUERY_TEXT)).optional().catch(undefined),
  /** A column id, with `-` before it for descending. */
  sort: z.string().optional().catch(undefined),
  /** The filters, in the form of `formatFilters`. */
  filter: text.optional().catch(undefined),
  /** Ids of the columns on show in their order, with commas between. */
  cols: text.optional().catch(undefined),
  /** Ids of the columns left out, with commas between: links of earlier versions have it. */
  hide: text.optional().catch(undefined),
});

export type TableState = z.infer<typeof tableSearch>;

export function parseSort(sort: string | undefined): SortingState {
  if (!sort) return [];
  return sort.startsWith("-") ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
}

export function formatSort([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id);
}
