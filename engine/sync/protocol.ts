import type { JSONValue } from "convex/values";
import type { JSONObject, Outcome } from "../functions/types";
import { JsonShape, JsonShapeError } from "../values/jsonShape";

/**
 * Convex's sync protocol as this server speaks it: JSON text frames on `/api/<version>/sync`. The
 * client's side, which is the reference, is `convex/src/browser/sync/protocol.ts`.
 *
 * A session with one query and one mutation (versions as querySet/identity/ts):
 *
 *     client  Connect           {sessionId, connectionCount: 0, …}
 *     client  ModifyQuerySet    {baseVersion: 0, newVersion: 1, modifications: [Add, queryId 0]}
 *     server  Transition        0/0/0 → 1/0/17, [QueryUpdated, queryId 0]
 *     client  Mutation          {requestId: 0, udfPath: "samples:transfer", args: [{…}]}
 *     server  MutationResponse  {requestId: 0, success: true, ts: 18}
 *     server  Transition        1/0/17 → 1/0/18, [QueryUpdated, queryId 0]
 *
 * A timestamp on the wire is a u64 as base64 of 8 little-endian bytes: 1n -> "AQAAAAAAAAA=".
 */
export type WireTimestamp = string;

/**
 * State that a client has reached. Each Transition starts at the version where the previous one
 * ended.
 */
export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

export type ClientMessage =
  | {
      type: "Connect";
      sessionId: string;
      connectionCount: number;
      lastCloseReason: string | null;
      maxObservedTimestamp?: WireTimestamp;
      clientTs?: number;
    }
  | {
      type: "ModifyQuerySet";
      baseVersion: number;
      newVersion: number;
      modifications: QuerySetChange[];
    }
  | {
      type: "Mutation" | "Action";
      requestId: number;
      udfPath: string;
      args: JSONValue[];
      componentPath?: string;
    }
  | {
      type: "Authenticate";
      baseVersion: number;
      tokenType: "None" | "User" | "Admin";
      value?: string;
      impersonating?: JSONValue;
    }
  | { type: "Event" };

export type QuerySetChange =
  | {
      type: "Add";
      queryId: number;
      udfPath: string;
      args: JSONValue[];
      journal?: string | null;
      componentPath?: string;
    }
  | { type: "Remove"; queryId: number };

export function encodeTimestamp(ts: bigint): WireTimestamp {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** @throws ProtocolError unless `text` is base64 of exactly 8 bytes */
export function decodeTimestamp(text: WireTimestamp): bigint {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 8) throw new ProtocolError(`Invalid timestamp "${text}"`);
  return bytes.readBigUInt64LE();
}

/**
 * A client's violation of the protocol. The session sends it as a FatalError and closes the socket;
 * the client does not reconnect.
 */
export class ProtocolError extends Error {}

/**
 * Parses and validates a frame. @throws ProtocolError naming the invalid field or the syntax error
 */
export function parseClientMessage(frame: Buffer): ClientMessage {
  const message = parseFrame(frame);
  if (!isObject(message)) throw new ProtocolError("Received a frame that is not a JSON object");
  const problem = problemWith(message);
  if (problem)
    throw new ProtocolError(`Invalid ${JSON.stringify(message["type"])} message: ${problem}`);
  return message as unknown as ClientMessage; // every field read later has just been checked
}

function parseFrame(frame: Buffer): JSONValue {
  try {
    new JsonShape().push(frame);
    return JSON.parse(frame.toString("utf8")) as JSONValue;
  } catch (error) {
    if (error instanceof JsonShapeError) throw new ProtocolError(error.message);
    throw new ProtocolError("Received a frame that is not JSON");
  }
}

type Fields = { [key: string]: JSONValue | undefined };

function problemWith(message: Fields): string | null {
  switch (message["type"]) {
    case "Connect":
      return firstProblem(
        typeof message["sessionId"] === "string" || "sessionId must be a string",
        isAbsentOr("string", message["maxObservedTimestamp"]) || "bad maxObservedTimestamp",
        isAbsentOr("number", message["clientTs"]) || "clientTs must be a number",
      );
    case "ModifyQuerySet":
      return firstProblem(
        isCount(message["baseVersion"]) || "bad baseVersion",
        isCount(message["newVersion"]) || "bad newVersion",
        areQuerySetChanges(message["modifications"]) || "bad modifications",
      );
    case "Mutation":
    case "Action":
      return firstProblem(
        isCount(message["requestId"]) || "bad requestId",
        isCall(message) || "needs udfPath and args",
      );
    case "Authenticate":
      return firstProblem(
        isCount(message["baseVersion"]) || "bad baseVersion",
        ["None", "User", "Admin"].includes(message["tokenType"] as string) || "bad tokenType",
        message["tokenType"] === "None" ||
          typeof message["value"] === "string" ||
          "value must be a string",
      );
    case "Event":
      return null;
    default:
      return "unknown type";
  }
}

