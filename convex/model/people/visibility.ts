import { absenteeOf } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorQueryCtx } from "../../lib/functions";
import { getSample } from "./addressMoves";
import { wasInvolved } from "./involvement";
import { absentees } from "./standIns";
import * as Supervision from "./supervision";

/** The sample; null both if it does not exist and if the caller may not see it. */
export async function getVisible(
  ctx: ActorQueryCtx,
  sampleIdText: string,
): Promise<Doc<"samples"> | null> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  if (sampleId === null) return null;
  const sample = await getSample(ctx, sampleId);
  return sample !== null && (await maySee(ctx, ctx.actor, sample)) ? sample : null;
}

/**
 * The sample.
 *
 * @throws SAMPLE_MISSING if it does not exist or the caller may not see it; SAMPLE_ELSEWHERE if
 *   they may not see it any more but were once involved with it
 */
export async function getVisibleOrThrow(
  ctx: ActorQueryCtx,
  sampleIdText: string,
): Promise<Doc<"samples">> {
  const sample = await getVisible(ctx, sampleIdText);
  if (sample !== null) return sample;
  throw appError((await isElsewhere(ctx, sampleIdText)) ? "SAMPLE_ELSEWHERE" : "SAMPLE_MISSING");
}

/** True for a sample that the caller was once involved with and may no longer see. */
export async function isElsewhere(ctx: ActorQueryCtx, sampleIdText: string): Promise<boolean> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  const sample = sampleId && (await getSample(ctx, sampleId));
  if (!sample || (await maySee(ctx, ctx.actor, sample))) return false;
  return await wasInvolved(ctx, ctx.actor, sample);
}

/**
 * True if the actor may see the sample. Admins see all samples; every user sees the samples that
 * they hold and those pending with them or with a person they stand in for; supervisors also see
 * what their reports hold (docs/product.md, "Who sees what").
 *
 * @param sample with present addresses (model/people/addressMoves.ts)
 */
export async function maySee(
  ctx: QueryCtx,
  actor: Doc<"users">,
  sample: Doc<"samples">,
): Promise<boolean> {
  if (actor.role === "admin") return true;
  const { samplmanag, inTransitTo, inReturnTo, inOSapprby } = sample;
  if ([samplmanag, inTransitTo, inReturnTo, inOSapprby].includes(actor.email)) return true;
  if (await isTeams(ctx, actor, sample)) return true;
  if (sample.pendingWith === undefined) return false;
  const { email, role } = actor;
  const standsInFor = await absentees(ctx, actor);
  return absenteeOf(sample, { email, role, standsInFor }) !== undefined;
}

async function isTeams(ctx: QueryCtx, { email, role }: Doc<"users">, sample: Doc<"samples">) {
  return role === "supervisor" && (await Supervision.supervisorOf(ctx, sample)) === email;
}
