import { ConvexError } from "convex/values";
import { refusalOf, type Refusal, type RefusalCode } from "../../domain/errors";

/** A refusal from the catalogue in domain/errors.ts, ready to throw. `field`: the input it is about. */
export function appError(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
) {
  return new ConvexError({ ...refusalOf(code, values, field) });
}

/**
 * What `run` answers, or its refusal: for one of many, whose refusal must not undo the others. Only for a
 * `run` that writes nothing before its last refusal; a bug is thrown on.
 */
export async function refusalAsValue<Value>(run: () => Promise<Value>): Promise<Value | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ConvexError) return error.data as Refusal;
    throw error;
  }
}
