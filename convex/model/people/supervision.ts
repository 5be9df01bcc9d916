/**
 * A sample stores its holder's supervisor, so that a team's list is one index range. When a person
 * gets another supervisor, their samples are updated in batches (`samples/supervisorMoves.ts`).
 * Until the last batch, `supervisorMoves` records that the stored supervisor is stale, and readers
 * use the functions below:
 *
 * - `supervisorOf` (detail and history of a sample) returns the new supervisor immediately,
 * - the old supervisor's lists omit those samples immediately (`formerReports`),
 * - the new supervisor's lists gain them batch by batch, within seconds.
 *
 * So no user ever sees a sample that they may not see.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";

/**
 * More holders than one people import can take from a supervisor before their samples are updated.
 */
const MAX_MOVES = 5_000;

/** The unfinished moves of this holder's samples. */
export async function movesOf(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("supervisorMoves")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MOVES);
}

/**
 * Refuses a change of a person's address while a move of samples involves them as holder, former
 * supervisor or new supervisor.
 *
 * @throws ADDRESS_MOVING
 */
export async function requireSettled(ctx: QueryCtx, email: string): Promise<void> {
  const moves = await ctx.db.query("supervisorMoves").take(MAX_MOVES);
  const isMoving = moves.some((move) => [move.email, move.from, move.to].includes(email));
  if (isMoving) throw appError("ADDRESS_MOVING", { email });
}

/** The e-mail of the holder's current supervisor, even while their samples are being updated. */
export async function supervisorOf(ctx: QueryCtx, sample: Doc<"samples">): Promise<string> {
  const [move] = await movesOf(ctx, sample.samplmanag);
  return move?.to ?? sample.supervisor;
}

/**
 * Holders who no longer report to `supervisor` but whose samples may still name them as supervisor.
 */
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
