import type { Clock } from "../commit/database";
import { isLoopback, networkOf } from "./clientIp";
import { HttpError } from "./exchange";

/**
 * Requests that one network may make: on average a quarter of what the server can answer, and at once
 * what an office of 300 needs when everybody opens the app at nine.
 */
const PER_SECOND = 200;
const AT_ONCE = 6_000;

/** Networks remembered, some 100 bytes each. The one unheard of for longest makes room. */
const MAX_NETWORKS = 10_000;

/** What a network may still ask for at `atMs`; it refills with time. */
type Allowance = { readonly left: number; readonly atMs: number };

/**
 * Keeps one network from asking so much that others wait. Sockets have limits of their own
 * (socketServer.ts), and so have sign-ins, which the app counts.
 */
export class RequestLimit {
  /** Least recently heard of first. */
  readonly #networks = new Map<string, Allowance>();

  constructor(
    readonly clock: Clock,
    readonly atOnce = AT_ONCE,
  ) {}

  /**
   * Takes one request from the allowance of whoever calls.
   * @param ip null and loopback are not counted: this computer, which also is where everybody comes
   *   from when a proxy was not made known
   * @throws HttpError 429 when nothing is left
   */
  take(ip: string | null): void {
    if (ip === null || isLoopback(ip)) return;
    const network = networkOf(ip);
    const now = this.clock.now();
    const known = this.#networks.get(network) ?? { left: this.atOnce, atMs: now };
    const refill = (Math.max(0, now - known.atMs) / 1000) * PER_SECOND;
    const left = Math.min(this.atOnce, known.left + refill) - 1;
    this.#networks.delete(network); // set() alone would leave it in its old place
    this.#networks.set(network, { left: Math.max(0, left), atMs: now });
    if (this.#networks.size > MAX_NETWORKS) {
      const [oldest = network] = this.#networks.keys();
      this.#networks.delete(oldest);
    }
    if (left < 0) {
      throw new HttpError(429, "TooManyRequests", "Too many requests from this network; slow down");
    }
  }

  get size(): number {
    return this.#networks.size;
  }
}
