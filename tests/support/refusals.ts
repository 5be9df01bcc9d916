import { ConvexError } from "convex/values";
import type { Refusal } from "#domain/common/errors";

/** Returns the refusal in an error; rethrows any other error, which is a bug. */
export function refusalIn(error: unknown): Refusal {
  if (!(error instanceof ConvexError)) throw error;
  // convex-test passes an action's error data as JSON text.
  const data: unknown = error.data;
  return (typeof data === "string" ? JSON.parse(data) : data) as Refusal;
}

/** Returns the refusal of a call; fails the test if the call succeeded. */
export async function refusedWith(call: Promise<unknown>): Promise<Refusal> {
  return await call.then(
    (answer) => {
      throw new Error(`It was answered: ${JSON.stringify(answer)}`);
    },
    (error: unknown) => refusalIn(error),
  );
}

export async function refusedCode(call: Promise<unknown>): Promise<string> {
  return (await refusedWith(call)).code;
}
