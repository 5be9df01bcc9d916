import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { networkOf } from "../http/clientIp";
import type { Origins } from "../http/origins";
import { PING_MESSAGE } from "./protocol";
import { Session, type Connection, type SessionServices } from "./session";

/** Arguments may take 16 MiB; a larger frame closes the socket with code 1009. */
const MAX_FRAME_BYTES = 17 * 1024 * 1024;
/** The client gives up on a server that is silent for 60 s. */
const PING_INTERVAL_MS = 15_000;
/** A reader that lets this much pile up gets nothing more until half of it is gone. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames one socket may send per second, on average and at once; beyond, it is read more slowly. */
const MAX_FRAMES_PER_SECOND = 1_000;
const MAX_FRAMES_AT_ONCE = 2_000;

const SYNC_PATH = /^\/api\/[^/]+\/sync$/;

export interface SocketLimits {
  /** Sockets that one network (clientIp.ts) may hold open. */
  readonly maxSocketsPerNetwork: number;
}

/** Accepts sync sockets and runs one Session on each. */
export class SocketServer {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false, // costs latency and memory, and leaks lengths of secrets
    clientTracking: false,
  });
  readonly #sockets = new Set<SessionSocket>();
  readonly #perNetwork = new Map<string, number>();
  readonly #pings: NodeJS.Timeout;

  constructor(
    readonly services: SessionServices,
    readonly origins: Origins,
    readonly clientIp: (request: IncomingMessage) => string | null,
    readonly limits: SocketLimits,
  ) {
    this.#pings = setInterval(() => {
      for (const socket of this.#sockets) socket.ping();
    }, PING_INTERVAL_MS);
    this.#pings.unref();
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ip = this.clientIp(request);
    const refusal = this.#refusal(request, networkOf(ip ?? ""));
    if (refusal) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, request, ip));
  }

  /** Closes every socket as "going away"; clients reconnect to the server's successor. */
  close(): void {
    clearInterval(this.#pings);
    for (const socket of this.#sockets) socket.close(1001, "ServerShutdown");
  }

  #refusal(request: IncomingMessage, network: string): string | null {
    const [path = ""] = (request.url ?? "").split("?");
    if (!SYNC_PATH.test(path)) return "404 Not Found";
    if (!this.origins.mayCall(request)) return "403 Forbidden";
    const isFull = (this.#perNetwork.get(network) ?? 0) >= this.limits.maxSocketsPerNetwork;
    return isFull ? "429 Too Many Requests" : null;
  }

  #accept(ws: WebSocket, request: IncomingMessage, ip: string | null): void {
    const socket = new SessionSocket(ws, ip, request.headers["user-agent"] ?? null, this.services);
    this.#sockets.add(socket);
    const network = networkOf(ip ?? "");
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1);
    ws.once("close", () => {
      this.#sockets.delete(socket);
      const left = (this.#perNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#perNetwork.set(network, left);
      else this.#perNetwork.delete(network);
    });
  }
}

/** A WebSocket as its session's Connection: paced reading, buffered writing, liveness. */
class SessionSocket implements Connection {
  readonly #session: Session;
  #isAlive = true;
  /** Frames it may still send at once; refilled with time. */
  #allowance = MAX_FRAMES_AT_ONCE;
  #refilledAtMs = performance.now();
  #isBusy = false;
  #isTooFast: NodeJS.Timeout | null = null;
  #drained: { promise: Promise<void>; resolve: () => void } | null = null;

  constructor(
    readonly ws: WebSocket,
    readonly ip: string | null,
    readonly userAgent: string | null,
    services: SessionServices,
  ) {
    this.#session = new Session(services, this);
    ws.on("message", (data: Buffer, isBinary) => {
      this.#isAlive = true;
      if (isBinary) return this.close(1003, "Only text frames are understood");
      this.#pace();
      this.#session.receive(data.toString("utf8"));
    });
    ws.on("pong", () => (this.#isAlive = true));
    ws.on("error", () => ws.terminate()); // an oversized or broken frame: ws has answered it
    ws.once("close", () => {
      if (this.#isTooFast) clearTimeout(this.#isTooFast);
      this.#drained?.resolve();
      this.#session.closed();
    });
  }

  send(frame: string): void {
    this.ws.send(frame, () => this.#settleDrained());
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
  }

  drained(): Promise<void> | null {
    if (this.#drained) return this.#drained.promise;
    if (this.ws.bufferedAmount < MAX_BUFFERED_BYTES) return null;
    let resolve = () => {};
    const promise = new Promise<void>((settle) => (resolve = settle));
    this.#drained = { promise, resolve };
    return promise;
  }

  pause(): void {
    this.#isBusy = true;
    this.ws.pause();
  }

  resume(): void {
    this.#isBusy = false;
    if (!this.#isTooFast) this.ws.resume();
  }

  /** Keeps both ends sure of each other; drops a peer that has not answered the last ping. */
  ping(): void {
    if (!this.#isAlive && !this.#isBusy) return this.ws.terminate();
    this.#isAlive = false;
    this.ws.ping();
    if (this.ws.bufferedAmount < MAX_BUFFERED_BYTES) this.ws.send(PING_MESSAGE);
  }

  /** Token bucket. A socket that is too fast waits in its own send buffer; nothing is lost. */
  #pace(): void {
    this.#refill();
    this.#allowance -= 1;
    if (this.#allowance < 0 && !this.#isTooFast) this.#rest();
  }

  #refill(): void {
    const nowMs = performance.now();
    const refill = ((nowMs - this.#refilledAtMs) / 1000) * MAX_FRAMES_PER_SECOND;
    this.#allowance = Math.min(MAX_FRAMES_AT_ONCE, this.#allowance + refill);
    this.#refilledAtMs = nowMs;
  }

  /** Frames that had arrived before the pause still come, so the debt can have grown meanwhile. */
  #rest(): void {
    this.ws.pause();
    const debtMs = (-this.#allowance / MAX_FRAMES_PER_SECOND) * 1000;
    this.#isTooFast = setTimeout(() => {
      this.#refill();
      if (this.#allowance < 0) return this.#rest();
      this.#isTooFast = null;
      if (!this.#isBusy) this.ws.resume();
    }, debtMs + 10);
  }

  #settleDrained(): void {
    if (!this.#drained || this.ws.bufferedAmount > MAX_BUFFERED_BYTES / 2) return;
    this.#drained.resolve();
    this.#drained = null;
  }
}
