/**
 * Opens stock-takes. The expected samples are added in scheduled batches; each transaction also
 * stores where the next batch starts, so a crash neither loses nor duplicates any. A sample that
 * moves within the lists in the meantime may be skipped: scanning it then records it as having
 * arrived meanwhile, not as a finding.
 */
import { ConvexError, type Infer } from "convex/values";
import { parseEmail } from "#domain/common/email";
import { DAY_MS } from "#domain/common/durations";
import { FIELD_LABELS } from "#domain/samples/fields";
import { scopesToShow, type Scope } from "#domain/samples/lists";
import { MAX_TEXT, plainName } from "#domain/common/plainText";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import { textRefusal } from "#domain/common/textRefusal";
import {
  MAX_OPEN_STOCK_TAKES,
  MAX_SCAN,
  MAX_STOCK_TAKE_NAME,
  MAX_STOCK_TAKE_NUMBERS,
  MAX_STOCK_TAKE_TEXT,
  MAX_STOCK_TAKES_A_DAY,
  type StockTakePlace,
} from "#domain/stockTakes/stockTake";
import { mergeValues } from "#domain/baskets/baskets";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { parseName } from "../../lib/names";
import { queryToStore, stateToStore } from "../../lib/storedFilters";
import { compileQuery } from "../../lib/tableQueries";
import type { stockTakeTarget } from "../../schema/stockTakes";
import * as AddressMoves from "../people/addressMoves";
import * as Identifiers from "../samples/identifiers";
import * as Lists from "../lists/lists";
import { reportColumns } from "../lists/reportPages";
import * as Users from "../people/users";
import { expectationOf, rangesOf, scopeTest } from "./expectation";
import { beginCounts, ItemWrites } from "./items";
import * as People from "./people";
import type { StockTake } from "./people";

/** Samples or numbers processed per transaction: about 20 ms of work. */
const BATCH = 200;

type Target = Infer<typeof stockTakeTarget>;
type Opened = { readonly name: string; readonly target: Target };

/** Implements stockTakes.open. */
export async function open(
  ctx: UserMutationCtx,
  { name: typed, target }: Opened,
  now: number,
): Promise<Id<"stockTakes">> {
  const name = parseName(typed, MAX_STOCK_TAKE_NAME);
  await requireRoom(ctx, now);
  const rule = await ruleOf(ctx, target);
  const stockTake = await ctx.db.insert("stockTakes", {
    name,
    rule,
    state: "preparing",
    isOpen: true,
    openedBy: ctx.actor._id,
    openedAt: now,
    scopes: scopesOf(ctx.actor, target),
    next: { range: 0, cursor: null },
    ...(target.kind === "numbers" && { numbers: numbersIn(target.numbers) }),
  });
  await beginCounts(ctx, stockTake);
  await People.begin(ctx, stockTake, rule.kind === "person" ? rule.uid : null);
  await ctx.scheduler.runAfter(0, internal.stockTakes.prepareNextBatch, { stockTake });
  return stockTake;
}

/** @throws STOCK_TAKES_FULL, STOCK_TAKES_OF_DAY */
async function requireRoom(ctx: UserMutationCtx, now: number): Promise<void> {
  const newest = (isOpen: boolean, max: number) =>
    ctx.db
      .query("stockTakes")
      .withIndex("by_openedBy_and_isOpen", (q) =>
        q.eq("openedBy", ctx.actor._id).eq("isOpen", isOpen),
      )
      .order("desc")
      .take(max);
  const open = await newest(true, MAX_OPEN_STOCK_TAKES);
  if (open.length === MAX_OPEN_STOCK_TAKES) {
    throw appError("STOCK_TAKES_FULL", { max: MAX_OPEN_STOCK_TAKES });
  }
  const ended = await newest(false, MAX_STOCK_TAKES_A_DAY);
  const ofDay = [...open, ...ended].filter(({ openedAt }) => openedAt > now - DAY_MS);
  if (ofDay.length >= MAX_STOCK_TAKES_A_DAY) {
    throw appError("STOCK_TAKES_OF_DAY", { max: MAX_STOCK_TAKES_A_DAY });
  }
}

async function ruleOf(ctx: UserMutationCtx, target: Target): Promise<StockTake["rule"]> {
  switch (target.kind) {
    case "place": {
      const [city, location] = [plainName(target.city), plainName(target.location)];
      if (city === "") throw appError("STOCK_TAKE_PLACE", {}, "city");
      requireText({ city, location });
      return { kind: "place", city, location };
    }
    case "person":
      return { kind: "person", uid: (await countedPerson(ctx, target.email))._id };
    case "filter":
      compileQuery(target.query, reportColumns);
      return {
        ...target,
        query: queryToStore(target.query),
        state: stateToStore(target.state, "Filters"),
      };
    case "numbers":
      return { kind: "numbers" };
    default:
      return target satisfies never;
  }
}

/** @throws FIELD_TOO_LONG, TEXT_UNREADABLE */
function requireText(place: StockTakePlace): void {
  for (const field of ["city", "location"] as const) {
    const refused = textRefusal(place[field], { label: FIELD_LABELS[field], max: MAX_TEXT }, field);
    if (refused !== null) throw new ConvexError({ ...refused });
  }
}

