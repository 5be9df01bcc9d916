import { z } from "../common/zod";
import { refusalOf, type Refusal } from "../common/errors";
import {
  API_ROOT,
  API_ROUTES,
  type ApiBody,
  type ApiMethod,
  type ApiQuery,
  type ApiRoute,
  type ApiRouteName,
  type ApiWriteName,
} from "./routes";

type Found = { name: ApiRouteName; sample?: string };

/**
 * Finds the route that serves a request. Returns the methods that its path takes if it takes
 * another one (HEAD is GET), or null for an unknown path. `sample` is the decoded value of
 * `{sample}`; undefined for a route without that parameter.
 *
 * Example: GET `/api/v1/samples/S%2F1/history` gives `sampleHistory` with the sample `S/1`.
 */
export function findApiRoute(
  method: string,
  path: string,
): Found | { allowed: readonly ApiMethod[] } | null {
  const found = routesOf(path);
  if (found.length === 0) return null;
  const wanted = method === "HEAD" ? "GET" : method;
  const allowed = found.map(({ name }) => API_ROUTES[name].method);
  return found[allowed.findIndex((each) => each === wanted)] ?? { allowed };
}

function routesOf(path: string): Found[] {
  if (!path.startsWith(API_ROOT)) return [];
  const asked = path.slice(API_ROOT.length).split("/");
  const found: Found[] = [];
  for (const [name, route] of Object.entries(API_ROUTES)) {
    const parts = route.path.split("/");
    const isPlace = (part: string | undefined) => part === "{sample}";
    if (parts.length !== asked.length) continue;
    if (!parts.every((part, index) => isPlace(part) || part === asked[index])) continue;
    const place = parts.findIndex(isPlace);
    const sample = place < 0 ? undefined : decoded(asked[place] ?? "");
    if (sample === null || sample === "") continue;
    found.push({ name: name as ApiRouteName, ...(sample !== undefined && { sample }) });
  }
  return found;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Parses the query parameters of a route, or returns the refusal of the first invalid one. */
export function parseApiQuery<Name extends ApiRouteName>(
  name: Name,
  parameters: URLSearchParams,
): { readonly query: ApiQuery<Name> } | { readonly refusal: Refusal } {
  const { query }: ApiRoute = API_ROUTES[name];
  const unknown = [...parameters.keys()].find((key) => !Object.hasOwn(query.shape, key));
  if (unknown !== undefined) {
    return { refusal: refusalOf("PARAMETER_UNKNOWN", { name: unknown }, unknown) };
  }
  const stated = [...new Set(parameters.keys())].map((key) => [key, valueOf(parameters, key)]);
  const parsed = query.safeParse(Object.fromEntries(stated));
  if (parsed.success) return { query: parsed.data as ApiQuery<Name> };
  const { field, fault } = faultOf(parsed.error);
  return { refusal: refusalOf("PARAMETER_INVALID", { name: field, fault }, field) };
}

/** Parses the JSON body of a change, or returns the refusal of its first fault. */
export function parseApiBody<Name extends ApiWriteName>(
  name: Name,
  text: string,
): { readonly body: ApiBody<Name> } | { readonly refusal: Refusal } {
  const { body }: ApiRoute = API_ROUTES[name];
  const parsed = (body ?? z.never()).safeParse(parseJson(text));
  if (parsed.success) return { body: parsed.data as ApiBody<Name> };
  const { field, fault } = faultOf(parsed.error);
  if (field === "") return { refusal: refusalOf("BODY_INVALID", { fault }) };
  return { refusal: refusalOf("PARAMETER_INVALID", { name: field, fault }, field) };
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The first fault: its field at the top level ("" for the whole), and what is wrong in words. */
function faultOf({ issues: [issue] }: z.ZodError): { field: string; fault: string } {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  return { field: String(unknown ?? issue?.path[0] ?? ""), fault: issue?.message ?? "not valid" };
}

/** `filter` may be repeated; any other parameter is invalid if it occurs twice. */
function valueOf(parameters: URLSearchParams, key: string): string | string[] {
  const values = parameters.getAll(key);
  return key === "filter" || values.length > 1 ? values : (values[0] ?? "");
}
