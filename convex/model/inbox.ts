import { HAND_OVER_LISTS, LISTS } from "../../domain/lists";
import type { UserQueryCtx } from "../lib/functions";
import { listRange } from "./lists";

const MAX_ITEMS = 50;

/**
 * Returns the hand-overs that wait for the caller, newest first. Reads three ranges of at most 51
 * samples each. `total` counts the samples read, so more than 50 means "50 or more".
 */
export async function waiting(ctx: UserQueryCtx) {
  const items = [];
  for (const kind of HAND_OVER_LISTS) {
    const samples = await listRange(ctx, kind, "addressed", LISTS[kind].awaited)
      .order("desc")
      .take(MAX_ITEMS + 1);
    for (const { _id: sampleId, model, brand, serialNumber, samplmanag, listDate } of samples) {
      const sample = { sampleId, model, brand, serialNumber };
      items.push({ ...sample, kind, from: samplmanag, since: listDate });
    }
  }
  items.sort((left, right) => right.since - left.since);
  return { items: items.slice(0, MAX_ITEMS), total: items.length };
}
