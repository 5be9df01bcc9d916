import { v, type Infer } from "convex/values";
import { listIndexFields } from "../../domain/lists";
import { NO_SAMPLES, STATUSES, type StatusCounts } from "../../domain/statuses";
import { PENDING_FIELDS, pendingFieldIn } from "../../domain/workflow";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mergeRanges } from "../lib/mergedRanges";
import { addressesNow, resolveAddresses } from "./addressMoves";
import { identifierKey, identifierKeys, readRows, type IdentifierField } from "./claims";
import * as Counters from "./counters";
import { claimsOf, MAX_SAMPLES_PER_VALUE } from "./identifiers";
import { readTotals, sum } from "./totals";

/**
 * Recounts, from the samples themselves, everything that is stored a second time. It only reads.
 */

/** Samples in one page. Each reads its identifiers too: about 2,500 documents a page. */
const PAGE = 500;

/** Samples of one person that one transaction recounts: about 10 of the 16 MiB that it may read. */
const MAX_HELD = 8_000;

/** People whose counts one transaction sums up: documents of 300 bytes. */
const MAX_PEOPLE = 15_000;

/** Number of samples in each status that a person was seen to hold. */
type Held = { readonly email: string; readonly counts: StatusCounts };

export const drift = v.object({
  /** A person's e-mail, "everybody", or "team of" a supervisor's e-mail. */
  whose: v.string(),
  status: v.string(),
  stored: v.number(),
  counted: v.number(),
});
export type Drift = Infer<typeof drift>;

/** One page of samples: the counts of their holders, and the faults found. */
export async function pageOfSamples(ctx: QueryCtx, cursor: string | null) {
  const found = await ctx.db.query("samples").paginate({ cursor, numItems: PAGE });
  const { isDone, continueCursor } = found;
  const page = await resolveAddresses(ctx, found.page);
  const held = new Map<string, StatusCounts>();
  const faults: string[] = [];
  for (const sample of page) {
    const counts = held.get(sample.samplmanag) ?? { ...NO_SAMPLES };
    counts[sample.status] += 1;
    held.set(sample.samplmanag, counts);
    faults.push(...custodyFaults(sample), ...(await identifierFaults(ctx, sample)));
  }
  const people = [...held].map(([email, counts]): Held => ({ email, counts }));
  return { samples: page.length, held: people, faults, cursor: isDone ? null : continueCursor };
}

function custodyFaults(sample: Doc<"samples">): string[] {
  const faults: string[] = [];
  if (sample.samplmanag === "") faults.push(`sample ${sample._id} has no manager`);
  const pending = PENDING_FIELDS.filter((field) => sample[field] !== undefined).join(" and ");
  if (pending !== (pendingFieldIn(sample.status) ?? "")) {
    faults.push(`sample ${sample._id} is ${sample.status} and waits for ${pending || "nobody"}`);
  }
  if (sample.pendingWith !== listIndexFields(sample).pendingWith) {
    faults.push(`sample ${sample._id} is listed as waiting for ${sample.pendingWith ?? "nobody"}`);
  }
  if (sample.overdueAt !== undefined && pending === "") {
    faults.push(
      `sample ${sample._id} has a date from which it is overdue, although nobody is asked`,
    );
  }
  if (sample.resumes !== undefined && pending === "") {
    faults.push(`sample ${sample._id} keeps what to go back to, although nobody is asked`);
  }
  return faults;
}

async function identifierFaults(ctx: QueryCtx, sample: Doc<"samples">): Promise<string[]> {
  const rows = await claimsOf(ctx, sample);
  const stored = rows.map(({ field, value }) => `${field} ${value}`).sort();
  const expected = identifierKeys(sample)
    .map(({ field, value }) => `${field} ${value}`)
    .sort();
  if (stored.join() === expected.join()) return [];
  return [`sample ${sample._id} bears [${expected.join()}], claimed are [${stored.join()}]`];
}

/** One page of identifiers: faults are rows whose sample is gone or has another value. */
export async function pageOfIdentifiers(ctx: QueryCtx, cursor: string | null) {
  const { page, isDone, continueCursor } = await ctx.db
    .query("identifiers")
    .paginate({ cursor, numItems: PAGE });
  const faults: string[] = [];
  for (const row of page) {
    const { kind, value, field, sampleId } = row;
    const sample = await ctx.db.get("samples", sampleId);
    if (sample === null) faults.push(`${kind} ${value} belongs to ${sampleId}, which is gone`);
    else if (identifierKey(field, sample[field]).value !== value) {
      faults.push(`${kind} ${value} belongs to ${sampleId}, which does not bear it`);
    } else if (!isFlagged(sample, field)) faults.push(...(await repetitions(ctx, row)));
  }
  return { faults, cursor: isDone ? null : continueCursor };
}

