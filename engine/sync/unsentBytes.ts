/**
 * Limit on sent bytes that clients have not received yet, over all connections. A Transition may
 * have 16 MiB, and a client that stops reading can be sent one more at most (socketServer.ts), so
 * without this limit 20 such clients would hold 300 MB.
 */
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

interface Reader {
  readonly bufferedAmount: number;
  terminate(): void;
}

/**
 * Counts unsent bytes over all sockets and the connections of large HTTP responses. Above
 * `maxTotalBytes` it ends the connection that holds the most.
 */
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

  /** Counts `bytes` handed to a socket. Call `sent` when the socket has sent them or has closed. */
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

  /**
   * Ends the socket with the most unsent bytes. Clients that read drain theirs within moments, so
   * this one is stalled.
   */
  #endLargest(): void {
    let largest: Reader | null = null;
    for (const reader of this.#readers) {
      if (reader.bufferedAmount > (largest?.bufferedAmount ?? 0)) largest = reader;
    }
    if (!largest) return;
    this.#readers.delete(largest);
    largest.terminate(); // if its client is still there, it reconnects
  }
}
