import { ConvexError } from "convex/values";
import { MINUTE_MS } from "#domain/common/durations";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";

/**
 * Creates an error from the catalogue in domain/common/errors.ts. `field` names the input it is
 * about.
 */
export function appError(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
) {
  return new ConvexError({ ...refusalOf(code, values, field) });
}

/** The refusal of a caller who must wait, in whole minutes, before the next attempt. */
export function tooManyAttempts(waitMs: number) {
  return appError("TOO_MANY_ATTEMPTS", { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

/** Approximate time to drain a full password queue (passwords.ts). */
const BUSY_SECONDS = 30;

/** The refusal of a caller whose password was not checked because the queue is full. */
export function passwordsBusy() {
  return appError("PASSWORDS_BUSY", { seconds: BUSY_SECONDS });
}

/**
 * Returns the result of `run`, or its refusal as a value. Use it for one item of a batch, whose
 * refusal must not roll back the others. `run` must write nothing before its last check; other
 * errors propagate.
 */
export async function refusalAsValue<Value>(run: () => Promise<Value>): Promise<Value | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ConvexError) return error.data as Refusal;
    throw error;
  }
}
