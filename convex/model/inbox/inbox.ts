import { HAND_OVER_LISTS, LISTS, type HandOverList } from "#domain/samples/lists";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { listRows, visibleRows } from "../lists/lists";
import * as Nudges from "./nudges";
import * as Snoozes from "../notifications/snoozes";

type Item = { readonly kind: HandOverList; readonly sample: Doc<"samples"> };

/** Sort order of a part of the inbox. The badge and the notices request the newest. */
type Order = "asc" | "desc";

/** Maximum number of items per answer. */
const MAX_ITEMS = 300;

/**
 * Returns the hand-overs that await an answer from the caller or from a person they stand in for
 * (`onBehalfOf`). `total` counts the samples read, so a value above `limit` means "that many or
 * more". Reads three ranges of at most `limit` + 1 samples each, the same again for each person
 * whom the caller stands in for, and the caller's snoozes.
 */
export async function waiting(
  ctx: UserQueryCtx,
  { limit, order = "desc" }: { limit: number; order?: Order },
) {
  const { items, total } = await requests(ctx, "addressed", limit, order);
  const snoozedUntil = await Snoozes.snoozesOf(ctx, ctx.actor.email);
  const details = items.map(({ kind, sample }) =>
    omitUndefined({
      ...referenceTo(kind, sample),
      from: sample.samplmanag,
      onBehalfOf: sample.pendingWith === ctx.actor.email ? undefined : sample.pendingWith,
      snoozedUntil: snoozedUntil(sample),
    }),
  );
  return { items: details, total };
}

/** Returns the caller's own unanswered requests, oldest first. */
export async function sent(ctx: UserQueryCtx, limit: number) {
  const { items, total } = await requests(ctx, "mine", limit, "asc");
  const snoozedUntil = await Snoozes.snoozesOf(ctx, ctx.actor.email);
  const details = items.map(async ({ kind, sample }) =>
    omitUndefined({
      ...referenceTo(kind, sample),
      // Always set: every status in this list has a pending person.
      to: sample.pendingWith ?? "",
      nudgedAt: await Nudges.nudgedAt(ctx, sample),
      snoozedUntil: snoozedUntil(sample),
    }),
  );
  // A loss that the caller reported to themselves is already in `waiting`.
  const others = (await Promise.all(details)).filter(({ to }) => to !== ctx.actor.email);
  return { items: others, total };
}

async function requests(
  ctx: UserQueryCtx,
  scope: "addressed" | "mine",
  wanted: number,
  order: Order,
): Promise<{ items: Item[]; total: number }> {
  const limit = Math.max(1, Math.min(Math.trunc(wanted) || 1, MAX_ITEMS));
  const found: Item[] = [];
  for (const kind of HAND_OVER_LISTS) {
    const rows = await listRows(ctx, { list: kind, scope, status: LISTS[kind].awaited }, order);
    const samples = await visibleRows(ctx, { list: kind, scope }, await rows.take(limit + 1));
    found.push(...samples.map((sample) => ({ kind, sample })));
  }
  const sign = order === "asc" ? 1 : -1;
  found.sort((one, other) => sign * (one.sample.listDate - other.sample.listDate));
  return { items: found.slice(0, limit), total: found.length };
}

function referenceTo(kind: HandOverList, sample: Doc<"samples">) {
  const { _id: sampleId, listDate: since, overdueAt, requestDetails: details } = sample;
  const device = pickFields(sample, ["model", "brand", "serialNumber", "imei1", "imei2"]);
  return { sampleId, ...device, kind, since, details, overdueAt };
}
