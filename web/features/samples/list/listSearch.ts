import { z } from "zod";
import { tableSearch } from "@/components/data-table/tableState";

/**
 * The address of a sample list, for `validateSearch`; a scope the role does not have counts as
 * absent. It stands apart from the screen because a route's `validateSearch` is part of the app's
 * first load, and whatever its module imports is too.
 */
export const listSearch = tableSearch.extend({
  scope: z.enum(["addressed", "mine", "team", "overdue"]).optional().catch(undefined),
});

export type ListState = z.infer<typeof listSearch>;
