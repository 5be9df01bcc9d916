import { createHash } from "node:crypto";

const MAX_ARGS_CHARS = 16 * 1024;
const SEPARATOR = "\0";

/**
 * Describes a call as text that the watchdog's thread can read while this thread is held:
 *
 *     path NUL caller's key NUL length of the arguments NUL first 16 Ki characters of them
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

/** The path and the caller's key of a described call. */
export function partsOf(description: string): { path: string; caller: string } {
  const [path = "", caller = ""] = description.split(SEPARATOR, 2);
  return { path, caller };
}

/** Names a described call in the data folder, which shall not hold its arguments. */
export function fingerprintOf(description: string): string {
  return createHash("sha256").update(description).digest("hex");
}
