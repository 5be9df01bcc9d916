import type { MutationCtx } from "../../_generated/server";
import { renamedFilters } from "../lists/reportPages";

/** Maximum number of open stock-takes. */
const MAX_OPEN = 1_000;

/**
 * Replaces a person's former address in the filters of open stock-takes. All other references use
 * the user id or are historical facts.
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
