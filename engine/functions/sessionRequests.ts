/**
 * Outcomes of clients' mutations, in `_session_requests`. The mutation's own transaction writes its
 * outcome, so a request resent after a lost connection or a crash finds either its outcome or no
 * trace of the mutation. A long result takes several rows `{sessionId, requestId, part}`, in order
 * of creation.
 */

import type { ReadTransaction, WriteTransaction } from "../commit/database";
import { prefixRange } from "../values/keys";
import type { SessionRequest } from "./types";

const INDEX = "_session_requests.by_session_and_request";
const PART_CHARS = 256 * 1024; // at most 768 KiB of UTF-8, below the 1 MiB limit of a document

/** Returns the result (Convex JSON text) of a request that is already committed, or null. */
export function findOutcome(tx: ReadTransaction, request: SessionRequest): string | null {
  const range = prefixRange([request.sessionId, request.requestId]);
  const parts = [...tx.scan(INDEX, range, "asc")].map(
    (row) => (JSON.parse(row.json) as { part: string }).part,
  );
  return parts.length === 0 ? null : parts.join("");
}

/**
 * Stores an outcome, unless the mutation changed nothing: rerunning it then changes nothing either.
 * Scheduling a function or deleting a file counts as a change.
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