/** @throws RECIPIENT_UNKNOWN, STOCK_TAKE_PERSON for a person outside the caller's responsibility */
async function countedPerson(ctx: QueryCtx & { actor: Doc<"users"> }, typed: string) {
  const person = await Users.findByAnyEmail(ctx, parseEmail(typed) ?? "");
  if (person === null) throw appError("RECIPIENT_UNKNOWN", {}, "email");
  if (!Users.maySeePerson(ctx.actor, person)) {
    throw appError("STOCK_TAKE_PERSON", { person: person.email }, "email");
  }
  return person;
}

/**
 * The list scopes that contain the samples in the opener's responsibility; a filter may choose one
 * of them.
 */
function scopesOf({ role }: Doc<"users">, target: Target): StockTake["scopes"] {
  const shown = scopesToShow(role, "report").filter(isCounted);
  if (target.kind !== "filter" || target.scope === "everything") return shown;
  if (target.scope === "team" && role === "user") throw appError("NOT_ALLOWED");
  return [target.scope];
}

const isCounted = (scope: Scope): scope is StockTake["scopes"][number] => scope !== "addressed";

function numbersIn(stated: readonly string[]): string[] {
  const numbers = mergeValues([], stated.map(scannedValue));
  if (numbers.length === 0 || numbers.length > MAX_STOCK_TAKE_NUMBERS) {
    throw appError("STOCK_TAKE_NUMBERS", { max: MAX_STOCK_TAKE_NUMBERS }, "numbers");
  }
  if (numbers.some(({ length }) => length > MAX_SCAN)) {
    throw appError("FIELD_TOO_LONG", { label: "A number", max: MAX_SCAN }, "numbers");
  }
  if (numbers.join("").length > MAX_STOCK_TAKE_TEXT) {
    throw appError("FIELD_TOO_LONG", { label: "All numbers", max: MAX_STOCK_TAKE_TEXT }, "numbers");
  }
  return numbers;
}

/** Adds the next expected samples; opens the stock-take after the last. */
export async function prepareNextBatch(ctx: MutationCtx, id: Id<"stockTakes">): Promise<void> {
  const stockTake = await ctx.db.get("stockTakes", id);
  if (stockTake?.state !== "preparing" || stockTake.next === undefined) return;
  const items = new ItemWrites(ctx, id);
  const next =
    stockTake.rule.kind === "numbers"
      ? await addNumbers(ctx, stockTake, items, stockTake.next.range)
      : await addRange(ctx, stockTake, items, stockTake.next);
  await items.flush();
  if (next === null) {
    await ctx.db.patch("stockTakes", id, { state: "open", next: undefined, numbers: undefined });
    return;
  }
  await ctx.db.patch("stockTakes", id, { next });
  await ctx.scheduler.runAfter(0, internal.stockTakes.prepareNextBatch, { stockTake: id });
}

type Place = NonNullable<StockTake["next"]>;

/**
 * Adds the samples of the next part of an index range that match the rule.
 * @returns the position after that part
 */
async function addRange(
  ctx: MutationCtx,
  stockTake: StockTake,
  items: ItemWrites,
  { range, cursor }: Place,
): Promise<Place | null> {
  const ranges = rangesOf(stockTake);
  const part = ranges[range];
  const actor = await ctx.db.get("users", holderOf(stockTake));
  if (part === undefined || actor === null) return null;
  const rows = await Lists.listRows({ ...ctx, actor }, { list: "report", ...part });
  const found = await rows.paginate({ cursor, numItems: BATCH });
  const { isHere } = await expectationOf(ctx, stockTake);
  for (const sample of await AddressMoves.resolveAddresses(ctx, found.page)) {
    if (isHere(sample)) await items.addSample(sample, "missing");
  }
  if (!found.isDone) return { range, cursor: found.continueCursor };
  return range + 1 < ranges.length ? { range: range + 1, cursor: null } : null;
}

/** The person whose lists are read: the person counted, or the opener. */
function holderOf({ rule, openedBy }: StockTake): Id<"users"> {
  return rule.kind === "person" ? rule.uid : openedBy;
}

/**
 * Adds the next pasted numbers. Their samples are expected whatever their status; a number without
 * a sample in the opener's scope is expected as a number.
 */
async function addNumbers(
  ctx: MutationCtx,
  stockTake: StockTake,
  items: ItemWrites,
  from: number,
): Promise<Place | null> {
  const { numbers = [] } = stockTake;
  const isInScope = await scopeTest(ctx, stockTake);
  for (const number of numbers.slice(from, from + BATCH)) {
    const samples = (await samplesNamed(ctx, number)).filter(isInScope);
    for (const sample of samples) await items.addSample(sample, "missing");
    if (samples.length === 0) await items.addNumber(number, "missing");
  }
  const next = from + BATCH;
  return next < numbers.length ? { range: next, cursor: null } : null;
}

/**
 * The most likely samples of a number: several for an IMEI that New Sample flagged as a duplicate.
 */
export async function samplesNamed(ctx: QueryCtx, number: string): Promise<Doc<"samples">[]> {
  const meanings = await Identifiers.findMeanings(ctx, number);
  const sampleIds = meanings.find((ids) => ids.length > 0) ?? [];
  const samples = [];
  for (const sampleId of sampleIds) {
    const sample = await AddressMoves.getSample(ctx, sampleId);
    if (sample !== null) samples.push(sample);
  }
  return samples;
}
