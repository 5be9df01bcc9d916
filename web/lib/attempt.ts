import { ConvexError } from "convex/values";
import { MESSAGES } from "../../domain/messages";

export type Attempt<T> =
  { ok: true; value: T } | { ok: false; code: string | null; message: string; error: unknown };

/** Awaits a mutation or action and turns its refusal into the server's own words. Never rejects. */
export async function attempt<T>(promise: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    return { ok: false, ...describeError(error), error };
  }
}

/**
 * A refusal (`ConvexError` of domain/errors.ts) tells its code and text; anything else is a bug or
 * a lost connection, whose text is not for users.
 */
export function describeError(error: unknown): { code: string | null; message: string } {
  if (error instanceof ConvexError) {
    const data: unknown = error.data;
    if (typeof data === "string") return { code: null, message: data };
    if (typeof data === "object" && data !== null && "message" in data) {
      const code = "code" in data && typeof data.code === "string" ? data.code : null;
      return { code, message: String(data.message) };
    }
  }
  return { code: null, message: MESSAGES.unknownError };
}
