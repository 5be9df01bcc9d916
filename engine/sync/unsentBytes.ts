/**
 * Bytes that clients have not taken yet, over all sockets. One Transition may have 16 MiB, and a
 * client that stops reading gets one more at most (socketServer.ts): without a bound over all, 20
 * such clients would hold 300 MB.
 */
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

interface Reader {
  readonly bufferedAmount: number;
  terminate(): void;
}

/** Ends the sockets that hold the most unsent bytes while all of them together hold too many. */
export class UnsentBytes {
  readonly #readers = new Set<Reader>();
  #total = 0;

  constructor(readonly maxTotalBytes = MAX_TOTAL_BYTES) {}

  open(reader: Reader): void {
    this.#readers.add(reader);
  }

  close(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** `bytes` were handed to a socket. Call `sent` once it has passed them on, or is gone. */
  queued(bytes: number): void {
    this.#total += bytes;
    if (this.#total > this.maxTotalBytes) this.#endLargest();
  }

  sent(bytes: number): void {
    this.#total -= bytes;
  }

  get total(): number {
    return this.#total;
  }

  /** Clients that read have taken their share within moments; the largest rest is a stalled one's. */
  #endLargest(): void {
    let largest: Reader | null = null;
    for (const reader of this.#readers) {
      if (reader.bufferedAmount > (largest?.bufferedAmount ?? 0)) largest = reader;
    }
    if (!largest) return;
    this.#readers.delete(largest);
    largest.terminate(); // its client, should it still be there, reconnects
  }
}
