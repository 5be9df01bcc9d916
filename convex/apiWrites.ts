/**
 * The HTTP API's changes (lib/http/httpApi.ts), on behalf of a token's owner. Each is made once
 * for an Idempotency-Key and answers with its history record (domain/api/rows.ts).
 */
import { v } from "convex/values";
import { tokenMutation } from "./lib/functions";
import * as ApiWrites from "./model/reports/apiWrites";
import { step } from "./schema/baskets";
import { requestDetails, sampleInput } from "./schema/samples";

const idempotency = { key: v.string(), fingerprint: v.string() };
/** Versions of the sample that a change may replace; null: any. */
const ifMatch = v.union(v.array(v.string()), v.null());
const written = v.object({ record: v.record(v.string(), v.any()), isReplayed: v.boolean() });
const duplicates = v.union(v.literal("flag"), v.literal("reject"));

/**
 * @throws the errors of a step: custody.ts; IDEMPOTENCY_KEY_REUSED, IDENTIFIER_SHARED,
 *   SAMPLE_CHANGED
 */
export const takeStep = tokenMutation({
  args: {
    ...idempotency,
    ifMatch,
    sample: v.string(),
    step,
    recipient: v.optional(v.string()),
    reason: v.optional(v.string()),
    ...requestDetails.fields,
  },
  returns: written,
  handler: (ctx, args) => ApiWrites.takeStep(ctx, args),
});

/** @throws the errors of samples.register; IDEMPOTENCY_KEY_REUSED */
export const register = tokenMutation({
  args: { ...idempotency, duplicates, fields: sampleInput.partial() },
  returns: written,
  handler: (ctx, args) => ApiWrites.register(ctx, args),
});

/** @throws the errors of samples.edit; IDEMPOTENCY_KEY_REUSED, IDENTIFIER_SHARED, SAMPLE_CHANGED */
export const edit = tokenMutation({
  args: { ...idempotency, ifMatch, sample: v.string(), duplicates, fields: sampleInput.partial() },
  returns: written,
  handler: (ctx, args) => ApiWrites.edit(ctx, args),
});
