import { ConvexError } from "convex/values";
import { refusalOf, type RefusalCode } from "../../domain/errors";

/** A refusal from the catalogue in domain/errors.ts, ready to throw. `field`: the input it is about. */
export function appError(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
) {
  return new ConvexError({ ...refusalOf(code, values, field) });
}
