import { Observable, useObservable } from "@/lib/observable";

/**
 * Counts unanswered mutations that the app sends by itself, such as a heartbeat: a lost connection
 * holds back none of the reader's changes then.
 */
const unanswered = new Observable(0);

/** Marks a mutation that is not a change of the reader's. Returns its promise. */
export function inBackground<Result>(call: Promise<Result>): Promise<Result> {
  unanswered.set(unanswered.get() + 1);
  return call.finally(() => unanswered.set(unanswered.get() - 1));
}

export const useBackgroundCalls = () => useObservable(unanswered);
