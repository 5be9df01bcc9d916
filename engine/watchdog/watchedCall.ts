import { createHash } from "node:crypto";

const MAX_ARGS_CHARS = 16 * 1024;
const SEPARATOR = "\0";

/**
 * Describes a call as text that the watchdog thread can read while this thread is hung:
 *
 *     path NUL caller's key NUL length of the arguments NUL their first 16 Ki characters
 *
 * Calls with the same text count as the same call.
 *
 * @param path of the function, or method and path of an HTTP action's request
 * @param caller see `callerKeyOf`
 * @param args JSON text, or URL and body of a request
 */
export function describeCall(path: string, caller: string, args: string): string {
  const shown = args.length > MAX_ARGS_CHARS ? args.slice(0, MAX_ARGS_CHARS) : args;
  return [path, caller, args.length, shown].join(SEPARATOR);
}

/** Returns the path and the caller's key of a described call. */
export function partsOf(description: string): { path: string; caller: string } {
  const [path = "", caller = ""] = description.split(SEPARATOR, 2);
  return { path, caller };
}

/** Identifies a described call in the data folder without storing its arguments there. */
export function fingerprintOf(description: string): string {
  return createHash("sha256").update(description).digest("hex");
}
