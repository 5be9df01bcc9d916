/**
 * The contract of a call: the function exists, the caller may call it as this kind of function, and
 * its arguments and result fit its validators and the limits. A violation throws a FunctionFailure
 * with the real backend's message.
 */

import { LIMITS } from "../values/limits";
import { measureValue } from "../values/measure";
import { validate } from "../values/validator";
import type { ValidatorJson } from "../values/validatorJson";
import { requireSize } from "./completion";
import { FunctionFailure, MalformedArguments } from "./errors";
import type { Execution } from "./execution";
import type { LoadedFunction, LoadedProject } from "./loading/loader";
import { formatPath, functionPath } from "./paths";
import type { FunctionKind, JSONObject } from "./types";
import { withReader } from "./withReader";

interface Target {
  /** In any spelling that `functionPath` accepts. */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly mayCallInternal: boolean;
}

/** @throws FunctionFailure when no function of this kind exists that the caller may call */
export function findFunction(
  project: LoadedProject,
  { path, kind, mayCallInternal }: Target,
): LoadedFunction {
  const found = project.functions.get(functionPath(path));
  // Calling an internal function gives the same error as calling an unknown one.
  if (!found || !(found.isPublic || mayCallInternal)) {
    const what = mayCallInternal ? "function" : "public function";
    throw new FunctionFailure(
      `Could not find ${what} for '${formatPath(functionPath(path))}'. Did you forget to run \`npx convex dev\`?`,
    );
  }
  if (found.kind !== kind) {
    throw new FunctionFailure(
      `Trying to execute ${found.path} as ${capitalized(kind)}, but it is defined as ${capitalized(found.kind)}.`,
    );
  }
  return found;
}

/**
 * Checks the arguments of a call. Returns them in the form that `LoadedFunction.invoke` takes.
 *
 * @throws MalformedArguments when no function could take them: field names, nesting or size
 * @throws FunctionFailure when they do not fit the function's validator
 */
export function checkArgs(run: Execution, called: LoadedFunction, args: JSONObject): string {
  const argsJson = encodeArgs(called, args);
  requireValid(run, "ArgumentValidationError", called.args, args);
  return argsJson;
}

/** @throws FunctionFailure when the result is too large or does not fit the function's validator */
export function checkResult(run: Execution, called: LoadedFunction, valueJson: string): void {
  const tooLarge = `Function ${called.path} return value is too large`;
  requireSize(valueJson, LIMITS.functionResultBytes, tooLarge);
  if (!called.returns) return;
  const value = JSON.parse(valueJson) as JSONObject;
  requireValid(run, "ReturnsValidationError", called.returns, value);
}

function encodeArgs({ path }: LoadedFunction, args: JSONObject): string {
  try {
    measureValue(args);
    const json = JSON.stringify([args]);
    requireSize(json, LIMITS.functionArgsBytes, `Arguments for ${path} are too large`);
    return json;
  } catch (error) {
    throw new MalformedArguments((error as Error).message);
  }
}

function requireValid(
  run: Execution,
  label: "ArgumentValidationError" | "ReturnsValidationError",
  validator: ValidatorJson | null,
  value: JSONObject,
): void {
  if (!validator) return;
  const mismatch = withReader(run, (tx) => validate(validator, value, tx));
  if (mismatch !== null) throw new FunctionFailure(`${label}: ${mismatch}`);
}

function capitalized(kind: FunctionKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
