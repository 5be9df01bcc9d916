/**
 * SCIM 2.0 (RFC 7644) under `/scim/v2`, authorized by a SCIM token: the company's directory (Entra
 * ID, Okta …) creates, changes and deactivates people. docs/operations.md says how to connect one.
 */
import { ConvexError } from "convex/values";
import type { HttpRouter } from "convex/server";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";
import { resourceTypes, schemas, serviceProviderConfig } from "#domain/scim/discovery";
import { FILTER_HELP, parseFilter } from "#domain/scim/filters";
import {
  badRequest,
  errorMessage,
  listMessage,
  MAX_SCIM_BODY,
  MAX_SCIM_PAGE,
  SCIM_CONTENT_TYPE,
  SCIM_ROOT,
  type ScimFault,
} from "#domain/scim/messages";
import { readPatch, readUser } from "#domain/scim/requests";
import { entityTag, selectAttributes, userResource, type ScimPerson } from "#domain/scim/resource";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { httpAction, type ActionCtx } from "../../_generated/server";
import { entityTags } from "./entityTags";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export function addScimRoutes(http: HttpRouter): void {
  const pathPrefix = `${SCIM_ROOT}/`;
  for (const method of METHODS) http.route({ pathPrefix, method, handler: httpAction(answer) });
}

/** One request of a directory whose token is valid. */
type Call = {
  readonly request: Request;
  readonly url: URL;
  readonly tokenId: Id<"scimTokens">;
  /** The part of the path behind `/scim/v2/Users/`; "" without one. */
  readonly id: string;
};
type Answer = (ctx: ActionCtx, call: Call) => Promise<Response> | Response;

const NO_ADDRESS: ScimFault = { status: 404, detail: "There is no such address." };
const NO_GROUPS: ScimFault = { status: 501, detail: "SMS has no groups: admins give the roles." };
const NO_BULK: ScimFault = { status: 501, detail: "Bulk operations are not supported." };

/** By method and path; `:id` is one part of the path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "GET serviceproviderconfig": (_ctx, { url }) => json(serviceProviderConfig(url.origin)),
  "GET resourcetypes": (_ctx, { url }) => everything(resourceTypes(url.origin)),
  "GET resourcetypes/:id": (_ctx, { url, id }) => oneOf(resourceTypes(url.origin), id),
  "GET schemas": (_ctx, { url }) => everything(schemas(url.origin)),
  "GET schemas/:id": (_ctx, { url, id }) => oneOf(schemas(url.origin), id),
  "GET users": listUsers,
  "POST users": createUser,
  "GET users/:id": getUser,
  "PUT users/:id": (ctx, call) => changeUser(ctx, call, readUser),
  "PATCH users/:id": (ctx, call) => changeUser(ctx, call, readPatch),
  "DELETE users/:id": deleteUser,
  // Okta and Entra ID list groups to test a connection.
  "GET groups": () => everything([]),
  "GET groups/:id": () => refuse(NO_ADDRESS),
  "POST groups": () => refuse(NO_GROUPS),
  "PUT groups/:id": () => refuse(NO_GROUPS),
  "PATCH groups/:id": () => refuse(NO_GROUPS),
  "DELETE groups/:id": () => refuse(NO_GROUPS),
  "POST bulk": () => refuse(NO_BULK),
};

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [resource = "", id = "", ...rest] = url.pathname
    .slice(SCIM_ROOT.length)
    .split("/")
    .filter((part) => part !== "");
  const path = `${resource.toLowerCase()}${id === "" ? "" : "/:id"}`;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const isList = path === "users" && method === "GET" && !url.searchParams.has("filter");
  try {
    const used = await useToken(ctx, request, isList ? "list" : "request");
    if (used instanceof Response) return used;
    const respond = rest.length === 0 ? ANSWERS[`${method} ${path}`] : undefined;
    if (respond === undefined) return refuse(NO_ADDRESS);
    return await respond(ctx, { ...used, request, url, id: decodeURIComponent(id) });
  } catch (error) {
    if (error instanceof URIError) return refuse(NO_ADDRESS);
    if (!(error instanceof ConvexError)) throw error;
    return refuse(faultOf(error.data as Refusal));
  }
}

/** Checks the token before anything else, and counts the request. */
async function useToken(
  ctx: ActionCtx,
  request: Request,
  kind: "request" | "list",
): Promise<{ tokenId: Id<"scimTokens"> } | Response> {
  const authorization = request.headers.get("Authorization") ?? "";
  const secret = /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1];
  if (secret === undefined) return refuse(faultOf(refusalOf("SCIM_TOKEN_INVALID")));
  const used = await ctx.runMutation(internal.scim.use, { secret, kind });
  if ("tokenId" in used) return used;
  const seconds = "waitMs" in used ? Math.ceil(used.waitMs / 1000) : 0;
  const response = refuse(faultOf(refusalOf(used.refused, { seconds })));
  if (seconds > 0) response.headers.set("Retry-After", String(seconds));
  return response;
}

