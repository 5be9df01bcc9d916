/**
 * Builds a JSON response that only the caller may keep: caches do not store it, and browsers do not
 * sniff another content type.
 */
export function privateJson(value: unknown, status = 200): Response {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json(value, { status, headers });
}

/**
 * Builds a JSON response that the caller may keep, and must validate by its entity tag before each
 * further use.
 */
export function ownJson(value: unknown, headers: Record<string, string>): Response {
  const response = privateJson(value);
  for (const [name, text] of Object.entries(headers)) response.headers.set(name, text);
  response.headers.set("Cache-Control", "private, no-cache");
  return response;
}
