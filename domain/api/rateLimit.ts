/** How the HTTP API announces its limits (draft-ietf-httpapi-ratelimit-headers-10). */

/** A token's limit for one kind of request, and the remaining requests. */
export type RateLimit = {
  /** `requests` or `exports`. */
  readonly name: string;
  /** Maximum number of requests at once. */
  readonly quota: number;
  /** Time until an exhausted quota is full again. */
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Time until the quota is whole again; if none is left, until the next request is accepted. */
  readonly resetSeconds: number;
};

/**
 * Returns the headers of a response:
 *
 *     RateLimit-Policy: "requests";q=600;w=300, "exports";q=10;w=600
 *     RateLimit: "requests";r=598;t=1, "exports";r=9;t=60
 */
export function rateLimitHeaders(limits: readonly RateLimit[]): Record<string, string> {
  const list = (item: (limit: RateLimit) => string) =>
    limits.map((limit) => `"${limit.name}";${item(limit)}`).join(", ");
  return {
    "RateLimit-Policy": list(({ quota, windowSeconds }) => `q=${quota};w=${windowSeconds}`),
    RateLimit: list(({ remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
  };
}
