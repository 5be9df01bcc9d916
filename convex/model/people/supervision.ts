import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";

/**
 * A sample stores its holder's supervisor, so that a team's list is one index range. When a person
 * gets another supervisor, their samples follow in batches (`samples/supervisorMoves.ts`). Until
 * the last batch, `supervisorMoves` records that the stored supervisor is out of date, and readers
 * ask the functions below:
 *
 * - `supervisorOf` (detail and history of a sample) answers the new supervisor from the first
 *   moment,
 * - the old supervisor's lists leave those samples out from the first moment (`formerReports`),
 * - the new supervisor's lists gain them batch by batch, within seconds.
 *
 * So nobody ever sees a sample that they may not see.
 */

/** More holders than an import of people takes from one supervisor before their samples follow. */
const MAX_MOVES = 5_000;

/** The moves of this holder's samples that have not ended. */
export async function movesOf(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("supervisorMoves")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MOVES);
}

/**
 * Refuses a change of a person's address while samples follow them, or a report, to or from them.
 *
 * @throws ADDRESS_MOVING
 */
export async function requireSettled(ctx: QueryCtx, email: string): Promise<void> {
  const moves = await ctx.db.query("supervisorMoves").take(MAX_MOVES);
  const isMoving = moves.some((move) => [move.email, move.from, move.to].includes(email));
  if (isMoving) throw appError("ADDRESS_MOVING", { email });
}

/** The e-mail of the holder's present supervisor, also while their samples still follow. */
export async function supervisorOf(ctx: QueryCtx, sample: Doc<"samples">): Promise<string> {
  const [move] = await movesOf(ctx, sample.samplmanag);
  return move?.to ?? sample.supervisor;
}

/** Holders who left `supervisor` and whose samples may still name them. */
export async function formerReports(
  ctx: QueryCtx,
  supervisor: string,
): Promise<ReadonlySet<string>> {
  const moves = await ctx.db
    .query("supervisorMoves")
    .withIndex("by_from", (q) => q.eq("from", supervisor))
    .take(MAX_MOVES);
  return new Set(moves.filter(({ to }) => to !== supervisor).map(({ email }) => email));
}
