/**
 * Decides for whom a person stands in (docs/product.md, "Away"). A stand-in may answer only
 * requests that could have been addressed to themselves: a return or a loss only while they are on
 * one of the two lists.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { requestsFor } from "#domain/custody/recipientRules";
import { absenteeOf, isAnswer, WORKFLOW, type Actor, type Step } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { absentee } from "../../schema/accounts";
import { MAX_ABSENT } from "./absences";
import { getActiveByEmail } from "./users";
import * as Recipients from "./recipients";

/**
 * Returns the people for whom `person` currently stands in, at most 50. Reads one index range,
 * which is empty for most people; otherwise also the person's entries on the two lists.
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
  const { requests: fields } = await scopeOfPerson(ctx, person);
  return absences.map(({ email, until }) => ({ email, until, fields }));
}

/**
 * Returns which requests the person with this e-mail could answer; null if there is no active user
 * with it.
 */
export async function scopeOf(ctx: QueryCtx, email: string) {
  const person = await getActiveByEmail(ctx, email);
  return person && (await scopeOfPerson(ctx, person));
}

async function scopeOfPerson(ctx: QueryCtx, person: Doc<"users">) {
  const isListed = await Recipients.isListed(ctx, person.email);
  return { requests: requestsFor(person, isListed), isListed };
}

/**
 * Returns `person` as the actor that the workflow's rules check for `step`. Includes the people
 * they stand in for only where it matters: for an answer to a request addressed to another person.
 *
 * @param now epoch ms; absences that have ended by then are ignored
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
 * Returns the stand-in of the person with this e-mail as an actor for the workflow's rules; null
 * unless that person is absent and their stand-in is active.
 */
export async function standInOf(ctx: QueryCtx, absent: string): Promise<Actor | null> {
  const absence = await getOneFrom(ctx.db, "absences", "by_email", absent);
  if (absence === null) return null;
  const standIn = await getActiveByEmail(ctx, absence.standIn);
  if (standIn === null) return null;
  const { email, role } = standIn;
  const { requests: fields } = await scopeOfPerson(ctx, standIn);
  return { email, role, standsInFor: [{ email: absent, fields }] };
}

/**
 * Returns the e-mail of the person who should answer the sample's open request: the person asked,
 * or their stand-in if the stand-in may answer it.
 *
 * @param standIn the stand-in of the person asked
 */
export function answererOf(sample: Doc<"samples">, standIn: Actor | null): string | undefined {
  const isTheirs = standIn !== null && absenteeOf(sample, standIn) !== undefined;
  return isTheirs ? standIn.email : sample.pendingWith;
}
