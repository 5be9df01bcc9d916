const MIB = 1024 * 1024;

/**
 * Limit on sent bytes that clients have not received yet, over all connections. A Transition may
 * have 16 MiB, and a client that stops reading can be sent one more at most (socketServer.ts), so
 * without this limit 20 such clients would hold 300 MB.
 */
const MAX_UNSENT_BYTES = 128 * MIB;

/**
 * Limits on the bytes of frames and bodies that have not arrived completely. A client may take
 * minutes to send one, so without these limits 1,500 sockets of one network would hold 576 MB.
 */
const MAX_ARRIVING_BYTES: ArrivingLimits = { visitors: 64 * MIB, accounts: 128 * MIB };

export interface ArrivingLimits {
  readonly visitors: number;
  readonly accounts: number;
}

/** A connection for which the server holds bytes. */
export interface Holder {
  readonly bufferedAmount: number;
  /** Ends the connection, and releases what it holds. */
  terminate(): void;
}

/**
 * Counts the bytes that the server holds for connections, in one direction. Above `maxTotalBytes`
 * it ends the connection that holds the most.
 */
export class HeldBytes {
  readonly #holders = new Set<Holder>();
  #total = 0;

  constructor(readonly maxTotalBytes = MAX_UNSENT_BYTES) {}

  open(holder: Holder): void {
    this.#holders.add(holder);
  }

  close(holder: Holder): void {
    this.#holders.delete(holder);
  }

  /** Counts `bytes` more for an open holder, whose `bufferedAmount` includes them. */
  hold(bytes: number): void {
    this.#total += bytes;
    if (this.#total > this.maxTotalBytes) this.#endLargest();
  }

  /** Call it when the bytes have been sent or read, or their connection has closed. */
  release(bytes: number): void {
    this.#total -= bytes;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Ends the connection that holds the most. Clients that keep reading and sending hold bytes only
   * briefly, so this one has stalled.
   */
  #endLargest(): void {
    let largest: Holder | null = null;
    for (const holder of this.#holders) {
      if (holder.bufferedAmount > (largest?.bufferedAmount ?? 0)) largest = holder;
    }
    if (!largest) return;
    this.#holders.delete(largest);
    largest.terminate(); // if its client is still there, it reconnects
  }
}

/** Incomplete frames and bodies. Visitors never end the connection of a caller with an account. */
export class ArrivingBytes {
  readonly #visitors: HeldBytes;
  readonly #accounts: HeldBytes;

  constructor({ visitors, accounts } = MAX_ARRIVING_BYTES) {
    this.#visitors = new HeldBytes(visitors);
    this.#accounts = new HeldBytes(accounts);
  }

  of({ isAnonymous }: { readonly isAnonymous: boolean }): HeldBytes {
    return isAnonymous ? this.#visitors : this.#accounts;
  }
}

/** The bytes of one incomplete frame or body. */
export class Arriving implements Holder {
  bufferedAmount = 0;
  #held: HeldBytes | null = null;

  /** @param end ends the connection */
  constructor(readonly end: () => void) {}

  /** Counts `bytes` more in `held`, and moves those that were counted elsewhere there. */
  add(bytes: number, held: HeldBytes): void {
    const moved = this.#held === held ? 0 : this.bufferedAmount;
    if (this.#held !== held) {
      this.#leave();
      this.#held = held;
      held.open(this);
    }
    this.bufferedAmount += bytes;
    held.hold(moved + bytes);
  }

  /** The frame or body is complete, or its connection has closed. */
  clear(): void {
    this.#leave();
    this.bufferedAmount = 0;
  }

  terminate(): void {
    this.clear();
    this.end();
  }

  #leave(): void {
    this.#held?.close(this);
    this.#held?.release(this.bufferedAmount);
    this.#held = null;
  }
}
