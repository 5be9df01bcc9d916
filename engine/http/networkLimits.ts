import type { Clock } from "../commit/database";
import { isLoopback, networkOf } from "./clientIp";
import { HttpError } from "./messages";

/**
 * One network's requests: on average a quarter of what the server can answer, and at once what an
 * office of 300 people needs when everybody opens the app at nine.
 */
const REQUESTS_PER_SECOND = 200;
const REQUESTS_AT_ONCE = 6_000;

/** One network's request bodies and frames: an import sends some 3 MB a second. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
const BYTES_AT_ONCE = 128 * 1024 * 1024;

/** Networks remembered, some 100 bytes each. The one unheard of for longest makes room. */
const MAX_NETWORKS = 10_000;

interface Rate {
  /** Refilled with time. */
  readonly perSecond: number;
  /** Saved up at most. */
  readonly atOnce: number;
  /** Owed at most by a network that has already sent more than it had left. */
  readonly maxDebt: number;
}

/** A token bucket per network (clientIp.ts). */
class NetworkAllowance {
  /** Least recently heard of first. `left` is what the network had at `atMs`; below 0: its debt. */
  readonly #networks = new Map<string, { readonly left: number; readonly atMs: number }>();

  constructor(
    readonly clock: Clock,
    readonly rate: Rate,
  ) {}

  /**
   * Takes `amount` from the allowance of the network that `ip` belongs to.
   * @param ip null and loopback are not counted: this computer, where everybody seems to come from
   *   when a proxy was not made known
   * @returns milliseconds until the network has paid its debt; 0 when it had enough left
   */
  spend(ip: string | null, amount: number): number {
    if (ip === null || isLoopback(ip)) return 0;
    const { perSecond, atOnce, maxDebt } = this.rate;
    const network = networkOf(ip);
    const now = this.clock.now();
    const known = this.#networks.get(network) ?? { left: atOnce, atMs: now };
    const refill = (Math.max(0, now - known.atMs) / 1000) * perSecond;
    const left = Math.min(atOnce, known.left + refill) - amount;
    this.#networks.delete(network); // set() alone would leave it in its old place
    this.#networks.set(network, { left: Math.max(-maxDebt, left), atMs: now });
    if (this.#networks.size > MAX_NETWORKS) {
      const [oldest = network] = this.#networks.keys();
      this.#networks.delete(oldest);
    }
    return left < 0 ? (-left / perSecond) * 1000 : 0;
  }

  get size(): number {
    return this.#networks.size;
  }
}

export interface NetworkLimitOptions {
  readonly requestsAtOnce?: number;
  readonly bytesAtOnce?: number;
}

/**
 * Keeps one network from asking so much that others wait: requests are counted on arrival, bytes
 * while they arrive. Sockets have further limits of their own (socketServer.ts), and the app counts
 * sign-ins.
 */
export class NetworkLimits {
  readonly #requests: NetworkAllowance;
  readonly #bytes: NetworkAllowance;

  constructor(clock: Clock, options: NetworkLimitOptions = {}) {
    const { requestsAtOnce = REQUESTS_AT_ONCE, bytesAtOnce = BYTES_AT_ONCE } = options;
    this.#requests = new NetworkAllowance(clock, {
      perSecond: REQUESTS_PER_SECOND,
      atOnce: requestsAtOnce,
      maxDebt: 0, // a refused request costs its sender nothing
    });
    this.#bytes = new NetworkAllowance(clock, {
      perSecond: BYTES_PER_SECOND,
      atOnce: bytesAtOnce,
      maxDebt: bytesAtOnce,
    });
  }

  /** @throws HttpError 429 when the network has no requests left */
  takeRequest(ip: string | null): void {
    if (this.#requests.spend(ip, 1) > 0) throw tooMany("requests");
  }

  /** @throws HttpError 429 when the network has sent more than it may */
  takeBytes(ip: string | null, bytes: number): void {
    if (this.#bytes.spend(ip, bytes) > 0) throw tooMany("bytes");
  }

  /** Milliseconds for which a socket of this network is to be left unread, having read `bytes`. */
  delayAfterBytes(ip: string | null, bytes: number): number {
    return this.#bytes.spend(ip, bytes);
  }

  /** Networks remembered by their requests. */
  get size(): number {
    return this.#requests.size;
  }
}

const tooMany = (things: string) =>
  new HttpError(429, "TooManyRequests", `Too many ${things} from this network; slow down`);
