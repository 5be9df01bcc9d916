import { v } from "convex/values";
import type { UserMutationCtx } from "../lib/functions";

export const rowResult = v.object({
  row: v.number(),
  outcome: v.union(v.literal("imported"), v.literal("already"), v.literal("refused")),
  field: v.optional(v.string()),
  reason: v.optional(v.string()),
  warning: v.optional(v.string()),
});

export async function commitBatch(
  _ctx: UserMutationCtx,
  _args: {
    importId: string;
    duplicates: "reject" | "flag";
    rows: { row: number; fields: Record<string, string> }[];
  },
): Promise<{ results: (typeof rowResult.type)[] }> {
  throw new Error("Import is being built");
}
