import type { JSONValue } from "convex/values";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  ANONYMOUS,
  isAnonymous,
  type Authenticator,
  type Credentials,
} from "../auth/authenticator";
import { credentialHashOf } from "../auth/callerKey";
import { newRequestId } from "../auth/requestId";
import type { Database } from "../commit/database";
import type { FunctionRunner } from "../functions/runner";
import type { Caller, FunctionKind, JSONObject, Outcome } from "../functions/types";
import type { ArrivingBytes } from "../sync/heldBytes";
import type { LiveQueries } from "../sync/liveQueries";
import { encodeTimestamp } from "../sync/protocol";
import { isSystemQuery } from "../sync/systemQueries";
import { MAX_ANONYMOUS_MESSAGE_BYTES } from "../values/limits";
import { callBlocked, HttpError, readJson, respondJson } from "./messages";
import type { NetworkLimits } from "./networkLimits";
import type { QueryAnswers } from "./queryAnswers";

/**
 * Body limit for callers with a valid token: arguments of 16 MiB, plus 1 MiB for the JSON around
 * them.
 */
const MAX_BODY_BYTES = 17 * 1024 * 1024;

interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly credentials: Credentials;
  /** null: the kind of the function at the path. */
  readonly kind: FunctionKind | null;
  readonly body: JSONObject;
}

interface FunctionsApiServices {
  readonly database: Database;
  readonly functions: FunctionRunner;
  readonly liveQueries: LiveQueries;
  readonly authenticator: Authenticator;
  readonly networkLimits: NetworkLimits;
  readonly queryAnswers: QueryAnswers;
  readonly arrivingBytes: ArrivingBytes;
  readonly clientIp: (request: IncomingMessage) => string | null;
}

/**
 * Serves `POST /api/query | mutation | action | function`, which ConvexHttpClient and curl call.
 */
export class FunctionsApi {
  constructor(readonly services: FunctionsApiServices) {}

  /** @param kind null for `/api/function`, which calls functions of any kind */
  async call(
    request: IncomingMessage,
    response: ServerResponse,
    kind: FunctionKind | null,
  ): Promise<void> {
    const credentials = await this.credentials(request);
    const body = await this.#body(request, credentials);
    await this.#call({ request, response, credentials, kind, body });
  }

  /**
   * Serves `/api/query_at_ts`: runs a query at `ts`, which must be the newest timestamp, because
   * the deployment keeps no older versions of documents.
   *
   * @throws HttpError 400 when data has changed since
   */
  async callAt(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const credentials = await this.credentials(request);
    const body = await this.#body(request, credentials);
    if (body["ts"] !== encodeTimestamp(this.services.database.ts)) {
      const message = "The data has changed since this timestamp; ask for a new one";
      throw new HttpError(400, "TimestampTooOld", message);
    }
    await this.#call({ request, response, credentials, kind: "query", body });
  }

