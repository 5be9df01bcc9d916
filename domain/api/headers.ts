/** Names of the HTTP API's headers and types. */

/** A client's name for one change: repeated with it, the change is made once. */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** `true` on the answer to a repeated change. */
export const REPLAYED_HEADER = "Idempotent-Replayed";
/** Content type of refusals: RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";
