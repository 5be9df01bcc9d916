/**
 * Functions of the custody suite: people with incomplete profiles, and samples as they are stored.
 */
import { omit } from "convex-helpers";
import { v } from "convex/values";
import type { Doc } from "../../../convex/_generated/dataModel";
import { internalMutation, internalQuery } from "../../../convex/_generated/server";
import type { Patch } from "#domain/common/objects";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { writeSamples } from "../../../convex/model/samples/sampleWrites";
import { sampleDoc } from "../../../convex/schema/samples";

const without = v.union(
  v.literal("supervisor"),
  v.literal("country"),
  v.literal("city"),
  v.literal("place"),
);

export const takeFromPerson = internalMutation({
  args: { email: v.string(), without },
  returns: v.null(),
  handler: async (ctx, args) => {
    const user = await Users.getByEmailOrThrow(ctx, args.email);
    await ctx.db.patch("users", user._id, BLANK[args.without]);
    return null;
  },
});

const BLANK: Record<typeof without.type, Patch<Doc<"users">>> = {
  supervisor: { supervisor: undefined },
  country: { country: "" },
  city: { city: "" },
  place: { userLat: undefined, userLng: undefined },
};

export const disable = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await UserWrites.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, email), true);
    return null;
  },
});

export const changeSupervisor = internalMutation({
  args: { email: v.string(), supervisor: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, supervisor }) => {
    await UserWrites.setSupervisor(ctx, await Users.getByEmailOrThrow(ctx, email), supervisor);
    return null;
  },
});

/** Reads the document, without access checks. */
export const storedSample = internalQuery({
  args: { sampleId: v.id("samples") },
  returns: v.union(sampleDoc, v.null()),
  handler: async (ctx, { sampleId }) => {
    const sample = await ctx.db.get("samples", sampleId);
    return sample && omit(sample, ["feedShard", "feedSeq", "teamSeq", "lastStep"]);
  },
});

/** Reads the documents of given samples, or of the first 2,000. */
export const storedSamples = internalQuery({
  args: {},
  returns: v.array(sampleDoc),
  handler: async (ctx) => {
    const samples = await ctx.db.query("samples").take(2_000);
    return samples.map((sample) => omit(sample, ["feedShard", "feedSeq", "teamSeq", "lastStep"]));
  },
});

/** Reads up to 8,000 history records and notifications as they are stored, oldest first. */
export const storedRecords = internalQuery({
  args: {},
  returns: v.object({ history: v.array(v.any()), notifications: v.array(v.any()) }),
  handler: async (ctx) => ({
    history: await ctx.db.query("history").take(8_000),
    notifications: await ctx.db.query("notifications").take(8_000),
  }),
});

/** Makes the sample's latest step two minutes older, so that it can no longer be undone. */
export const letUndoPass = internalMutation({
  args: { sampleId: v.id("samples") },
  returns: v.null(),
  handler: async (ctx, { sampleId }) => {
    const sample = await ctx.db.get("samples", sampleId);
    if (!sample?.lastStep) throw new Error(`Nobody took a step with ${sampleId}`);
    const lastStep = { ...sample.lastStep, at: sample.lastStep.at - 120_000 };
    await writeSamples(ctx, (samples) => samples.patch(sample, { lastStep }));
    return null;
  },
});
