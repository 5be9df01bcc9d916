import type { Infer } from "convex/values";
import { requestsFor } from "../../domain/recipientRules";
import { absenteeOf, isAnswer, WORKFLOW, type Actor, type Step } from "../../domain/workflow";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { absentee } from "../schema/accounts";
import { MAX_ABSENT } from "./absences";
import * as Recipients from "./recipients";

/**
 * Decides for whom a person stands in (docs/product.md, "Away"). A stand-in may answer what could
 * have been asked of themselves: a return or a loss only while they are on one of the two lists.
 */

/**
 * Returns the people for whom `person` stands in now, at most 50. One empty index range for nearly
 * everybody; else their places on the two lists are read too.
 */
export async function absentees(
  ctx: QueryCtx,
  person: Doc<"users">,
): Promise<Infer<typeof absentee>[]> {
  const absences = await ctx.db
    .query("absences")
    .withIndex("by_standIn", (q) => q.eq("standIn", person.email))
    .take(MAX_ABSENT);
  if (absences.length === 0) return [];
  const fields = requestsFor(person, await Recipients.isListed(ctx, person.email));
  return absences.map(({ email, until }) => ({ email, until, fields }));
}

/**
 * Returns `person` as the workflow's rules judge them for `step`, with the people for whom they
 * stand in where that can matter: for an answer that is not asked of themselves.
 *
 * @param now epoch ms; no absence that is over by then counts
 */
export async function actorOfStep(
  ctx: QueryCtx,
  person: Doc<"users">,
  step: Step,
  sample: Doc<"samples">,
  now: number,
): Promise<Actor> {
  const { email, role } = person;
  if (!isAnswer(step) || sample[WORKFLOW[step].actorField] === email) return { email, role };
  const present = (await absentees(ctx, person)).filter(({ until }) => now < until);
  return { email, role, standsInFor: present };
}

/**
 * Returns who answers the sample's open request in the stead of the person asked; null while that
 * person is here, and where their stand-in may not answer it.
 */
export async function standInFor(
  ctx: QueryCtx,
  sample: Doc<"samples">,
): Promise<Doc<"users"> | null> {
  const absence = await ctx.db
    .query("absences")
    .withIndex("by_email", (q) => q.eq("email", sample.pendingWith ?? ""))
    .unique();
  if (absence === null) return null;
  const standIn = await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", absence.standIn))
    .unique();
  if (!standIn?.isActive) return null;
  const { email, role } = standIn;
  const fields = requestsFor(standIn, await Recipients.isListed(ctx, email));
  const standsInFor = [{ email: absence.email, fields }];
  return absenteeOf(sample, { email, role, standsInFor }) === undefined ? null : standIn;
}
