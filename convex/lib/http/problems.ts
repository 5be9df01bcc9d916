/** Refusals of the HTTP API as problem details (RFC 9457). */
import { PROBLEM_TYPE } from "#domain/api/headers";
import type { Refusal, RefusalCode } from "#domain/common/errors";
import { privateJson } from "./responses";

/** Statuses of refusals; the others are 400. */
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
  SAMPLE_CHANGED: 412,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOKEN_RATE: 429,
  EXPORTS_FULL: 429,
  EXPORT_TOO_LARGE: 413,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  422: "Unprocessable Content",
  429: "Too Many Requests",
};

export function refuse(refusal: Refusal, headers: Record<string, string> = {}): Response {
  const status = STATUS_OF[refusal.code] ?? 400;
  const problem = { type: "about:blank", title: TITLES[status], status, detail: refusal.message };
  const response = privateJson({ ...problem, ...refusal }, status);
  response.headers.set("Content-Type", PROBLEM_TYPE);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (status === 401) response.headers.set("WWW-Authenticate", 'Bearer realm="SMS"');
  return response;
}

/** The refusal of a request that must wait. */
export function refuseForNow(refusal: Refusal, seconds: number): Response {
  return refuse(refusal, { "Retry-After": String(seconds) });
}
