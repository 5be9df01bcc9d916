import { deviceName } from "#domain/samples/deviceName";
import { LISTS } from "#domain/samples/lists";
import { MESSAGES } from "#domain/common/messages";
import { STATUSES, type StatusCounts } from "#domain/custody/statuses";
import type { Waiting, Watched, WaitingItem } from "./liveInbox";

/** An event of `sms watch` in a pipe. */
export type WatchEvent =
  | { readonly event: "connected" | "disconnected" }
  /** A proxy or a firewall lets ordinary requests pass, and blocks the live connection. */
  | { readonly event: "blocked"; readonly message: string }
  | { readonly event: "counts"; readonly scope: StatusCounts; readonly mine: StatusCounts }
  | ({ readonly event: "waiting" | "answered" } & WaitingItem)
  /** More items wait than the `shown` oldest ones; as those are answered, the others follow. */
  | { readonly event: "truncated"; readonly shown: number };

/**
 * Returns the events between two states. `answered`: the item no longer waits, no matter who
 * answered it.
 *
 * @param reported the items of `knownToWait` before
 */
export function eventsBetween(
  before: Watched,
  after: Watched,
  reported: readonly WaitingItem[] = before.waiting?.items ?? [],
): WatchEvent[] {
  const events: WatchEvent[] = [];
  if (before.isConnected !== after.isConnected) {
    events.push({ event: after.isConnected ? "connected" : "disconnected" });
  }
  if (after.isBlocked && !before.isBlocked) {
    events.push({ event: "blocked", message: MESSAGES.socketBlocked });
  }
  if (after.counts !== null && after.counts !== before.counts) {
    events.push({ event: "counts", ...after.counts });
  }
  if (after.waiting !== null && after.waiting !== before.waiting) {
    const { items } = after.waiting;
    const answered = without(reported, knownToWait(reported, after.waiting));
    events.push(...answered.map((item) => ({ event: "answered" as const, ...item })));
    events.push(
      ...without(items, reported).map((item) => ({ event: "waiting" as const, ...item })),
    );
    if (isTruncated(after.waiting) && !isTruncated(before.waiting)) {
      events.push({ event: "truncated", shown: items.length });
    }
  }
  return events;
}

/**
 * Returns the items of a list, and the items of `reported` beyond the end of a truncated one. An
 * older request that enters a full list pushes the last item out, although it still waits.
 */
export function knownToWait(reported: readonly WaitingItem[], waiting: Waiting): WaitingItem[] {
  const { items } = waiting;
  const last = items.at(-1);
  if (!isTruncated(waiting) || last === undefined) return [...items];
  return [...items, ...without(reported, items).filter(({ since }) => since >= last.since)];
}

function isTruncated(waiting: Waiting | null): boolean {
  return waiting !== null && waiting.total > waiting.items.length;
}

/**
 * Returns the items of `items` that are not in `others`. A sample that is requested again counts as
 * a new item.
 */
function without(items: readonly WaitingItem[], others: readonly WaitingItem[]): WaitingItem[] {
  const keys = new Set(others.map(keyOf));
  return items.filter((item) => !keys.has(keyOf(item)));
}

const keyOf = ({ sampleId, since }: WaitingItem) => `${sampleId} ${since}`;

/** Describes an event in one line, without the time. */
export function eventLine(event: WatchEvent): string {
  switch (event.event) {
    case "connected":
    case "disconnected":
      return event.event;
    case "blocked":
      return `${event.event}\t${event.message}`;
    case "counts":
      return `counts\t${STATUSES.map((status) => `${status} ${event.scope[status]}`).join(", ")}`;
    case "waiting":
    case "answered":
      return `${event.event}\t${event.serialNumber}\t${deviceName(event)}\t${LISTS[event.kind].awaited} from ${event.from}`;
    case "truncated":
      return `${event.event}\tmore than ${event.shown} wait: the others follow as these are answered`;
  }
}
