import { CODE_LENGTH } from "#domain/accounts/passwordFlows";

/**
 * Generates the code for a mail: decimal digits, uniformly distributed. Call it in actions only,
 * because mutations may be re-run.
 */
export function randomCode(): string {
  const range = 10 ** CODE_LENGTH;
  // Rejection sampling: values from the incomplete last range below 2³² would bias the result.
  const end = Math.floor(2 ** 32 / range) * range;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? end) >= end);
  return String((drawn[0] ?? 0) % range).padStart(CODE_LENGTH, "0");
}

/** Generates a key: 256 bits in base64, 44 characters. In actions only, too. */
export function randomKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
}

/** Generates the secret of a link: 256 bits in base64url, 43 characters. In actions only, too. */
export function randomToken(): string {
  return randomKey().replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/**
 * SHA-256 of `parts`, joined by colons, in hex. The leading parts bind the digest to one purpose.
 */
export async function digest(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join(":"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