const firstProblem = (...checks: (true | string)[]) =>
  checks.find((check) => typeof check === "string") ?? null;

const areQuerySetChanges = (changes: JSONValue | undefined) =>
  Array.isArray(changes) && changes.every(isQuerySetChange);

function isQuerySetChange(change: JSONValue): boolean {
  if (!isObject(change) || !isCount(change["queryId"])) return false;
  if (change["type"] === "Remove") return true;
  const journal = change["journal"] ?? null;
  return (
    change["type"] === "Add" && isCall(change) && (journal === null || typeof journal === "string")
  );
}

function isCall(message: Fields): boolean {
  const args = message["args"];
  return typeof message["udfPath"] === "string" && Array.isArray(args) && args.length <= 1;
}

const isObject = (value: JSONValue): value is { [key: string]: JSONValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: JSONValue | undefined) => Number.isSafeInteger(value) && Number(value) >= 0;
const isAbsentOr = (type: "string" | "number", value: JSONValue | undefined) =>
  value === undefined || value === null || typeof value === type;

/** Path and arguments of a function call. */
export interface Call {
  readonly path: string;
  readonly args: JSONObject;
}

/**
 * Returns the path and the arguments object of a call.
 *
 * @throws ProtocolError for a component's function, or arguments that are not an object
 */
export function parseCall(message: {
  udfPath: string;
  args: readonly JSONValue[];
  componentPath?: string;
}): Call {
  if (message.componentPath) {
    throw new ProtocolError(
      `This deployment does not support components (asked for '${message.componentPath}')`,
    );
  }
  const [args = {}] = message.args;
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new ProtocolError("A function's arguments must be one object");
  }
  return { path: message.udfPath, args };
}

/**
 * Builds a Transition as JSON text. Results are already Convex JSON text and are inserted as is.
 */
export function transitionMessage(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly string[],
  clock: { nowMs: number; clientClockSkewMs: number | null },
): string {
  const skew = clock.clientClockSkewMs;
  return (
    `{"type":"Transition","startVersion":${versionJson(start)},"endVersion":${versionJson(end)},` +
    `"modifications":[${modifications.join(",")}],` +
    (skew === null ? "" : `"clientClockSkew":${skew},`) +
    `"serverTs":${clock.nowMs * 1_000_000}}`
  );
}

const versionJson = ({ querySet, identity, ts }: StateVersion) =>
  `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;

/** Builds a query's modification after its id; this text is the same for all subscribers. */
export function queryResultTail(outcome: Outcome, journal: string | null): string {
  const result = outcome.ok ? `"value":${outcome.valueJson}` : failure("errorMessage", outcome);
  const logLines = JSON.stringify(outcome.logLines);
  return `${result},"logLines":${logLines},"journal":${JSON.stringify(journal)}}`;
}

export const queryModification = (queryId: number, ok: boolean, tail: string) =>
  `{"type":"${ok ? "QueryUpdated" : "QueryFailed"}","queryId":${queryId},${tail}`;

/**
 * Builds a failed result from the sentence `refusal`. It has the shape of an app's own errors, so
 * that pages show it.
 */
export function queryRefused(queryId: number, refusal: string): string {
  const dataJson = JSON.stringify({ code: "TOO_MANY_LIVE_QUERIES", message: refusal });
  const error = { message: refusal, dataJson };
  return queryModification(
    queryId,
    false,
    queryResultTail({ ok: false, error, logLines: [] }, null),
  );
}

export const queryRemoved = (queryId: number) => `{"type":"QueryRemoved","queryId":${queryId}}`;

/** @param ts the commit's timestamp for a mutation; null for an action */
export function responseMessage(
  type: "MutationResponse" | "ActionResponse",
  requestId: number,
  outcome: Outcome,
  ts: bigint | null,
): string {
  const result = outcome.ok
    ? `"result":${outcome.valueJson}${ts === null ? "" : `,"ts":"${encodeTimestamp(ts)}"`}`
    : failure("result", outcome);
  const logLines = JSON.stringify(outcome.logLines);
  return `{"type":"${type}","requestId":${requestId},"success":${outcome.ok},${result},"logLines":${logLines}}`;
}

function failure(messageField: string, outcome: Outcome & { ok: false }): string {
  const { message, dataJson } = outcome.error;
  const data = dataJson === undefined ? "" : `,"errorData":${dataJson}`;
  return `"${messageField}":${JSON.stringify(message)}${data}`;
}

/**
 * @param identityVersion the current version, which a refused Authenticate has not increased
 * @param updateAttempted true for a refused Authenticate, false when an accepted token expired
 */
export const authErrorMessage = (
  error: string,
  identityVersion: number,
  updateAttempted: boolean,
) =>
  JSON.stringify({
    type: "AuthError",
    error,
    baseVersion: identityVersion,
    authUpdateAttempted: updateAttempted,
  });

export const fatalErrorMessage = (error: string) => JSON.stringify({ type: "FatalError", error });

export const PING_MESSAGE = '{"type":"Ping"}';
