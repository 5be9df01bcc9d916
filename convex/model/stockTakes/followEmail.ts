import type { MutationCtx } from "../../_generated/server";
import { renamedFilters } from "../lists/reportPages";

/** More stock-takes than are ever open at once. */
const MAX_OPEN = 1_000;

/**
 * Puts a person's other address into the filters of open stock-takes that name them. All else names
 * people by their record, or is a fact of its moment.
 */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const open = await ctx.db
    .query("stockTakes")
    .withIndex("by_isOpen", (q) => q.eq("isOpen", true))
    .take(MAX_OPEN);
  for (const { _id, rule } of open) {
    if (rule.kind !== "filter") continue;
    const renamed = renamedFilters(rule, from, to);
    if (renamed !== null) await ctx.db.patch("stockTakes", _id, { rule: { ...rule, ...renamed } });
  }
}
