import { TABLE_PARAMS } from "@/components/data-table/tableState";
import { oneOf, searchParams, type SearchOf } from "@/lib/searchParams";

/**
 * The address of a sample list, for `validateSearch`; a scope the role does not have counts as
 * absent. It stands apart from the screen because a route's `validateSearch` is part of the app's
 * first load, and whatever its module imports is too.
 */
export const LIST_PARAMS = {
  ...TABLE_PARAMS,
  scope: oneOf(["addressed", "mine", "team", "overdue"]),
};

export const listSearch = searchParams(LIST_PARAMS);

export type ListState = SearchOf<typeof LIST_PARAMS>;
