import { deviceName } from "../../domain/deviceName";
import { LISTS } from "../../domain/lists";
import { STATUSES, type StatusCounts } from "../../domain/statuses";
import type { Watched, WaitingItem } from "./liveInbox";

/** One thing that happened while somebody watched, for a pipe. */
export type WatchEvent =
  | { readonly event: "connected" | "disconnected" }
  | { readonly event: "counts"; readonly scope: StatusCounts; readonly mine: StatusCounts }
  | ({ readonly event: "waiting" | "answered" } & WaitingItem);

/**
 * Returns what changed from one state to the next. `answered`: an item waits no more, whoever
 * answered it.
 */
export function eventsBetween(before: Watched, after: Watched): WatchEvent[] {
  const events: WatchEvent[] = [];
  if (before.isConnected !== after.isConnected) {
    events.push({ event: after.isConnected ? "connected" : "disconnected" });
  }
  if (after.counts !== null && after.counts !== before.counts) {
    events.push({ event: "counts", ...after.counts });
  }
  if (after.waiting !== before.waiting) {
    const [earlier, now] = [before.waiting?.items ?? [], after.waiting?.items ?? []];
    events.push(...without(earlier, now).map((item) => ({ event: "answered" as const, ...item })));
    events.push(...without(now, earlier).map((item) => ({ event: "waiting" as const, ...item })));
  }
  return events;
}

/**
 * The items of `items` that are not in `others`. A sample that is requested again is a new item.
 */
function without(items: readonly WaitingItem[], others: readonly WaitingItem[]): WaitingItem[] {
  const keys = new Set(others.map(keyOf));
  return items.filter((item) => !keys.has(keyOf(item)));
}

const keyOf = ({ sampleId, since }: WaitingItem) => `${sampleId} ${since}`;

/** Describes an event in one line, without its time. */
export function eventLine(event: WatchEvent): string {
  switch (event.event) {
    case "connected":
    case "disconnected":
      return event.event;
    case "counts":
      return `counts\t${STATUSES.map((status) => `${status} ${event.scope[status]}`).join(", ")}`;
    case "waiting":
    case "answered":
      return `${event.event}\t${event.serialNumber}\t${deviceName(event)}\t${LISTS[event.kind].awaited} from ${event.from}`;
  }
}
