import { v } from "convex/values";
import { differences, type Drift } from "#domain/check/check";
import { listIndexFields } from "#domain/samples/lists";
import { NO_SAMPLES, type StatusCounts } from "#domain/custody/statuses";
import { PENDING_FIELDS, pendingFieldIn } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow, resolveAddresses } from "../people/addressMoves";
import { identifierKey, identifierKeys, readRows, type IdentifierField } from "../samples/claims";
import * as Counters from "../samples/counters";
import { claimsOf, MAX_SAMPLES_PER_KEY } from "../samples/identifiers";
import { readTotals, sum } from "../common/totals";

/**
 * Reads the parts of a check (domain/check/check.ts) and writes nothing. Page sizes keep each read
 * below about 25 ms of the server's thread: a sample with its identifiers takes 0.2 ms, an
 * identifier with its sample 0.1 ms, a counted sample 0.03 ms. Pages that look up identifiers are
 * smaller, because each lookup waits for the disk if the data is not in memory.
 */
const PAGE_SAMPLES = 50;
const PAGE_IDENTIFIERS = 100;
const PAGE_COUNTERS = 500;
const PAGE_HELD = 800;

/** People whose counts one transaction sums up: documents of 300 bytes, about 6 µs each. */
const MAX_PEOPLE = 15_000;

/** Number of samples in each status that a page has counted for a person. */
type Held = { readonly email: string; readonly counts: StatusCounts };

export const drift = v.object({
  whose: v.string(),
  status: v.string(),
  stored: v.number(),
  counted: v.number(),
});

/** One page of samples: counts per holder, and the faults found. */
export async function pageOfSamples(ctx: QueryCtx, cursor: string | null) {
  const found = await ctx.db.query("samples").paginate({ cursor, numItems: PAGE_SAMPLES });
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
      `sample ${sample._id} has a date from which it is overdue, although no one is asked`,
    );
  }
  if (sample.resumes !== undefined && pending === "") {
    faults.push(`sample ${sample._id} keeps what to go back to, although no one is asked`);
  }
  return faults;
}

async function identifierFaults(ctx: QueryCtx, sample: Doc<"samples">): Promise<string[]> {
  const rows = await claimsOf(ctx, sample);
  const stored = rows.map(({ field, key }) => `${field} ${key}`).sort();
  const expected = identifierKeys(sample)
    .map(({ field, key }) => `${field} ${key}`)
    .sort();
  if (stored.join() === expected.join()) return [];
  return [`sample ${sample._id} bears [${expected.join()}], claimed are [${stored.join()}]`];
}

/** One page of identifier rows. A row is a fault if its sample is gone or has another value. */
export async function pageOfIdentifiers(ctx: QueryCtx, cursor: string | null) {
  const { page, isDone, continueCursor } = await ctx.db
    .query("identifiers")
    .paginate({ cursor, numItems: PAGE_IDENTIFIERS });
  const faults: string[] = [];
  for (const row of page) {
    const { kind, key, field, sampleId } = row;
    const sample = await ctx.db.get("samples", sampleId);
    if (sample === null) faults.push(`${kind} ${key} belongs to ${sampleId}, which is gone`);
    else if (identifierKey(field, sample[field]).key !== key) {
      faults.push(`${kind} ${key} belongs to ${sampleId}, which does not bear it`);
    } else if (!isFlagged(sample, field)) faults.push(...(await repetitions(ctx, row)));
  }
  return { faults, cursor: isDone ? null : continueCursor };
}

/**
 * Reports other samples that have the identifier of `row` without a duplicate flag. Each pair is
 * reported once.
 */
async function repetitions(ctx: QueryCtx, row: Doc<"identifiers">): Promise<string[]> {
  const { kind, key, sampleId } = row;
  const faults = new Set<string>();
  for (const other of await readRows(ctx, row, MAX_SAMPLES_PER_KEY)) {
    if (other.sampleId >= sampleId) continue;
    const sample = await ctx.db.get("samples", other.sampleId);
    if (sample === null || isFlagged(sample, other.field)) continue;
    faults.add(`${kind} ${key} is borne by two samples, ${other.sampleId} and ${sampleId}`);
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
    .paginate({ cursor, numItems: PAGE_COUNTERS });
  const counters = page.map(({ email, counts }) => ({ email, counts }));
  return { counters, cursor: isDone ? null : continueCursor };
}

/** Counts one page of the samples that a person holds, and reads the person's stored counts. */
export async function pageOfHeld(
  ctx: QueryCtx,
  { email, cursor }: { email: string; cursor: string | null },
) {
  const stored = (await Counters.getForPerson(ctx, email))?.counts ?? NO_SAMPLES;
  const counted = { ...NO_SAMPLES };
  const addresses = await addressesNow(ctx, email);
  const { page, isDone, continueCursor } = await mergeRanges<"samples">(
    ctx,
    addresses,
    ["supervisor"],
    (db, address) =>
      db
        .query("samples")
        .withIndex("by_samplmanag_and_supervisor", (q) => q.eq("samplmanag", address))
        .order("asc"),
  ).paginate({ cursor, numItems: PAGE_HELD });
  for (const { status } of page) counted[status] += 1;
  return { counted, stored: { ...stored }, cursor: isDone ? null : continueCursor };
}

/**
 * Compares the totals, of all people and of each team, with the sums of people's counts. Reads one
 * document per person and at most 16 per supervisor.
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
