import { CODE_LENGTH } from "../../domain/passwordFlows";

/** A code for a mail: decimal digits, every one equally likely. For actions; a mutation may be run twice. */
export function randomCode(): string {
  const range = 10 ** CODE_LENGTH;
  // Numbers from the incomplete last range of 32 bits would make some codes likelier.
  const end = Math.floor(2 ** 32 / range) * range;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? end) >= end);
  return String((drawn[0] ?? 0) % range).padStart(CODE_LENGTH, "0");
}

/** What is stored of a code. Bound to one account and purpose: nowhere else does it fit. */
export async function hashCode(accountId: string, purpose: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${accountId}:${purpose}:${code}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
