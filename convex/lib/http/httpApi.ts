import { ConvexError } from "convex/values";
import type { HttpRouter } from "convex/server";
import { openApiDocument } from "#domain/api/openapi";
import { IDEMPOTENCY_HEADER, PROBLEM_TYPE } from "#domain/api/headers";
import { findApiRoute, parseApiBody, parseApiQuery } from "#domain/api/request";
import {
  API_ROOT,
  API_ROUTES,
  OPENAPI_PATH,
  type ApiRoute,
  type ApiRouteName,
  type ApiWriteName,
} from "#domain/api/routes";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";
import { FilterFault } from "#domain/exports/filterTexts";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { httpAction, type ActionCtx } from "../../_generated/server";
import { settings } from "../../config";
import { digest } from "../codes";
import { API_ANSWERS } from "./httpApiAnswers";
import { API_CHANGES } from "./httpApiChanges";
import { privateJson } from "./responses";

/**
 * The HTTP API: the routes of domain/api/routes.ts, authorized by an API token. Answers carry no
 * CORS headers, so pages of other origins cannot read them.
 */
export function addApiRoutes(http: HttpRouter): void {
  const pathPrefix = `${API_ROOT}/`;
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    http.route({ pathPrefix, method, handler: httpAction(answer) });
  }
  http.route({ path: OPENAPI_PATH, method: "GET", handler: httpAction(answerDocument) });
}

async function answerDocument(_ctx: ActionCtx, request: Request): Promise<Response> {
  const { origin: serverUrl } = new URL(request.url);
  const title = `${settings().companyName} SMS`;
  return Promise.resolve(privateJson(openApiDocument({ title, serverUrl })));
}

const STATUS_OF: Partial<Record<RefusalCode, number>> = {
  TOKEN_INVALID: 401,
  TOKEN_SCOPE: 403,
  NOT_YOURS: 403,
  ADDRESS_UNKNOWN: 404,
  SAMPLE_MISSING: 404,
  DOCUMENT_MISSING: 404,
  METHOD_NOT_ALLOWED: 405,
  IDENTIFIER_SHARED: 409,
  STEP_NOT_ALLOWED: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOKEN_RATE: 429,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Content",
  429: "Too Many Requests",
};

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const route = findApiRoute(request.method, pathname);
  if (route === null) return refuse(refusalOf("ADDRESS_UNKNOWN"));
  if ("allowed" in route) {
    const methods = route.allowed.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
    const Allow = methods.join(", ");
    return refuse(refusalOf("METHOD_NOT_ALLOWED", { methods: Allow }), { Allow });
  }
  const { name, sample = "" } = route;
  try {
    const used = await useToken(ctx, request, API_ROUTES[name].scopes);
    if (used instanceof Response) return used;
    const parsed = parseApiQuery(name, searchParams);
    if ("refusal" in parsed) return refuse(parsed.refusal);
    const query = parsed.query as never;
    if (isWrite(name)) {
      const change = await readChange(name, request);
      if ("refusal" in change) return refuse(change.refusal);
      return await API_CHANGES[name](ctx, { ...used, sample, query, ...change } as never);
    }
    const answered = await API_ANSWERS[name](ctx, { ...used, sample, query });
    // A HEAD response has no body, so the stream must be cancelled.
    if (request.method === "HEAD") await answered.body?.cancel();
    return answered;
  } catch (error) {
    if (error instanceof ConvexError) return refuse(error.data as Refusal);
    if (!(error instanceof FilterFault)) throw error;
    const { message: fault } = error;
    return refuse(refusalOf("PARAMETER_INVALID", { name: "filter", fault }, "filter"));
  }
}

const isWrite = (name: ApiRouteName): name is ApiWriteName => name in API_CHANGES;

/** Larger than any body that the schemas accept. */
const MAX_BODY_CHARACTERS = 100_000;

/** Reads the body and the Idempotency-Key of a change, or returns the refusal of one of them. */
async function readChange(name: ApiWriteName, request: Request) {
  const key = request.headers.get(IDEMPOTENCY_HEADER)?.trim() ?? "";
  if (key === "" || key.length > 100) return { refusal: refusalOf("IDEMPOTENCY_KEY_MISSING") };
  const text = await request.text();
  if (text.length > MAX_BODY_CHARACTERS) {
    return { refusal: refusalOf("BODY_INVALID", { fault: "it is too long" }) };
  }
  const parsed = parseApiBody(name, text);
  if ("refusal" in parsed) return parsed;
  // The whole request: the same key with another sample or parameter is another change.
  const { pathname, search } = new URL(request.url);
  const fingerprint = await digest("api request", request.method, pathname + search, text);
  return { body: parsed.body, key, fingerprint };
}

/** Validates the request's token and counts its use; returns a response if the token is refused. */
async function useToken(
  ctx: ActionCtx,
  request: Request,
  scopes: ApiRoute["scopes"],
): Promise<{ tokenId: Id<"apiTokens"> } | Response> {
  const authorization = request.headers.get("Authorization") ?? "";
  const secret = /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1];
  if (secret === undefined) return refuse(refusalOf("TOKEN_INVALID"));
  const used = await ctx.runMutation(internal.tokens.use, { secret, scopes: [...scopes] });
  if ("tokenId" in used) return used;
  const seconds = "waitMs" in used ? Math.ceil(used.waitMs / 1000) : 0;
  const refusal = refusalOf(used.refused, { scopes: scopes.join(", "), seconds });
  return refuse(refusal, seconds > 0 ? { "Retry-After": String(seconds) } : {});
}

function refuse(refusal: Refusal, headers: Record<string, string> = {}): Response {
  const status = STATUS_OF[refusal.code] ?? 400;
  const problem = { type: "about:blank", title: TITLES[status], status, detail: refusal.message };
  const response = privateJson({ ...problem, ...refusal }, status);
  response.headers.set("Content-Type", PROBLEM_TYPE);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (status === 401) response.headers.set("WWW-Authenticate", 'Bearer realm="SMS"');
  return response;
}
