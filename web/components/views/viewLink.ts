import type { SavedView } from "@/hooks/data/useViews";
import { VIEW_TABLES } from "#domain/samples/savedViews";

/** Props of the link that opens a view. Each route reads its own parts of the search. */
export function viewLink({ table, state }: Pick<SavedView, "table" | "state">) {
  return { to: VIEW_TABLES[table], search: state } as {
    to: (typeof VIEW_TABLES)[typeof table];
    search: Record<string, never>;
  };
}
