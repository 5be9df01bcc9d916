import type { QueryCtx } from "../../_generated/server";
import type { AuditAction } from "#domain/accounts/audit";
import type { FirstStep } from "#domain/custody/firstSteps";

/** Pick-list changes; any one of them shows that an admin has reviewed the lists. */
const LIST_CHANGES: readonly AuditAction[] = [
  "Option Added",
  "Option Updated",
  "Option Deleted",
  "Options Merged",
];

/**
 * Returns which onboarding steps of a new deployment are done. Reads at most two documents from
 * each of eight ranges.
 */
export async function firstSteps(ctx: QueryCtx): Promise<Record<FirstStep, boolean>> {
  const [users, invitation, samples, anImport] = await Promise.all([
    ctx.db.query("users").take(2),
    ctx.db.query("invitations").first(),
    ctx.db.query("samples").take(2),
    ctx.db.query("imports").first(),
  ]);
  return {
    people: users.length > 1 || invitation !== null,
    lists: await isAnyListChanged(ctx),
    // Several samples without an import were registered some other way, so the step is done.
    import: anImport !== null || samples.length > 1,
    sample: samples.length > 0,
  };
}

async function isAnyListChanged(ctx: QueryCtx): Promise<boolean> {
  const changes = await Promise.all(
    LIST_CHANGES.map((action) =>
      ctx.db
        .query("audit")
        .withIndex("by_action_and_at", (q) => q.eq("action", action))
        .first(),
    ),
  );
  return changes.some((change) => change !== null);
}
