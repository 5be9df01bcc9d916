import type { QueryOutcome } from "../functions/types";
import { queryResultTail } from "./protocol";

/**
 * What one run of a query found, shared by everybody who may see it.
 *
 * It holds at every timestamp in [ts, validUntil): the first commit that touches what the run read
 * sets `validUntil`, inside that commit. null: it still holds now.
 */
export class QueryResult {
  validUntil: bigint | null = null;
  #tail: string | null = null;

  /** @param ranAtMs when the run ended, epoch ms: results that saw the clock grow stale */
  constructor(
    readonly outcome: QueryOutcome,
    readonly ranAtMs: number,
    /** Whose result it is, or null when the run never asked who called. */
    readonly identityKey: string | null,
    /** Which load of the functions ran: see LiveQueries.invalidateAll. */
    readonly generation: number,
  ) {}

  get ts(): bigint {
    return this.outcome.ts;
  }

  get journal(): string | null {
    return this.outcome.journal;
  }

  holdsAt(ts: bigint): boolean {
    return this.ts <= ts && (this.validUntil === null || ts < this.validUntil);
  }

  isVisibleTo(identityKey: string): boolean {
    return this.identityKey === null || this.identityKey === identityKey;
  }

  /** The wire form without the query's id, made once however many sockets receive it. */
  get tail(): string {
    return (this.#tail ??= queryResultTail(this.outcome, this.journal));
  }

  /** Whether a client that has `other` needs to hear of this one. Log lines alone are no news. */
  isSameAs(other: QueryResult): boolean {
    if (this === other) return true;
    if (this.journal !== other.journal) return false;
    const [mine, theirs] = [this.outcome, other.outcome];
    if (mine.ok && theirs.ok) return mine.valueJson === theirs.valueJson;
    // Error texts name their request, so two of them always differ; a real change is news anyway.
    return false;
  }
}
