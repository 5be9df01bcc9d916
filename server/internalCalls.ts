import type { JSONValue } from "convex/values";
import type { Deployment } from "../engine/deployment";
import type { Caller, Outcome } from "../engine/functions/types";
import { Problem } from "./settings";

type Args = Record<string, JSONValue>;
/** Data of a refusal. */
type Refusal = { readonly code: string; readonly message: string };

/** The server itself as the caller, which may call internal functions. */
const SYSTEM_CALLER: Caller = { identity: null, isAdmin: true };

export async function runQuery({ functions }: Deployment, path: string, args: Args) {
  return valueOf(path, await functions.runQuery({ path, args, caller: SYSTEM_CALLER }));
}

export async function runMutation({ functions }: Deployment, path: string, args: Args) {
  return valueOf(path, await functions.runMutation({ path, args, caller: SYSTEM_CALLER }));
}

export async function runAction({ functions }: Deployment, path: string, args: Args) {
  return valueOf(path, await functions.runAction({ path, args, caller: SYSTEM_CALLER }));
}

/** Codes of a store that refuses writes, which is not a bug of ours: engine/functions/errors.ts. */
const STORE_REFUSALS = ["DISK_FULL", "DATA_DAMAGED"];

/** @throws Problem when the disk is full or the data is damaged; Error for a bug */
function valueOf(path: string, outcome: Outcome): JSONValue {
  if (outcome.ok) return JSON.parse(outcome.valueJson) as JSONValue;
  const { message, dataJson } = outcome.error;
  const refusal = dataJson === undefined ? null : (JSON.parse(dataJson) as Refusal);
  if (refusal !== null && STORE_REFUSALS.includes(refusal.code)) throw new Problem(refusal.message);
  throw new Error(`${path} failed: ${message}`);
}
