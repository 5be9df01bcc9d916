/**
 * Erases the private data of people who left (passport, phone, address, photo, the link to the
 * issuer and the second factor) a set number of days after their account was locked. Name, e-mail,
 * city and country are kept, because custody and history name people and places; for the same
 * reason samples keep the locations they had with that person (docs/product.md, "Leaving").
 */
import { DAY_MS } from "#domain/common/durations";
import type { MutationCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as UserWrites from "../accounts/userWrites";
import * as Identities from "../accounts/identities";
import * as SecondFactors from "../accounts/secondFactors";
import * as Photos from "./photos";

/** People per transaction; each is four documents and a file. */
const BATCH = 50;

/** @returns whether more may be left */
export async function eraseDue(ctx: MutationCtx, now: number): Promise<boolean> {
  const before = now - settings().eraseAfterDays * DAY_MS;
  const due = await ctx.db
    .query("users")
    .withIndex("by_eraseFrom", (q) => q.gt("eraseFrom", 0).lte("eraseFrom", before))
    .take(BATCH);
  for (const { _id } of due) {
    await Photos.remove(ctx, _id);
    await Identities.unlink(ctx, _id);
    await SecondFactors.remove(ctx, { _id });
    await UserWrites.erasePrivateData(ctx, _id, now);
  }
  return due.length === BATCH;
}
