import { TABLE_PARAMS } from "@/components/data-table/tableState";
import { oneOf, searchParams, type SearchOf } from "@/lib/searchParams";

/**
 * Search parameters of a sample list, for `validateSearch`; a scope that the role does not have
 * counts as absent. In its own module because a route's `validateSearch`, with all its imports, is
 * part of the app's initial download.
 */
export const LIST_PARAMS = {
  ...TABLE_PARAMS,
  scope: oneOf(["addressed", "mine", "team", "overdue"]),
};

export const listSearch = searchParams(LIST_PARAMS);

export type ListState = SearchOf<typeof LIST_PARAMS>;
