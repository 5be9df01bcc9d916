import { createHash } from "node:crypto";
import type { Caller } from "../functions/types";

const MAX_ARGS_CHARS = 16 * 1024;
const SEPARATOR = "\0";

/**
 * Describes a call as text that the watchdog's thread can read while this thread is held:
 *
 *     path NUL caller's identity NUL length of the arguments NUL first 16 Ki characters of them
 *
 * Calls with the same text count as the same call.
 */
export function describeCall(path: string, caller: Caller, argsJson: string): string {
  const args = argsJson.length > MAX_ARGS_CHARS ? argsJson.slice(0, MAX_ARGS_CHARS) : argsJson;
  const identity = caller.identity?.tokenIdentifier ?? "";
  return [path, identity, argsJson.length, args].join(SEPARATOR);
}

/** Names a described call in the data folder, which shall not hold its arguments. */
export function fingerprintOf(description: string): string {
  return createHash("sha256").update(description).digest("hex");
}
