/**
 * A new transaction id: 128 random bits in hex. The server refuses an id that was already used, so
 * a form generates one when it opens and keeps it through retries.
 * Not `crypto.randomUUID`, which is missing on plain-HTTP origins.
 */
export function newTransactionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
