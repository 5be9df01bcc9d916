import type { Clock } from "../commit/database";
import { isLoopback, networkOf } from "./clientIp";
import { HttpError } from "./messages";

/**
 * Requests of one network. The average is a quarter of the server's capacity; the burst lets an
 * office of 300 people behind one address open the app in the same minute.
 */
const REQUESTS_PER_SECOND = 200;
const REQUESTS_AT_ONCE = 6_000;

/**
 * Bytes of one network in request bodies and WebSocket frames. An import sends about 3 MB a second.
 */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
const BYTES_AT_ONCE = 128 * 1024 * 1024;

/**
 * Frames of one network's sockets that are not signed in. A sign-in page sends about ten: the burst
 * lets an office of 300 people open it in three tabs each in the same minute.
 */
const VISITOR_FRAMES_PER_SECOND = 1_000;
const VISITOR_FRAMES_AT_ONCE = 10_000;

/** Networks remembered, about 100 bytes each. When full, the least recently seen is forgotten. */
const MAX_NETWORKS = 10_000;

interface Rate {
  /** Tokens that a bucket gains per second. */
  readonly perSecond: number;
  /** Tokens in a full bucket: the largest burst. */
  readonly atOnce: number;
  /**
   * Limit on how far below zero a bucket can go, because bytes are counted after they have been
   * sent.
   */
  readonly maxDebt: number;
  /**
   * When false, loopback is not counted: behind a proxy that the server does not know of, all
   * callers seem to come from this computer.
   */
  readonly countsLoopback: boolean;
}

/** Token buckets, one per network (`networkOf` in clientIp.ts). */
class NetworkAllowance {
  /** Least recently seen first. `left`: the network's tokens at `atMs`; negative is a debt. */
  readonly #networks = new Map<string, { readonly left: number; readonly atMs: number }>();

  constructor(
    readonly clock: Clock,
    readonly rate: Rate,
  ) {}

  /**
   * Takes `amount` from the allowance of the network that `ip` belongs to.
   *
   * @param ip null is not counted
   * @returns milliseconds until the network has repaid its debt; 0 when it had enough left
   */
  spend(ip: string | null, amount: number): number {
    const { perSecond, atOnce, maxDebt, countsLoopback } = this.rate;
    if (ip === null || (!countsLoopback && isLoopback(ip))) return 0;
    const network = networkOf(ip);
    const now = this.clock.now();
    const known = this.#networks.get(network) ?? { left: atOnce, atMs: now };
    const refill = (Math.max(0, now - known.atMs) / 1000) * perSecond;
    const left = Math.min(atOnce, known.left + refill) - amount;
    this.#networks.delete(network); // set() alone would keep the old position
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
  readonly visitorFramesAtOnce?: number;
}

/**
 * Keeps one network from using so much of the server that others have to wait. Requests are counted
 * on arrival, bytes while they arrive. WebSockets have further limits (socketServer.ts), and the
 * app's own functions limit sign-in attempts.
 */
export class NetworkLimits {
  readonly #requests: NetworkAllowance;
  readonly #bytes: NetworkAllowance;
  readonly #visitorFrames: NetworkAllowance;

  constructor(clock: Clock, options: NetworkLimitOptions = {}) {
    const { requestsAtOnce = REQUESTS_AT_ONCE, bytesAtOnce = BYTES_AT_ONCE } = options;
    this.#requests = new NetworkAllowance(clock, {
      perSecond: REQUESTS_PER_SECOND,
      atOnce: requestsAtOnce,
      maxDebt: 0, // a refused request costs its sender nothing
      countsLoopback: false,
    });
    this.#bytes = new NetworkAllowance(clock, {
      perSecond: BYTES_PER_SECOND,
      atOnce: bytesAtOnce,
      maxDebt: bytesAtOnce,
      countsLoopback: false,
    });
    const { visitorFramesAtOnce = VISITOR_FRAMES_AT_ONCE } = options;
    this.#visitorFrames = new NetworkAllowance(clock, {
      perSecond: VISITOR_FRAMES_PER_SECOND,
      atOnce: visitorFramesAtOnce,
      maxDebt: visitorFramesAtOnce,
      countsLoopback: true,
    });
  }

  /** @throws HttpError 429 when the network has no requests left */
  takeRequest(ip: string | null): void {
    if (this.#requests.spend(ip, 1) > 0) throw tooMany("requests");
  }

  /** @throws HttpError 429 when the network has sent more bytes than it may */
  takeBytes(ip: string | null, bytes: number): void {
    if (this.#bytes.spend(ip, bytes) > 0) throw tooMany("bytes");
  }

  /**
   * Counts `bytes` read from a socket. @returns milliseconds for which to stop reading the socket
   */
  delayAfterBytes(ip: string | null, bytes: number): number {
    return this.#bytes.spend(ip, bytes);
  }

  /**
   * Counts `frames` read from a socket that is not signed in.
   * @returns milliseconds for which to stop reading the socket
   */
  delayAfterVisitorFrames(ip: string | null, frames: number): number {
    return this.#visitorFrames.spend(ip, frames);
  }

  /** Number of networks whose requests are remembered. */
  get size(): number {
    return this.#requests.size;
  }
}

const tooMany = (things: string) =>
  new HttpError(429, "TooManyRequests", `Too many ${things} from this network; slow down`, 1);
