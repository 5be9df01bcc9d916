/** Decides which samples should be on the shelf according to the current custody records. */
import { AT_HAND_STATUSES, isAtHand, isInPlace } from "#domain/stockTakes/stockTake";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { compileQuery } from "../../lib/tableQueries";
import { presentEmail } from "../people/formerEmails";
import { reportColumns } from "../lists/reportPages";
import * as Supervision from "../people/supervision";
import { holdsScopes, type StockTake } from "./people";

type Sample = Doc<"samples">;
type Item = Doc<"stockTakeItems">;

export type Expectation = {
  /**
   * True if the stock-take's rule currently includes the sample.
   *
   * @param sample with present addresses
   */
  readonly isHere: (sample: Sample) => boolean;
  /**
   * True if the records now explain a line: a missing sample has properly left since the opening,
   * or an unexpected one now belongs here.
   *
   * @param sample the line's sample; null if it was deleted
   */
  readonly explains: (item: Item, sample: Sample | null) => Promise<boolean>;
};

/** Reads what the rule depends on: the opener, the person counted, at most 100 former reports. */
export async function expectationOf(ctx: QueryCtx, stockTake: StockTake): Promise<Expectation> {
  const matches = await ruleTest(ctx, stockTake);
  const isHere = (sample: Sample) => isAtHand(sample.status) && matches(sample);
  return {
    isHere,
    explains: async (item, sample) => {
      if (item.sampleId === undefined) return false; // a number without a sample
      if (item.state === "unexpected") return sample !== null && isHere(sample);
      if (item.state !== "missing") return false;
      if (sample === null) return true;
      // Rules by place or person depend only on the sample's current place or holder. Under the
      // other rules a sample still with its holder remains missing.
      if (isPlaceOrPerson(stockTake)) return !isHere(sample);
      return !isHere(sample) && !(await hasStayed(ctx, item, sample));
    },
  };
}

const isPlaceOrPerson = ({ rule }: StockTake) => rule.kind === "place" || rule.kind === "person";

/** True if the sample still has the holder and at-hand status that it had at the opening. */
async function hasStayed(ctx: QueryCtx, item: Item, sample: Sample): Promise<boolean> {
  const { holder = "", status } = item;
  const isHeldAlike =
    sample.status === status ||
    (status !== undefined && isAtHand(status) && isAtHand(sample.status));
  if (!isHeldAlike) return false;
  return sample.samplmanag === holder || sample.samplmanag === (await presentEmail(ctx, holder));
}

async function ruleTest(ctx: QueryCtx, stockTake: StockTake): Promise<(sample: Sample) => boolean> {
  const { rule } = stockTake;
  switch (rule.kind) {
    case "numbers":
      return () => false; // samples not on the list belong elsewhere
    case "person": {
      const person = await ctx.db.get("users", rule.uid);
      return ({ samplmanag }) => samplmanag === person?.email;
    }
    case "place": {
      const isInScope = await scopeTest(ctx, stockTake);
      return (sample) => isInPlace(rule, sample) && isInScope(sample);
    }
    case "filter": {
      const isInScope = await scopeTest(ctx, stockTake);
      const passes = compileQuery(rule.query, reportColumns) ?? (() => true);
      return (sample) => passes(sample) && isInScope(sample);
    }
    default:
      return rule satisfies never;
  }
}

/**
 * Returns a predicate for the samples in the opener's responsibility: held by them or by a report,
 * or any sample if they were an admin at the opening.
 */
export async function scopeTest(
  ctx: QueryCtx,
  { scopes, openedBy }: Pick<StockTake, "scopes" | "openedBy">,
): Promise<(sample: Sample) => boolean> {
  if (scopes.includes("all")) return () => true;
  const opener = await ctx.db.get("users", openedBy);
  if (opener === null) return () => false;
  const { email } = opener;
  const left = scopes.includes("team") ? await Supervision.formerReports(ctx, email) : new Set();
  return ({ samplmanag, supervisor }) =>
    (scopes.includes("mine") && samplmanag === email) ||
    (scopes.includes("team") && supervisor === email && !left.has(samplmanag));
}

/**
 * Returns a predicate for the samples whose present state a line may record: those in the opener's
 * responsibility by their present role. Participants read the line of an expected sample whoever
 * has the sample now, so the line keeps its former state once the sample has left (docs/product.md,
 * "Samples").
 */
export async function recordTest(
  ctx: QueryCtx,
  stockTake: Pick<StockTake, "scopes" | "openedBy">,
): Promise<(sample: Sample) => boolean> {
  const opener = await ctx.db.get("users", stockTake.openedBy);
  if (opener === null || !holdsScopes(opener, stockTake)) return () => false;
  return await scopeTest(ctx, stockTake);
}

/** The index ranges that contain the samples of a rule, for model/lists/lists.ts. */
export function rangesOf({ rule, scopes }: StockTake) {
  const within = rule.kind === "person" ? (["mine"] as const) : scopes;
  return within.flatMap((scope) => AT_HAND_STATUSES.map((status) => ({ scope, status })));
}
