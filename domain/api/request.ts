import type { Refusal } from "../common/errors";
import { refusalOf } from "../common/errors";
import { API_ROOT, API_ROUTES, type ApiQuery, type ApiRoute, type ApiRouteName } from "./routes";

/**
 * Finds the route that serves a request's path, or returns null. `sample` is the decoded value of
 * `{sample}`; undefined for a route without that parameter.
 *
 * Example: `/api/v1/samples/S%2F1/history` gives `sampleHistory` with the sample `S/1`.
 */
export function findApiRoute(path: string): { name: ApiRouteName; sample?: string } | null {
  if (!path.startsWith(API_ROOT)) return null;
  const asked = path.slice(API_ROOT.length).split("/");
  for (const [name, route] of Object.entries(API_ROUTES)) {
    const parts = route.path.split("/");
    const isPlace = (part: string | undefined) => part === "{sample}";
    if (parts.length !== asked.length) continue;
    if (!parts.every((part, index) => isPlace(part) || part === asked[index])) continue;
    const place = parts.findIndex(isPlace);
    const sample = place < 0 ? undefined : decoded(asked[place] ?? "");
    if (sample === null || sample === "") return null;
    return { name: name as ApiRouteName, ...(sample !== undefined && { sample }) };
  }
  return null;
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
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  const fault = issue?.message ?? "not valid";
  return { refusal: refusalOf("PARAMETER_INVALID", { name: field, fault }, field) };
}

/** `filter` may be repeated; any other parameter is invalid if it occurs twice. */
function valueOf(parameters: URLSearchParams, key: string): string | string[] {
  const values = parameters.getAll(key);
  return key === "filter" || values.length > 1 ? values : (values[0] ?? "");
}
