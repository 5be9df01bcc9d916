import { oneLine } from "../../domain/plainText";
import { dateText, print, printJson } from "../output";
import { eventLine, eventsBetween } from "./events";
import { NOTHING_YET, type Watched } from "./liveInbox";

/** Makes a listener that prints what changed with each state: a line or a JSON object an event. */
export function eventPrinter(json: boolean, now: () => number): (state: Watched) => void {
  let before = NOTHING_YET;
  return (state) => {
    const at = now();
    for (const event of eventsBetween(before, state)) {
      if (json) printJson({ at: new Date(at).toISOString(), ...event });
      else print([dateText(at), ...eventLine(event).split("\t").map(oneLine)].join("\t"));
    }
    before = state;
  };
}
