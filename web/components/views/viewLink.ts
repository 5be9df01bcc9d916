import type { SavedView } from "@/hooks/data/useViews";
import { VIEW_TABLES } from "#domain/samples/savedViews";

/** Props of a link that opens a view. Each route reads its own search parameters. */
export function viewLink({ table, state }: Pick<SavedView, "table" | "state">) {
  return { to: VIEW_TABLES[table], search: state } as {
    to: (typeof VIEW_TABLES)[typeof table];
    search: Record<string, never>;
  };
}
