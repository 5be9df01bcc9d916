import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { ViewTable } from "../../domain/savedViews";

export type SavedView = FunctionReturnType<typeof api.views.list>[number];

/** One's own views of a table and those shared with one, each by name, live. */
export function useViews(table: ViewTable): { own: SavedView[]; shared: SavedView[] } {
  const views = useQuery(api.views.list) ?? [];
  const byName = views
    .filter((view) => view.table === table)
    .sort((one, other) => one.name.localeCompare(other.name));
  return {
    own: byName.filter(({ isOwn }) => isOwn),
    shared: byName.filter(({ isOwn }) => !isOwn),
  };
}