  /** @throws HttpError 400, 413 or 429 while the body is still arriving */
  #body(request: IncomingMessage, { caller }: Credentials): Promise<JSONObject> {
    const { networkLimits, arrivingBytes, clientIp } = this.services;
    const ip = clientIp(request);
    const isVisitor = isAnonymous(caller);
    return readJson(request, {
      maxBytes: isVisitor ? MAX_ANONYMOUS_MESSAGE_BYTES : MAX_BODY_BYTES,
      held: arrivingBytes.of({ isAnonymous: isVisitor }),
      onChunk: (chunk) => networkLimits.takeBytes(ip, chunk.length),
    });
  }

  async #call({ request, response, credentials, kind, body }: HttpCall): Promise<void> {
    const { path, componentPath } = body;
    if (typeof path !== "string") throw new HttpError(400, "BadRequest", "'path' must be a string");
    if (componentPath) {
      throw new HttpError(400, "Unsupported", "This deployment does not support components");
    }
    const args = argsOf(body["args"]);
    const caller = this.#withOrigin(request, credentials);
    const called = kind ?? this.#kindOf(path, caller);
    const isGone = () => response.destroyed;
    const outcome = await this.#run(called, { path, args, caller }, isGone);
    if (!outcome.ok) {
      const { message, isBadRequest, blockedUntilMs } = outcome.error;
      if (isBadRequest) throw new HttpError(400, "BadRequest", message);
      if (blockedUntilMs !== undefined) throw callBlocked(message, blockedUntilMs);
    }
    const json = outcomeJson(outcome, body["format"] !== "json");
    if (called === "query") await this.services.queryAnswers.send(response, json);
    else respondJson(response, 200, json);
  }

  /** @throws HttpError 401 */
  async credentials(request: IncomingMessage): Promise<Credentials> {
    try {
      return await this.services.authenticator.header(request.headers.authorization);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new HttpError(401, "InvalidAuthHeader", message);
    }
  }

  /** @throws HttpError 401 or 403 unless the request carries the admin key */
  async requireAdmin(request: IncomingMessage): Promise<void> {
    const { caller } = await this.credentials(request);
    if (!caller.isAdmin) {
      throw new HttpError(403, "BadDeployKey", "This needs the deployment's admin key");
    }
  }

  /**
   * Requires the admin key, or the token of a person who may run a query.
   *
   * @param path of a query without arguments
   * @throws HttpError 401 or 403
   */
  async requireReader(request: IncomingMessage, path: string): Promise<void> {
    const credentials = await this.credentials(request);
    if (credentials.caller.isAdmin) return;
    const call = { path, args: {}, caller: this.#withOrigin(request, credentials) };
    const { ok } = await this.#run("query", call, () => request.destroyed);
    if (!ok) throw new HttpError(403, "NotAllowed", `This needs the right to run ${path}`);
  }

  /**
   * Returns the caller of an HTTP action: anonymous unless the request has a bearer token that
   * verifies. The action itself checks any other Authorization header, such as a webhook's secret.
   */
  async httpActionCaller(request: IncomingMessage): Promise<Caller> {
    const { authorization = "" } = request.headers;
    const isToken = /^bearer /i.test(authorization);
    const credentials = isToken
      ? await this.credentials(request).catch(() => ANONYMOUS)
      : ANONYMOUS;
    const caller = this.#withOrigin(request, credentials);
    if (authorization === "" || !isAnonymous(caller)) return caller;
    const credentialHash = credentialHashOf(authorization);
    return { ...caller, request: { ...caller.request, credentialHash } };
  }

  timestamp(response: ServerResponse): void {
    respondJson(response, 200, JSON.stringify({ ts: encodeTimestamp(this.services.database.ts) }));
  }

  #kindOf(path: string, caller: Caller): FunctionKind | null {
    if (caller.isAdmin && isSystemQuery(path)) return "query";
    return this.services.functions.kindOf(path, caller);
  }

  async #run(
    kind: FunctionKind | null,
    call: { path: string; args: JSONObject; caller: Caller },
    isGone: () => boolean,
  ): Promise<Outcome> {
    switch (kind) {
      case "query":
        return (await this.services.liveQueries.read({ ...call, journal: null }, isGone)).outcome;
      case "mutation":
        return this.services.functions.runMutation(call);
      case "action":
        return this.services.functions.runAction(call);
      case null: {
        // The official CLI recognizes this text and then lists the existing functions.
        const message = `Could not find function for '${call.path}'. Did you forget to run \`npx convex dev\`?`;
        return { ok: false, error: { message }, logLines: [] };
      }
      default:
        return kind satisfies never;
    }
  }

  #withOrigin(
    request: IncomingMessage,
    { caller, authToken }: Credentials,
  ): Caller & { readonly request: NonNullable<Caller["request"]> } {
    return {
      ...caller,
      request: {
        ip: this.services.clientIp(request),
        userAgent: request.headers["user-agent"] ?? null,
        requestId: newRequestId(),
        ...(authToken && { authToken }),
      },
    };
  }
}

/** Returns the arguments object of a call. Convex clients send `[{…}]`, people with curl `{…}`. */
function argsOf(args: JSONValue | undefined): JSONObject {
  const [first = {}] = Array.isArray(args) ? args : [args];
  if (typeof first !== "object" || first === null || Array.isArray(first)) {
    throw new HttpError(400, "BadRequest", "'args' must be an object");
  }
  return first;
}

function outcomeJson(outcome: Outcome, isEncoded: boolean): string {
  const logLines = JSON.stringify(outcome.logLines);
  if (outcome.ok) {
    const value = isEncoded ? outcome.valueJson : plainJson(outcome.valueJson);
    return `{"status":"success","value":${value},"logLines":${logLines}}`;
  }
  const { message, dataJson } = outcome.error;
  const data = dataJson === undefined ? "" : `"errorData":${dataJson},`;
  return `{"status":"error","errorMessage":${JSON.stringify(message)},${data}"logLines":${logLines}}`;
}

/**
 * Converts Convex JSON to the format `json`, for callers without the `convex` package: an int64
 * becomes a string of decimal digits, bytes become a base64 string.
 */
function plainJson(valueJson: string): string {
  if (!valueJson.includes('"$')) return valueJson;
  return JSON.stringify(
    JSON.parse(valueJson, (_key, value: JSONValue) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      if (typeof value["$integer"] === "string") return integerText(value["$integer"]);
      return value["$bytes"] ?? value;
    }),
  );
}

const integerText = (base64: string) => Buffer.from(base64, "base64").readBigInt64LE().toString();
