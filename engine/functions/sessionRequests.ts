import type { ReadTransaction, WriteTransaction } from "../commit/database";
import { prefixRange } from "../values/keys";
import type { SessionRequest } from "./types";

/**
 * Outcomes of clients' mutations, in `_session_requests`: written by the mutation's own
 * transaction, so a request resent after a lost connection or a crash finds either its outcome or
 * nothing done. A long result takes several rows `{sessionId, requestId, part}`, in order of
 * creation.
 */
const INDEX = "_session_requests.by_session_and_request";
const PART_CHARS = 256 * 1024; // at most 768 KiB of UTF-8: below a document's limit of 1 MiB

/** The result (Convex JSON text) of a request that was committed before, or null. */
export function findOutcome(tx: ReadTransaction, request: SessionRequest): string | null {
  const range = prefixRange([request.sessionId, request.requestId]);
  const parts = [...tx.scan(INDEX, range, "asc")].map(
    (row) => (JSON.parse(row.json) as { part: string }).part,
  );
  return parts.length === 0 ? null : parts.join("");
}

/**
 * Remembers an outcome, unless the mutation changed nothing: running that again changes nothing
 * either. A function that it scheduled and a file that it deleted are changes, too.
 */
export function saveOutcome(
  tx: WriteTransaction,
  { sessionId, requestId }: SessionRequest,
  valueJson: string,
): void {
  if (tx.savepoint().changes === 0) return;
  for (let at = 0; at < valueJson.length; at += PART_CHARS) {
    const part = valueJson.slice(at, at + PART_CHARS);
    tx.insert("_session_requests", { sessionId, requestId, part });
  }
}