/**
 * Other samples that have the identifier of `row` unflagged. Each pair is a fault of one of its
 * rows.
 */
async function repetitions(ctx: QueryCtx, row: Doc<"identifiers">): Promise<string[]> {
  const { kind, value, sampleId } = row;
  const faults = new Set<string>();
  for (const other of await readRows(ctx, row, MAX_SAMPLES_PER_VALUE)) {
    if (other.sampleId >= sampleId) continue;
    const sample = await ctx.db.get("samples", other.sampleId);
    if (sample === null || isFlagged(sample, other.field)) continue;
    faults.add(`${kind} ${value} is borne by two samples, ${other.sampleId} and ${sampleId}`);
  }
  return [...faults];
}

function isFlagged({ duplicate }: Doc<"samples">, field: IdentifierField): boolean {
  return duplicate === field || (duplicate === "both" && field !== "serialNumber");
}

/** One page of the stored counts. */
export async function pageOfCounters(ctx: QueryCtx, cursor: string | null) {
  const { page, isDone, continueCursor } = await ctx.db
    .query("counterSamples")
    .paginate({ cursor, numItems: PAGE });
  const counters = page.map(({ email, counts }) => ({ email, counts }));
  return { counters, cursor: isDone ? null : continueCursor };
}

export function differs(stored: StatusCounts, counted: StatusCounts): boolean {
  return STATUSES.some((status) => stored[status] !== counted[status]);
}

/**
 * Compares the stored and the counted figures of one person in one transaction, so that hand-overs
 * under way cannot look like drift. Null for somebody who holds too many samples for that.
 */
export async function driftOf(ctx: QueryCtx, email: string): Promise<Drift[] | null> {
  const stored = (await Counters.getForPerson(ctx, email))?.counts ?? NO_SAMPLES;
  const counted = { ...NO_SAMPLES };
  const addresses = await addressesNow(ctx, email);
  const samples = await mergeRanges<"samples">(ctx, addresses, ["supervisor"], (db, address) =>
    db
      .query("samples")
      .withIndex("by_samplmanag_and_supervisor", (q) => q.eq("samplmanag", address))
      .order("asc"),
  ).take(MAX_HELD + 1);
  if (samples.length > MAX_HELD) return null;
  for (const { status } of samples) counted[status] += 1;
  return differences(email, stored, counted);
}

/**
 * Compares the totals, of all and of each team, with the sums of people's counts. Reads one
 * document for each person and at most 16 for each supervisor.
 */
export async function driftOfTotals(ctx: QueryCtx): Promise<Drift[]> {
  const people = await ctx.db.query("counterSamples").take(MAX_PEOPLE);
  const counted = people.reduce((total, { counts }) => sum(total, counts), { ...NO_SAMPLES });
  const all = differences("everybody", (await readTotals(ctx)).counts, counted);
  return [...all, ...(await driftOfTeams(ctx, people))];
}

async function driftOfTeams(
  ctx: QueryCtx,
  people: readonly Doc<"counterSamples">[],
): Promise<Drift[]> {
  const stored = sumByTeam(await ctx.db.query("counterTeams").take(MAX_PEOPLE));
  const counted = sumByTeam(people.filter(({ email, supervisor }) => email !== supervisor));
  return [...stored].flatMap(([supervisor, counts]) =>
    differences(`team of ${supervisor}`, counts, counted.get(supervisor) ?? NO_SAMPLES),
  );
}

function sumByTeam(rows: readonly Pick<Doc<"counterTeams">, "supervisor" | "counts">[]) {
  const sums = new Map<string, StatusCounts>();
  for (const { supervisor, counts } of rows) {
    sums.set(supervisor, sum(sums.get(supervisor) ?? NO_SAMPLES, counts));
  }
  return sums;
}

function differences(
  whose: string,
  stored: Readonly<StatusCounts>,
  counted: Readonly<StatusCounts>,
): Drift[] {
  return STATUSES.filter((status) => stored[status] !== counted[status]).map((status) => ({
    whose,
    status,
    stored: stored[status],
    counted: counted[status],
  }));
}
