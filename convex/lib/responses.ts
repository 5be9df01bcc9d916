/**
 * Makes the JSON answer of an HTTP action for its caller alone: no cache keeps it, and no browser
 * takes it for anything but JSON.
 */
export function privateJson(value: unknown, status = 200): Response {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json(value, { status, headers });
}
