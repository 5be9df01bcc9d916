import type { QueryOutcome } from "../functions/types";
import { queryResultTail } from "./protocol";

/** Memory of a range in a read set, and in the index of what live queries have read. */
const RANGE_BYTES = 512;

/**
 * The result of one run of a query, shared by all callers that may see it.
 *
 * It is valid at every timestamp in [ts, validUntil). The first commit that touches what the run
 * read sets `validUntil`, inside that commit; null until then.
 */
export class QueryResult {
  validUntil: bigint | null = null;
  #tail: string | null = null;
  #heldBytes: number | null = null;

  /** @param ranAtMs when the run ended, epoch ms: results that saw the clock grow stale */
  constructor(
    readonly outcome: QueryOutcome,
    readonly ranAtMs: number,
    /** The only caller that may see the result; null when the run did not ask who calls. */
    readonly identityKey: string | null,
    /** The load of the functions that ran; LiveQueries.invalidateAll counts them. */
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

  /** The wire form without the query's id, made once for all sockets. */
  get tail(): string {
    return (this.#tail ??= queryResultTail(this.outcome, this.journal));
  }

  /** Memory that the result takes at most, with what it has read. */
  get heldBytes(): number {
    return (this.#heldBytes ??= this.#measure());
  }

  #measure(): number {
    const { outcome } = this;
    let chars = this.journal?.length ?? 0;
    for (const line of outcome.logLines) chars += line.length;
    if (outcome.ok) chars += outcome.valueJson.length;
    else chars += outcome.error.message.length + (outcome.error.dataJson?.length ?? 0);
    return 2 * chars + RANGE_BYTES * outcome.readSet.size; // a character takes one byte or two
  }

  /** True when a client that has `other` need not be sent this one. Log lines are not compared. */
  isSameAs(other: QueryResult): boolean {
    if (this === other) return true;
    if (this.journal !== other.journal) return false;
    const [mine, theirs] = [this.outcome, other.outcome];
    if (mine.ok && theirs.ok) return mine.valueJson === theirs.valueJson;
    // Error texts contain the id of their request, so two errors always differ.
    return false;
  }
}
