/**
 * Lets the `convex` package in a bundle exchange objects with the engine instead of JSON text.
 *
 * The package's database functions write their arguments as text, parse the text of the answer and
 * convert it: for a document three passes, and as many objects. Loading appends one line to each of
 * the package's modules (`withDirectSyscalls`), which replaces some of its functions with the
 * versions that `directReplacements` builds from the originals:
 *
 *     db.get(id)     performAsyncSyscall("1.0/get", args)       original: text there and back
 *     here           directSyscall("1.0/get", args)             the StoredDocument itself
 *     db.get(id)     jsonToConvex(answer)                       its copy, the function's own
 *
 * Everything else in the package is unchanged: its checks of arguments, its errors, its classes.
 * Whatever these versions do not know goes to the originals, and so does a bundle whose package
 * looks different. On Convex's own backend, nothing of this exists.
 */

import type { JSONValue, Value } from "convex/values";
import { StoredDocument } from "../commit/storedDocument";
import { plainFromJson, plainToJson } from "../values/plain";

/** What a running function offers to the package. */
export interface DirectCalls {
  /**
   * Runs a syscall on objects. Returns NOT_DIRECT, having done nothing, if it can only run on text.
   */
  directSyscall(op: string, args: object): unknown;
  /** Makes the next read of a query in progress return all its remaining rows. */
  collect(queryId: number): void;
}

export const NOT_DIRECT = Symbol("not direct");

type Syscall = (op: string, args: object) => unknown;
type AsyncSyscall = (op: string, args: object) => Promise<unknown>;
type ToValue = (json: JSONValue) => Value;
type ToJson = (
  value: unknown,
  originalValue: unknown,
  context: string,
  includeTopLevelUndefined: boolean,
) => JSONValue;

/** The package's class QueryImpl, as far as it is used here. */
interface Query {
  startQuery(): number;
  next(): Promise<{ value: Value }>;
  collect(): Promise<Value>;
}

/** Makes the replacements. @param current returns the calling function's side; null outside one */
export function directReplacements(current: () => DirectCalls | undefined) {
  return {
    performSyscall:
      (original: Syscall): Syscall =>
      (op, args) => {
        const answer = answerTo(current(), op, args);
        return answer === NOT_DIRECT ? original(op, args) : answer;
      },

    /** Answers without a promise if it can: the package awaits every answer. */
    performAsyncSyscall:
      (original: AsyncSyscall): Syscall =>
      (op, args) => {
        let answer: unknown;
        try {
          answer = answerTo(current(), op, args);
        } catch (error) {
          return failed(original, op, args, error as Error);
        }
        return answer === NOT_DIRECT ? original(op, args) : answer;
      },

    jsonToConvex:
      (original: ToValue) =>
      (json: JSONValue | StoredDocument): Value =>
        json instanceof StoredDocument
          ? json.copy(original)
          : (plainFromJson(json) ?? original(json)),

    convexToJsonInternal:
      (original: ToJson): ToJson =>
      (value, originalValue, context, includeTopLevelUndefined) => {
        const plain = plainToJson(value, includeTopLevelUndefined);
        if (plain !== undefined) return plain;
        const json = original(value, originalValue, context, includeTopLevelUndefined);
        // As text, an object has lost a prototype that a field `__proto__` gave it.
        const isOutermost = context === "";
        return isOutermost && hasPrototype(json)
          ? (JSON.parse(JSON.stringify(json)) as JSONValue)
          : json;
      },

    /** Makes `collect`, and so `take`, `first` and `unique`, read all rows in one call. */
    QueryImpl: (Original: { readonly prototype: Query }) => {
      Original.prototype.collect = async function (this: Query) {
        current()?.collect(this.startQuery());
        return (await this.next()).value;
      };
      return Original;
    },
  };
}

export type Replaced = keyof ReturnType<typeof directReplacements>;

function answerTo(calls: DirectCalls | undefined, op: string, args: object): unknown {
  return calls === undefined ? NOT_DIRECT : calls.directSyscall(op, args);
}

function hasPrototype(json: JSONValue): boolean {
  if (typeof json !== "object" || json === null) return false;
  if (Array.isArray(json)) return json.some(hasPrototype);
  return Object.getPrototypeOf(json) !== Object.prototype || Object.values(json).some(hasPrototype);
}

/** Rejects with the error that the package makes of `error`. */
async function failed(
  original: AsyncSyscall,
  op: string,
  args: object,
  error: Error & { readonly data?: unknown },
): Promise<unknown> {
  // The call did nothing, so it fails in the same way again.
  if (error.data !== undefined) return await original(op, args);
  // After a turn, the stack has the functions that await the call, as with the original.
  await Promise.resolve();
  throw new Error(error.message);
}
