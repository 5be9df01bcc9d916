import type { JSONValue } from "convex/values";
import type { Deployment } from "../engine/deployment";
import type { Caller, Outcome } from "../engine/functions/types";

type Args = Record<string, JSONValue>;

/** The deployment as its own caller, which may call internal functions. */
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

function valueOf(path: string, outcome: Outcome): JSONValue {
  if (outcome.ok) return JSON.parse(outcome.valueJson) as JSONValue;
  throw new Error(`${path} failed: ${outcome.error.message}`);
}
