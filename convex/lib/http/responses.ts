/**
 * Builds a JSON response that only the caller may keep: caches do not store it, and browsers do not
 * sniff another content type.
 */
export function privateJson(value: unknown, status = 200): Response {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json(value, { status, headers });
}
