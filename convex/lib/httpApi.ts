import { ConvexError } from "convex/values";
import type { HttpRouter } from "convex/server";
import { openApiDocument } from "#domain/api/openapi";
import { findApiRoute, parseApiQuery } from "#domain/api/request";
import { API_ROOT, API_ROUTES, OPENAPI_PATH, type ApiRoute } from "#domain/api/routes";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";
import { FilterFault } from "#domain/exports/filterTexts";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { httpAction, type ActionCtx } from "../_generated/server";
import { settings } from "../config";
import { API_ANSWERS } from "./httpApiAnswers";
import { privateJson } from "./responses";

/**
 * The read-only HTTP API: the GET routes of domain/api/routes.ts, authorized by an API token.
 * Answers carry no CORS headers, so pages of other origins cannot read them.
 */
export function addApiRoutes(http: HttpRouter): void {
  const pathPrefix = `${API_ROOT}/`;
  http.route({ pathPrefix, method: "GET", handler: httpAction(answer) });
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
    http.route({ pathPrefix, method, handler: httpAction(refuseWrite) });
  }
  http.route({ path: OPENAPI_PATH, method: "GET", handler: httpAction(answerDocument) });
}

function refuseWrite(): Promise<Response> {
  return Promise.resolve(refuse(refusalOf("API_READS_ONLY"), { Allow: "GET, HEAD" }));
}

async function answerDocument(_ctx: ActionCtx, request: Request): Promise<Response> {
  const { origin: serverUrl } = new URL(request.url);
  const title = `${settings().companyName} SMS`;
  return Promise.resolve(privateJson(openApiDocument({ title, serverUrl })));
}

const STATUS_OF: Partial<Record<RefusalCode, number>> = {
  TOKEN_INVALID: 401,
  TOKEN_SCOPE: 403,
  ADDRESS_UNKNOWN: 404,
  API_READS_ONLY: 405,
  SAMPLE_MISSING: 404,
  IDENTIFIER_SHARED: 409,
  TOKEN_RATE: 429,
};

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const route = findApiRoute(pathname);
  if (route === null) return refuse(refusalOf("ADDRESS_UNKNOWN"));
  const { name, sample = "" } = route;
  try {
    const used = await useToken(ctx, request, API_ROUTES[name].scopes);
    if (used instanceof Response) return used;
    const parsed = parseApiQuery(name, searchParams);
    if ("refusal" in parsed) return refuse(parsed.refusal);
    const query = parsed.query as never;
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
  const response = privateJson(refusal, status);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (status === 401) response.headers.set("WWW-Authenticate", 'Bearer realm="SMS"');
  return response;
}
