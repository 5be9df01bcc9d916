import type { Status } from "../../domain/statuses";
import type { UserQueryCtx } from "../lib/functions";

const MAX_ITEMS = 50;

/**
 * Hand-overs that wait for the caller, newest first. Three ranges, at most 51 samples of each; `total`
 * counts what was read, so more than 50 means "50 or more".
 */
export async function waiting(ctx: UserQueryCtx) {
  const me = ctx.actor.email;
  const most = MAX_ITEMS + 1;
  const waitingIn = (status: Status) =>
    ctx.db
      .query("samples")
      .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
        q.eq("pendingWith", me).eq("status", status),
      )
      .order("desc")
      .take(most);
  const transfers = await waitingIn("In Transit");
  const returns = await waitingIn("In Return");
  const losses = await waitingIn("Request Lost");
  const all = [
    ...transfers.map((sample) => ({
      sample,
      kind: "transfer" as const,
      since: sample.inTransitDate,
    })),
    ...returns.map((sample) => ({ sample, kind: "return" as const, since: sample.inReturnDate })),
    ...losses.map((sample) => ({ sample, kind: "lost" as const, since: sample.reqOSDate })),
  ];
  const items = all.map(({ sample, kind, since = 0 }) => ({
    sampleId: sample._id,
    kind,
    model: sample.model,
    brand: sample.brand,
    serialNumber: sample.serialNumber,
    from: sample.samplmanag,
    since,
  }));
  items.sort((left, right) => right.since - left.since);
  return { items: items.slice(0, MAX_ITEMS), total: all.length };
}
