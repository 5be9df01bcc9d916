import { oneLine } from "#domain/common/plainText";
import { dateText, print, printJson } from "../output";
import { eventLine, eventsBetween, knownToWait } from "./events";
import { NOTHING_YET, type WaitingItem, type Watched } from "./liveInbox";

/**
 * Creates a listener that prints the events between successive states: one line or JSON object per
 * event.
 */
export function eventPrinter(json: boolean, now: () => number): (state: Watched) => void {
  let before = NOTHING_YET;
  let reported: readonly WaitingItem[] = [];
  return (state) => {
    const at = now();
    for (const event of eventsBetween(before, state, reported)) {
      if (json) printJson({ at: new Date(at).toISOString(), ...event });
      else print([dateText(at), ...eventLine(event).split("\t").map(oneLine)].join("\t"));
    }
    if (state.waiting !== null) reported = knownToWait(reported, state.waiting);
    before = state;
  };
}
