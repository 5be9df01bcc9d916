import { UNKNOWN_ERROR } from "#domain/common/unknownError";

export type Attempt<T> = { ok: true; value: T } | ({ ok: false; error: unknown } & Failure);

/** `code` identifies the refusal and `field` the input it concerns; null for any other failure. */
export type Failure = { code: string | null; message: string; field: string | null };

/**
 * Awaits a mutation or action and converts its rejection to a Failure with the server's text. Never
 * rejects.
 */
export async function attempt<T>(promise: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    return { ok: false, ...describeError(error), error };
  }
}

/**
 * Describes a failed call. A refusal (`ConvexError` of domain/common/errors.ts) has its code and
 * text; anything else is a bug or a lost connection, whose text is not meant for users.
 */
export function describeError(error: unknown): Failure {
  if (isConvexError(error)) {
    const { data } = error;
    if (typeof data === "string") return { code: null, message: data, field: null };
    if (typeof data === "object" && data !== null && "message" in data) {
      const code = "code" in data && typeof data.code === "string" ? data.code : null;
      const field = "field" in data && typeof data.field === "string" ? data.field : null;
      return { code, message: String(data.message), field };
    }
  }
  return { code: null, message: UNKNOWN_ERROR, field: null };
}

/** Checked by name: importing the class would add convex/values to the app's initial download. */
function isConvexError(error: unknown): error is Error & { readonly data: unknown } {
  return error instanceof Error && error.name === "ConvexError" && "data" in error;
}