async function listUsers(ctx: ActionCtx, { url, tokenId }: Call): Promise<Response> {
  const startIndex = Math.max(1, wholeNumber(url.searchParams.get("startIndex"), 1));
  const asked = wholeNumber(url.searchParams.get("count"), MAX_SCIM_PAGE);
  const count = Math.min(MAX_SCIM_PAGE, Math.max(0, asked));
  const filter = url.searchParams.get("filter");
  const found =
    filter === null
      ? await readPage(ctx, tokenId, { startIndex, count })
      : await readMatches(ctx, tokenId, filter, { startIndex, count });
  if ("status" in found) return refuse(found);
  const resources = found.people.map((person) => shownUser(person, url));
  return json(listMessage(resources, { total: found.total, startIndex }));
}

type Place = { readonly startIndex: number; readonly count: number };
type Found = { readonly total: number; readonly people: ScimPerson[] };

async function readMatches(
  ctx: ActionCtx,
  tokenId: Id<"scimTokens">,
  text: string,
  { startIndex, count }: Place,
): Promise<Found | ScimFault> {
  const filter = parseFilter(text);
  if (filter === null) return badRequest("invalidFilter", FILTER_HELP);
  const matches: ScimPerson[] = await ctx.runQuery(internal.scim.find, { tokenId, ...filter });
  if (matches.length > MAX_SCIM_PAGE) {
    return badRequest("tooMany", `More than ${MAX_SCIM_PAGE} users match.`);
  }
  const people = matches.slice(startIndex - 1, startIndex - 1 + count);
  return { total: matches.length, people };
}

/** Reads all people, one range after another: a list tells how many there are. */
async function readPage(
  ctx: ActionCtx,
  tokenId: Id<"scimTokens">,
  { startIndex, count }: Place,
): Promise<Found> {
  const people: ScimPerson[] = [];
  let total = 0;
  let cursor: string | null = null;
  do {
    const skip = Math.max(0, startIndex - 1 - total);
    const part: { count: number; people: ScimPerson[]; next: string | null } = await ctx.runQuery(
      internal.scim.scan,
      { tokenId, cursor, skip, take: count - people.length },
    );
    people.push(...part.people);
    total += part.count;
    cursor = part.next;
  } while (cursor !== null);
  return { total, people };
}

async function createUser(ctx: ActionCtx, { request, url, tokenId }: Call): Promise<Response> {
  const body = await readBody(request);
  if ("fault" in body) return refuse(body.fault);
  const read = readUser(body.value);
  if ("fault" in read) return refuse(read.fault);
  const person = await ctx.runMutation(internal.scim.create, { tokenId, stated: read.stated });
  const response = answerUser(person, url, 201);
  response.headers.set("Location", `${url.origin}${SCIM_ROOT}/Users/${person.id}`);
  return response;
}

