import type { QueryOutcome } from "../functions/types";
import { queryResultTail } from "./protocol";

/** Approximate memory per range in a read set and in the invalidation index. */
const RANGE_BYTES = 512;

/**
 * Result of one run of a query, shared by all callers that may see it.
 *
 * It is valid at every timestamp in [ts, validUntil). `validUntil` is null until the first commit
 * that touches what the run read; that commit sets it.
 */
export class QueryResult {
  validUntil: bigint | null = null;
  #tail: string | null = null;
  #heldBytes: number | null = null;

  /** @param ranAtMs time the run ended, epoch ms; results that read the clock become stale */
  constructor(
    readonly outcome: QueryOutcome,
    readonly ranAtMs: number,
    /** Identity of the only caller that may see the result; null when the run did not read it. */
    readonly identityKey: string | null,
    /** Load of the functions that ran, as counted by LiveQueries.invalidateAll. */
    readonly generation: number,
  ) {}

  get ts(): bigint {
    return this.outcome.ts;
  }

  get journal(): string | null {
    return this.outcome.journal;
  }

  isValidAt(ts: bigint): boolean {
    return this.ts <= ts && (this.validUntil === null || ts < this.validUntil);
  }

  isVisibleTo(identityKey: string): boolean {
    return this.identityKey === null || this.identityKey === identityKey;
  }

  /** Wire form without the query's id, built once for all sockets. */
  get tail(): string {
    return (this.#tail ??= queryResultTail(this.outcome, this.journal));
  }

  /** Upper bound of the memory used by the result and its read set, in bytes. */
  get heldBytes(): number {
    return (this.#heldBytes ??= this.#measure());
  }

  #measure(): number {
    const { outcome } = this;
    let chars = this.journal?.length ?? 0;
    for (const line of outcome.logLines) chars += line.length;
    if (outcome.ok) chars += outcome.valueJson.length;
    else chars += outcome.error.message.length + (outcome.error.dataJson?.length ?? 0);
    return 2 * chars + RANGE_BYTES * outcome.readSet.size; // a character takes one or two bytes
  }

  /**
   * True when a client that has `other` need not receive this result. Log lines are not compared.
   */
  isSameAs(other: QueryResult): boolean {
    if (this === other) return true;
    if (this.journal !== other.journal) return false;
    const [mine, theirs] = [this.outcome, other.outcome];
    if (mine.ok && theirs.ok) return mine.valueJson === theirs.valueJson;
    // Error texts contain the id of their request, so two errors always differ.
    return false;
  }
}
