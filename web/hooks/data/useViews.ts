import type { OptimisticLocalStore } from "convex/browser";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { compareTexts } from "@/lib/textOrder";
import { viewAudience, type ViewTable } from "#domain/samples/savedViews";
import type { Role } from "#domain/custody/workflow";

export type SavedView = FunctionReturnType<typeof api.views.list>[number];

/** The viewer's own views of a table and views shared with them, each sorted by name, live. */
export function useViews(table: ViewTable): { own: SavedView[]; shared: SavedView[] } {
  const views = useQuery(api.views.list) ?? [];
  const byName = views
    .filter((view) => view.table === table)
    .sort((one, other) => compareTexts(one.name, other.name));
  return {
    own: byName.filter(({ isOwn }) => isOwn),
    shared: byName.filter(({ isOwn }) => !isOwn),
  };
}

/**
 * Returns functions that change the viewer's own views. A change shows immediately, even offline,
 * and is rolled back if the server refuses it.
 */
export function useViewChanges(role: Role) {
  const audience = viewAudience(role);
  const update = useMutation(api.views.update).withOptimisticUpdate(
    (store, { viewId, ...changes }) => change(store, viewId, (view) => ({ ...view, ...changes })),
  );
  const share = useMutation(api.views.share).withOptimisticUpdate((store, { viewId, isShared }) =>
    change(store, viewId, ({ audience: _, ...view }) =>
      isShared && audience !== null ? { ...view, audience } : view,
    ),
  );
  const remove = useMutation(api.views.remove);
  return { update, share, remove };
}

function change(
  store: OptimisticLocalStore,
  viewId: string,
  next: (view: SavedView) => SavedView,
): void {
  const views = store.getQuery(api.views.list, {});
  if (views === undefined) return;
  store.setQuery(
    api.views.list,
    {},
    views.map((view) => (view._id === viewId ? next(view) : view)),
  );
}