async function getUser(ctx: ActionCtx, { request, url, tokenId, id }: Call): Promise<Response> {
  const person = await ctx.runQuery(internal.scim.get, { tokenId, id });
  const known = entityTags(request.headers.get("If-None-Match"));
  if (known?.includes(person.version)) {
    return new Response(null, { status: 304, headers: { ETag: entityTag(person.version) } });
  }
  return answerUser(person, url);
}

async function changeUser(
  ctx: ActionCtx,
  { request, url, tokenId, id }: Call,
  read: typeof readUser | typeof readPatch,
): Promise<Response> {
  const body = await readBody(request);
  if ("fault" in body) return refuse(body.fault);
  const asked = read(body.value);
  if ("fault" in asked) return refuse(asked.fault);
  const { stated } = asked;
  const ifMatch = entityTags(request.headers.get("If-Match"));
  const args = { tokenId, id, stated, ifMatch };
  return answerUser(await ctx.runMutation(internal.scim.change, args), url);
}

async function deleteUser(ctx: ActionCtx, { request, tokenId, id }: Call): Promise<Response> {
  const ifMatch = entityTags(request.headers.get("If-Match"));
  await ctx.runMutation(internal.scim.remove, { tokenId, id, ifMatch });
  return new Response(null, { status: 204 });
}

async function readBody(request: Request): Promise<{ value: unknown } | { fault: ScimFault }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/(scim\+)?json\b/i.test(type)) {
    return { fault: { status: 415, detail: `The body must be ${SCIM_CONTENT_TYPE}.` } };
  }
  const text = await request.text();
  if (text.length > MAX_SCIM_BODY) {
    return {
      fault: { status: 413, detail: `The body has more than ${MAX_SCIM_BODY} characters.` },
    };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: badRequest("invalidSyntax", "The body is not JSON.") };
  }
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

function shownUser(person: ScimPerson, { origin, searchParams }: URL): object {
  const list = (name: string) =>
    (searchParams.get(name) ?? "")
      .toLowerCase()
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
  const selection = { only: list("attributes"), without: list("excludedAttributes") };
  return selectAttributes(userResource(person, origin), selection);
}

function answerUser(person: ScimPerson, url: URL, status = 200): Response {
  const response = json(shownUser(person, url), status);
  response.headers.set("ETag", entityTag(person.version));
  return response;
}

const everything = (resources: readonly object[]) =>
  json(listMessage(resources, { total: resources.length, startIndex: 1 }));

function oneOf(resources: readonly { readonly id: string }[], id: string): Response {
  const found = resources.find((each) => each.id.toLowerCase() === id.toLowerCase());
  return found === undefined ? refuse(NO_ADDRESS) : json(found);
}

function refuse(fault: ScimFault): Response {
  const response = json(errorMessage(fault), fault.status);
  if (fault.status === 401) response.headers.set("WWW-Authenticate", 'Bearer realm="SMS"');
  return response;
}

function json(value: object, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: {
      "Content-Type": SCIM_CONTENT_TYPE,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Refusals whose answer is not "400 invalidValue". 503: the directory tries again later. */
const FAULTS: Partial<Record<RefusalCode, Omit<ScimFault, "detail">>> = {
  SCIM_TOKEN_INVALID: { status: 401 },
  SCIM_TOKEN_RATE: { status: 429 },
  SCIM_USER_MISSING: { status: 404 },
  SCIM_VERSION: { status: 412 },
  EMAIL_TAKEN: { status: 409, scimType: "uniqueness" },
  EMAIL_FORMER: { status: 409, scimType: "uniqueness" },
  DISABLED: { status: 409 },
  LAST_ADMIN: { status: 400, scimType: "mutability" },
  ADDRESS_MOVING: { status: 503 },
  ADDRESSES_MOVING: { status: 503 },
  FIGURES_UNDER_WAY: { status: 503 },
};

function faultOf({ code, message: detail }: Refusal): ScimFault {
  return { ...(FAULTS[code] ?? { status: 400, scimType: "invalidValue" }), detail };
}
