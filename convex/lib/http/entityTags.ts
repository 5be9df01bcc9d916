/** Entity tags of answers, and the request headers that name them (RFC 9110, section 13.1). */
import { digest } from "../codes";
import { ownJson } from "./responses";

/**
 * Returns the versions in an If-Match or If-None-Match header; null without the header, and for
 * `*`, which any version matches. The mark `W/` of a weak tag is ignored: proxies that compress an
 * answer add it to our tags, and a tag of ours always stands for one state.
 */
export function entityTags(header: string | null): string[] | null {
  if (header === null || header.trim() === "*") return null;
  return [...header.matchAll(/"([^"]*)"/g)].map(([, version = ""]) => version);
}

/**
 * Answers a read with its entity tag, or with 304 and no body if the client already has this
 * version.
 *
 * @param version of the value; default: a digest of the body
 */
export async function conditionalJson(
  request: Request,
  value: unknown,
  version?: string,
): Promise<Response> {
  const tag = version ?? (await digest("entity tag", JSON.stringify(value)));
  const headers = { ETag: `"${tag}"` };
  const known = entityTags(request.headers.get("If-None-Match"));
  return known?.includes(tag)
    ? new Response(null, { status: 304, headers })
    : ownJson(value, headers);
}
