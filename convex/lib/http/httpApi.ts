import { ConvexError } from "convex/values";
import type { HttpRouter } from "convex/server";
import { openApiDocument } from "#domain/api/openapi";
import { IDEMPOTENCY_HEADER } from "#domain/api/headers";
import { rateLimitHeaders } from "#domain/api/rateLimit";
import { findApiRoute, parseApiBody, parseApiQuery } from "#domain/api/request";
import {
  API_ROOT,
  API_ROUTES,
  OPENAPI_PATH,
  type ApiRoute,
  type ApiRouteName,
  type ApiWriteName,
} from "#domain/api/routes";
import { refusalOf, type Refusal } from "#domain/common/errors";
import { FilterFault } from "#domain/exports/filterTexts";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { httpAction, type ActionCtx } from "../../_generated/server";
import { settings } from "../../config";
import { digest } from "../codes";
import { API_ANSWERS } from "./httpApiAnswers";
import { API_CHANGES } from "./httpApiChanges";
import { conditionalJson, entityTags } from "./entityTags";
import { refuse, refuseForNow } from "./problems";

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
  return await conditionalJson(request, openApiDocument({ title, serverUrl }));
}

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const route = findApiRoute(request.method, new URL(request.url).pathname);
  if (route === null) return refuse(refusalOf("ADDRESS_UNKNOWN"));
  if ("allowed" in route) {
    const methods = route.allowed.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
    const Allow = methods.join(", ");
    return refuse(refusalOf("METHOD_NOT_ALLOWED", { methods: Allow }), { Allow });
  }
  const { name, sample = "" } = route;
  const { limits, ...used } = await useToken(ctx, request, API_ROUTES[name].scopes);
  const response =
    "refused" in used
      ? used.refused
      : await answerRoute(ctx, request, { name, sample, tokenId: used.tokenId });
  for (const [header, value] of Object.entries(limits)) response.headers.set(header, value);
  return response;
}

type Asked = { name: ApiRouteName; sample: string; tokenId: Id<"apiTokens"> };

/** Answers a request whose token has the scopes of its route. */
async function answerRoute(
  ctx: ActionCtx,
  request: Request,
  { name, sample, tokenId }: Asked,
): Promise<Response> {
  try {
    const parsed = parseApiQuery(name, new URL(request.url).searchParams);
    if ("refusal" in parsed) return refuse(parsed.refusal);
    const query = parsed.query as never;
    if (isWrite(name)) {
      const change = await readChange(name, request);
      if ("refusal" in change) return refuse(change.refusal);
      return await API_CHANGES[name](ctx, { tokenId, sample, query, ...change } as never);
    }
    const answered = await API_ANSWERS[name](ctx, { request, tokenId, sample, query });
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

/** Reads the body and the headers of a change, or returns the refusal of one of them. */
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
  const ifMatch = entityTags(request.headers.get("If-Match"));
  return { body: parsed.body, key, fingerprint, ifMatch };
}

type TokenUse = { readonly limits: Record<string, string> } & (
  | { readonly tokenId: Id<"apiTokens"> }
  | { readonly refused: Response }
);

/** Validates the request's token and counts its use. `limits` are the headers about its limits. */
async function useToken(
  ctx: ActionCtx,
  request: Request,
  scopes: ApiRoute["scopes"],
): Promise<TokenUse> {
  const authorization = request.headers.get("Authorization") ?? "";
  const secret = /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1];
  if (secret === undefined) return { refused: refuse(refusalOf("TOKEN_INVALID")), limits: {} };
  const used = await ctx.runMutation(internal.tokens.use, { secret, scopes: [...scopes] });
  const limits = used.limits.length === 0 ? {} : rateLimitHeaders(used.limits);
  if ("tokenId" in used) return { tokenId: used.tokenId, limits };
  if (used.refused !== "TOKEN_RATE") {
    return { refused: refuse(refusalOf(used.refused, { scopes: scopes.join(", ") })), limits };
  }
  const seconds = Math.ceil(used.waitMs / 1000);
  return { refused: refuseForNow(refusalOf("TOKEN_RATE", { seconds }), seconds), limits };
}
