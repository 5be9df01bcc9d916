import { Observable, useObservable } from "@/lib/observable";

/**
 * Number of unanswered mutations that the app sends on its own, such as a heartbeat. They are not
 * changes of the reader's that a lost connection holds back.
 */
const unanswered = new Observable(0);

/** Marks a mutation that the reader did not ask for, and returns its promise. */
export function inBackground<Result>(call: Promise<Result>): Promise<Result> {
  unanswered.set(unanswered.get() + 1);
  return call.finally(() => unanswered.set(unanswered.get() - 1));
}

export const useBackgroundCalls = () => useObservable(unanswered);
