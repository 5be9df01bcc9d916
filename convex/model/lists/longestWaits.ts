import { scopesToShow } from "#domain/samples/lists";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Status } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { readMoves, withPresentAddresses } from "../people/addressMoves";
import { listRows } from "./lists";
import * as Supervision from "../people/supervision";

/** Samples shown in each list on the dashboard. */
const SHOWN = 5;
/** Maximum number of samples read from each range per list. */
const MAX_LOOKED_AT = 200;

const FIELDS = ["brand", "model", "serialNumber", "samplmanag", "inTransitTo"] as const;

type Waiting = { readonly sample: Doc<"samples">; readonly since: number };

/** Returns the five samples of the caller's scope that have been in transit longest. */
export function notReceived(ctx: UserQueryCtx) {
  return longest(ctx, "In Transit", (sample) => sample.listDate);
}

/**
 * Returns the five samples of the caller's scope that have been in use by the same person longest.
 * The index is ordered by the date on which a sample was sent to that person, which is never later
 * than its arrival. So reading stops at the first sample sent after the fifth-earliest arrival
 * found.
 */
export function heldLongest(ctx: UserQueryCtx) {
  return longest(ctx, "In Use", (sample) => sample.inUseDate ?? sample.registereddate);
}

/**
 * The samples with the earliest `sinceOf`.
 *
 * @param sinceOf epoch ms, never before the sample's `listDate`
 */
async function longest(
  ctx: UserQueryCtx,
  status: Status,
  sinceOf: (sample: Doc<"samples">) => number,
) {
  const { email, role } = ctx.actor;
  const left = role === "user" ? new Set() : await Supervision.formerReports(ctx, email);
  const moves = await readMoves(ctx);
  let found: Waiting[] = [];
  for (const scope of scopesToShow(role, "report")) {
    let lookedAt = 0;
    for await (const stored of await listRows(ctx, { list: "report", scope, status }, "asc")) {
      const sample = withPresentAddresses(stored, moves);
      const last = found.length < SHOWN ? undefined : found.at(-1);
      if (lookedAt++ === MAX_LOOKED_AT || (last && sample.listDate >= last.since)) break;
      if (scope === "team" && (left.has(sample.samplmanag) || sample.samplmanag === email))
        continue;
      found = [...found, { sample, since: sinceOf(sample) }]
        .sort((one, other) => one.since - other.since)
        .slice(0, SHOWN);
    }
  }
  return found.map(({ sample, since }) => ({
    sampleId: sample._id,
    ...omitUndefined(pickFields(sample, FIELDS)),
    since,
  }));
}
