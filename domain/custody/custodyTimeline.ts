/**
 * Converts a sample's history records into time segments: who held the sample, in which status, and
 * whose answer was pending. The segments cover the time from the first record to now without gaps
 * or overlap.
 */
import type { Status } from "./statuses";
import type { HistoryAction } from "./workflow";

/** The fields of a history record that a timeline reads. */
export type TimelineRecord = {
  readonly action: HistoryAction;
  /** Epoch ms, UTC. */
  readonly actiondate: number;
  /** Status and holder's e-mail after the step. */
  readonly status: Status;
  readonly samplmanag: string;
  /** E-mail of the person asked by the step, or whose request it ended. */
  readonly recipient?: string | undefined;
};

/** A pending request. */
export type PendingAnswer = {
  /**
   * E-mail of the person asked; undefined if the record of the request is not in the given records.
   */
  readonly person: string | undefined;
  /** Epoch ms, UTC. */
  readonly since: number;
};

/** The time from one record to the next, or to now: [from, until), epoch ms. */
export type Segment<R extends TimelineRecord> = {
  readonly record: R;
  readonly from: number;
  readonly until: number;
  readonly awaited: PendingAnswer | null;
};

/** Consecutive segments with the same holder. */
export type CustodyPeriod<R extends TimelineRecord> = {
  readonly holder: string;
  readonly from: number;
  readonly until: number;
  /** At least one, oldest first. */
  readonly segments: readonly Segment<R>[];
};

/**
 * Returns one segment per record. The last one extends to `now`, unless the sample was deleted:
 * then it has no duration.
 */
export function segmentsOf<R extends TimelineRecord>(
  records: readonly R[],
  now: number,
): Segment<R>[] {
  let asked: PendingRequests = NOBODY;
  let earlier: PendingRequests = NOBODY;
  return records.map((record, index) => {
    [asked, earlier] = [pendingAfter(record, asked, earlier), asked];
    const from = record.actiondate;
    const end = record.action === "Delete" ? from : Math.max(now, from);
    const until = records[index + 1]?.actiondate ?? end;
    return { record, from, until, awaited: asked.awaited };
  });
}

/** Groups the segments by holder; adjacent periods have different holders. */
export function custodyPeriods<R extends TimelineRecord>(
  segments: readonly Segment<R>[],
): CustodyPeriod<R>[] {
  const periods: CustodyPeriod<R>[] = [];
  for (const segment of segments) {
    const holder = segment.record.samplmanag;
    const last = periods.at(-1);
    if (last?.holder === holder) {
      const extended = { until: segment.until, segments: [...last.segments, segment] };
      periods[periods.length - 1] = { ...last, ...extended };
    } else {
      periods.push({ holder, from: segment.from, until: segment.until, segments: [segment] });
    }
  }
  return periods;
}

/**
 * The pending requests after a record. `interrupted` is a transfer suspended by a loss request in
 * transit.
 */
type PendingRequests = {
  readonly awaited: PendingAnswer | null;
  readonly interrupted: PendingAnswer | null;
};
const NOBODY: PendingRequests = { awaited: null, interrupted: null };

/**
 * Returns the pending requests after `record`.
 *
 * @param before the pending requests before `record`
 * @param earlier the pending requests before the previous record, which an `Undone` restores
 */
function pendingAfter(
  record: TimelineRecord,
  before: PendingRequests,
  earlier: PendingRequests,
): PendingRequests {
  const { action, actiondate: since, recipient: person } = record;
  switch (action) {
    case "Transfer":
    case "Return":
      return { awaited: { person, since }, interrupted: null };
    case "Request Lost":
      return { awaited: { person, since }, interrupted: before.awaited };
    case "Lost Declined":
    case "Lost Cancelled": {
      if (record.status !== "In Transit") return NOBODY;
      return { awaited: before.interrupted ?? { person: undefined, since }, interrupted: null };
    }
    case "Register":
    case "Transfer Acknowledge":
    case "Return Acknowledge":
    case "Lost Acknowledge":
    case "Transfer Declined":
    case "Transfer Cancelled":
    case "Return Declined":
    case "Return Cancelled":
    case "Reopened":
    case "Delete":
      return NOBODY;
    case "Undone":
      if (earlier.awaited !== null || !isPendingStatus(record.status)) return earlier;
      return { awaited: { person: undefined, since }, interrupted: null };
  }
  return action satisfies never;
}

const isPendingStatus = (status: Status) =>
  status === "In Transit" || status === "In Return" || status === "Request Lost";
