/**
 * Processes scans. A scan is one transaction that looks up the number and writes its line and the
 * counts. If two people scan the same sample, the second is told who was first.
 */
import { omitUndefined } from "#domain/common/objects";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import {
  MAX_SCAN,
  stateAfterScan,
  type ItemState,
  type ScanOutcome,
} from "#domain/stockTakes/stockTake";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import * as Transactions from "../common/transactions";
import { maySee } from "../people/visibility";
import { expectationOf, recordTest } from "./expectation";
import { findByKey, ItemWrites, numberKey, type Item } from "./items";
import { samplesNamed } from "./opening";
import * as People from "./people";
import type { StockTake } from "./people";
import { knownFacts } from "./reading";

type Sample = Doc<"samples">;
type Scanned = { readonly stockTakeId: string; readonly scanId: string; readonly text: string };

/** Implements stockTakes.scan. */
export async function scan(ctx: UserMutationCtx, scanned: Scanned, now: number) {
  const stockTake = await People.getOrThrow(ctx, scanned.stockTakeId);
  requireOpen(stockTake);
  Transactions.requireId(scanned.scanId);
  const number = scannedValue(scanned.text);
  if (number === "" || number.length > MAX_SCAN) throw appError("SCAN_INVALID", { max: MAX_SCAN });

  const samples = await samplesNamed(ctx, number);
  const target = await targetOf(ctx, stockTake, samples, number);
  if (target === "ambiguous") return { outcome: target, number, isHidden: false };
  const { item, sample } = target;
  // A scan that is resent after a lost connection gets its original answer.
  if (item !== null && item.scanId === scanned.scanId) {
    return await answer(ctx, item, { number, sample }, outcomeOf(item.state));
  }
  const state = stateAfterScan(item?.state ?? null, await meaningOf(ctx, stockTake, sample));
  if (state === null && item !== null) {
    return await answer(ctx, item, { number, sample }, "already");
  }
  if (state === null) throw new Error(`a first scan of ${number} left no state`);

  const items = new ItemWrites(ctx, stockTake._id);
  const by = { scanId: scanned.scanId, scannedBy: ctx.actor._id, scannedAt: now };
  if (item !== null) await items.change(item, state, await factsFor(ctx, stockTake, target), by);
  else if (sample !== null) await items.addSample(sample, state, { ...by, scannedText: number });
  else await items.addNumber(number, state, by);
  await items.flush();
  const written = await findByKey(
    ctx,
    stockTake._id,
    item?.key ?? sample?._id ?? numberKey(number),
  );
  if (written === null) throw new Error(`the scan of ${number} left no line`);
  return await answer(ctx, written, { number, sample }, outcomeOf(state));
}

/** @throws STOCK_TAKE_PREPARING, STOCK_TAKE_OVER */
export function requireOpen({ state }: StockTake): void {
  if (state === "preparing") throw appError("STOCK_TAKE_PREPARING");
  if (state !== "open") throw appError("STOCK_TAKE_OVER", { state });
}

type ScanTarget = { readonly item: Item | null; readonly sample: Sample | null };

/**
 * Returns the line that a scan refers to, and its sample. If several samples share an IMEI, it is
 * the one still missing.
 */
async function targetOf(
  ctx: QueryCtx,
  stockTake: StockTake,
  samples: readonly Sample[],
  number: string,
): Promise<ScanTarget | "ambiguous"> {
  const targets: ScanTarget[] = [];
  for (const sample of samples) {
    targets.push({ item: await findByKey(ctx, stockTake._id, sample._id), sample });
  }
  const [only = { item: null, sample: null }, ...others] = targets;
  if (others.length > 0) {
    const missed = targets.filter(({ item }) => item?.state === "missing");
    const seen = targets.filter(({ item }) => item !== null);
    const [chosen] = missed.length > 0 ? missed : seen;
    return missed.length > 1 || chosen === undefined ? "ambiguous" : chosen;
  }
  if (only.item !== null) return only;
  // A pasted number without a sample in the opener's scope has a line as a number.
  const item = await findByKey(ctx, stockTake._id, numberKey(number));
  return { item, sample: only.sample };
}

/**
 * Returns the sample whose fields a scanned line stores; null for one outside the opener's scope.
 * Its line keeps what it has: the fields from before the sample left, or only the expected number.
 */
async function factsFor(
  ctx: QueryCtx,
  stockTake: StockTake,
  { sample }: ScanTarget,
): Promise<Sample | null> {
  if (sample === null) return null;
  const mayRecord = await recordTest(ctx, stockTake);
  return mayRecord(sample) ? sample : null;
}

async function meaningOf(ctx: QueryCtx, stockTake: StockTake, sample: Sample | null) {
  if (sample === null) return "none";
  return (await expectationOf(ctx, stockTake)).isHere(sample) ? "here" : "elsewhere";
}

/** The outcome of the scan that put a line in `state`. */
function outcomeOf(state: ItemState): ScanOutcome {
  if (state === "missing" || state === "moved") throw new Error(`no scan leaves a line ${state}`);
  return state;
}

/**
 * Returns the answer to a scan of `number`. If the caller may not see the sample, the answer
 * repeats only their own text. If that differs from the text of the first scan, the answer also
 * omits who scanned and when, because that would reveal which line has the sample's other number.
 */
async function answer(
  ctx: UserMutationCtx,
  item: Item,
  { number, sample }: { readonly number: string; readonly sample: Sample | null },
  outcome: ScanOutcome,
) {
  const isVisible = sample !== null && (await maySee(ctx, ctx.actor, sample));
  const known = knownFacts(item, isVisible);
  if (known.isHidden && numberKey(known.number) !== numberKey(number)) {
    return { outcome, number, isHidden: true };
  }
  const first = item.scannedBy && (await ctx.db.get("users", item.scannedBy));
  return omitUndefined({
    outcome,
    ...known,
    sampleId: isVisible ? sample._id : undefined,
    scannedAt: item.scannedAt,
    scannedBy: first?.email,
  });
}
