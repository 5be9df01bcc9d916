import { ConvexError } from "convex/values";
import { MINUTE_MS } from "#domain/common/durations";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";

/**
 * A refusal from the catalogue in domain/common/errors.ts, ready to throw. `field`: the input it is
 * about.
 */
export function appError(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
) {
  return new ConvexError({ ...refusalOf(code, values, field) });
}

/** The refusal of somebody who must wait, in whole minutes, before the next attempt. */
export function tooManyAttempts(waitMs: number) {
  return appError("TOO_MANY_ATTEMPTS", { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

/** About the time in which a full queue of passwords is worked off (passwords.ts). */
const BUSY_SECONDS = 30;

/** The refusal of a caller whose password was not looked at, because too many others wait. */
export function passwordsBusy() {
  return appError("PASSWORDS_BUSY", { seconds: BUSY_SECONDS });
}

/**
 * Returns the answer of `run`, or its refusal as a value: for one item of many, whose refusal must
 * not undo the others. `run` must write nothing before its last refusal; a bug is thrown on.
 */
export async function refusalAsValue<Value>(run: () => Promise<Value>): Promise<Value | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ConvexError) return error.data as Refusal;
    throw error;
  }
}
