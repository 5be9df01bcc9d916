/**
 * The HTTP API's reads (lib/http/httpApi.ts), on behalf of a token's owner. Rows are `v.any()`:
 * their shapes are defined in domain/api/schemas.ts, from which clients get their types.
 */
import { v } from "convex/values";
import { tokenQuery } from "./lib/functions";
import * as ApiReads from "./model/reports/apiReads";
import * as Lookups from "./model/samples/lookups";
import { reportPlace } from "./schema/reports";
import { status } from "./schema/samples";

const row = v.record(v.string(), v.any());
const page = v.object({ rows: v.array(row), next: v.union(reportPlace, v.null()) });
const pageArgs = { place: reportPlace, numItems: v.number() };

export const lookups = tokenQuery({
  args: {},
  returns: v.record(v.string(), v.array(v.string())),
  handler: (ctx) => Lookups.options(ctx),
});

export const samples = tokenQuery({
  args: { ...pageArgs, filters: v.array(v.string()), status: v.optional(status) },
  returns: page,
  handler: (ctx, args) => ApiReads.samples(ctx, args),
});

export const history = tokenQuery({
  args: { ...pageArgs, filters: v.array(v.string()) },
  returns: page,
  handler: (ctx, args) => ApiReads.history(ctx, args),
});

/**
 * One sample, with its version.
 *
 * @param text its id, its serial number or an IMEI
 * @throws SAMPLE_MISSING, IDENTIFIER_SHARED
 */
export const sample = tokenQuery({
  args: { text: v.string() },
  returns: v.object({ row, version: v.string() }),
  handler: (ctx, { text }) => ApiReads.sample(ctx, text),
});

/** One page of a sample's history; same `text` and errors as `sample`. */
export const sampleHistory = tokenQuery({
  args: { ...pageArgs, text: v.string() },
  returns: page,
  handler: (ctx, args) => ApiReads.sampleHistory(ctx, args),
});
