/** Reads stock-takes for their participants. */
import { omit } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import { omitUndefined, pickFields } from "#domain/common/objects";
import { ITEM_STATES, type ItemState } from "#domain/stockTakes/stockTake";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import * as AddressMoves from "../people/addressMoves";
import { maySeePerson } from "../people/users";
import { capPage } from "../common/pages";
import * as Users from "../people/users";
import { maySee } from "../people/visibility";
import { expectationOf } from "./expectation";
import { countsOf, type Item } from "./items";
import * as People from "./people";
import type { StockTake } from "./people";

/** Implements stockTakes.get. Reads about 25 documents; each scan re-runs it. */
export async function get(ctx: UserQueryCtx, stockTakeId: string) {
  const stockTake = await People.getOrThrow(ctx, stockTakeId);
  const people = [];
  for (const { uid, part } of await People.listOf(ctx, stockTake._id)) {
    const email = await emailOf(ctx, uid);
    if (email !== undefined) people.push({ email, part });
  }
  return {
    ...(await summaryOf(ctx, stockTake)),
    people,
    mayManage: await People.mayManage(ctx, stockTake),
  };
}

/** Implements stockTakes.list. */
export async function list(
  ctx: UserQueryCtx,
  { isOpen, paginationOpts }: { isOpen: boolean; paginationOpts: PaginationOptions },
) {
  const options = capPage(paginationOpts);
  if (ctx.actor.role === "admin") {
    const found = await ctx.db
      .query("stockTakes")
      .withIndex("by_isOpen", (q) => q.eq("isOpen", isOpen))
      .order("desc")
      .paginate(options);
    return { ...found, page: await summaries(ctx, found.page) };
  }
  const found = await ctx.db
    .query("stockTakePeople")
    .withIndex("by_uid_and_isOpen", (q) => q.eq("uid", ctx.actor._id).eq("isOpen", isOpen))
    .order("desc")
    .paginate(options);
  const stockTakes = [];
  for (const { stockTake } of found.page) {
    const present = await People.findOwn(ctx, stockTake);
    if (present !== null) stockTakes.push(present);
  }
  return { ...found, page: await summaries(ctx, stockTakes) };
}

async function summaries(ctx: QueryCtx, stockTakes: readonly StockTake[]) {
  const page = [];
  for (const stockTake of stockTakes) page.push(await summaryOf(ctx, stockTake));
  return page;
}

async function summaryOf(ctx: QueryCtx, stockTake: StockTake) {
  const { _id, name, state, openedBy, openedAt, endedBy, endedAt, rule } = stockTake;
  return omitUndefined({
    _id,
    name,
    state,
    openedAt,
    endedAt,
    openedBy: (await emailOf(ctx, openedBy)) ?? "",
    endedBy: await emailOf(ctx, endedBy),
    counts: await countsOf(ctx, _id),
    rule: await shownRule(ctx, rule),
  });
}

async function shownRule(ctx: QueryCtx, rule: StockTake["rule"]) {
  switch (rule.kind) {
    case "person":
      return { kind: rule.kind, email: (await emailOf(ctx, rule.uid)) ?? "" };
    case "filter":
      return omit(rule, ["query"]);
    default:
      return rule;
  }
}

async function emailOf(ctx: QueryCtx, uid: Id<"users"> | undefined): Promise<string | undefined> {
  return uid && (await ctx.db.get("users", uid))?.email;
}

/**
 * Implements stockTakes.items. Unscanned lines are sorted by number, scanned ones by latest scan.
 * Reads the sample of each line, so `sample` is live; the line's own fields are those recorded.
 */
export async function items(
  ctx: UserQueryCtx,
  args: { stockTakeId: string; state: ItemState; paginationOpts: PaginationOptions },
) {
  const stockTake = await People.getOrThrow(ctx, args.stockTakeId);
  const found = await linesOf(ctx, stockTake, args.state).paginate(capPage(args.paginationOpts));
  const { explains } = await expectationOf(ctx, stockTake);
  const scanners = new Map<Id<"users">, string | undefined>();
  const page = [];
  for (const item of found.page) {
    const sample = item.sampleId ? await AddressMoves.getSample(ctx, item.sampleId) : null;
    const isVisible = sample !== null && (await maySee(ctx, ctx.actor, sample));
    const { scannedBy } = item;
    if (scannedBy && !scanners.has(scannedBy))
      scanners.set(scannedBy, await emailOf(ctx, scannedBy));
    page.push(
      omitUndefined({
        _id: item._id,
        state: item.state,
        ...knownFacts(item, isVisible || (sample === null && (await mayReadFacts(ctx, item)))),
        sample: isVisible ? sampleNow(sample) : undefined,
        isExplained: stockTake.state === "open" && (await explains(item, sample)),
        scannedAt: item.scannedAt,
        scannedBy: scannedBy && scanners.get(scannedBy),
      }),
    );
  }
  return { ...found, page };
}

function linesOf(ctx: QueryCtx, { _id }: StockTake, state: ItemState) {
  const lines = ctx.db.query("stockTakeItems");
  return ITEM_STATES[state].isScanned
    ? lines
        .withIndex("by_stockTake_and_state_and_scannedAt", (q) =>
          q.eq("stockTake", _id).eq("state", state),
        )
        .order("desc")
    : lines.withIndex("by_stockTake_and_state_and_number", (q) =>
        q.eq("stockTake", _id).eq("state", state),
      );
}

/**
 * True if the actor may read the fields of a line whose sample was deleted: an admin, the holder
 * named in the line, or the holder's supervisor. All of them could see the sample.
 */
async function mayReadFacts(ctx: UserQueryCtx, { holder }: Item): Promise<boolean> {
  const person = holder === undefined ? null : await Users.findByAnyEmail(ctx, holder);
  return person !== null && maySeePerson(ctx.actor, person);
}

/**
 * Returns what a reader may know of a line. Participants know the expected samples, because they
 * search for them. Any other sample (unexpected, or arrived meanwhile) is shown only to readers who
 * may see it anyway; other readers get the scanned text, or "" if the line has none.
 */
export function knownFacts(item: Item, isVisible: boolean) {
  const { number, brand, model, imei1, holder, status, state, sampleId, scannedText } = item;
  const isOther = sampleId !== undefined && !ITEM_STATES[state].isExpected;
  if (isOther && !isVisible) return { number: scannedText ?? "", isHidden: true };
  return omitUndefined({ number, isHidden: false, brand, model, imei1, holder, status });
}

/** A sample's current state, with the fields that `refusal` in domain/custody/workflow.ts reads. */
function sampleNow(sample: Doc<"samples">) {
  return pickFields(sample, [
    "_id",
    "brand",
    "model",
    "serialNumber",
    "status",
    "samplmanag",
    "supervisor",
    "inTransitTo",
    "inReturnTo",
    "inOSapprby",
  ]);
}
