import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { networkOf } from "../http/clientIp";
import type { Hosts } from "../http/hosts";
import type { NetworkLimits } from "../http/networkLimits";
import type { Origins } from "../http/origins";
import { MAX_ANONYMOUS_MESSAGE_BYTES } from "../values/limits";
import { PING_MESSAGE } from "./protocol";
import { Session, type Connection, type SessionServices } from "./session";
import { UnsentBytes } from "./unsentBytes";

/** Arguments may take 16 MiB; a larger frame closes the socket with code 1009. */
const MAX_FRAME_BYTES = 17 * 1024 * 1024;
/** The client gives up on a server that is silent for 60 s. */
const PING_INTERVAL_MS = 15_000;
/** A reader that lets this much pile up gets nothing more until half of it is gone. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames one socket may send per second, on average and at once; beyond, it is read more slowly. */
const MAX_FRAMES_PER_SECOND = 1_000;
const MAX_FRAMES_AT_ONCE = 2_000;

/**
 * A client that is not signed in may have sent this much of a frame that is still incomplete: the
 * largest frame that its session takes, and what one read from the network may add to it.
 */
const MAX_ANONYMOUS_PARTIAL_BYTES = MAX_ANONYMOUS_MESSAGE_BYTES + 128 * 1024;

const SYNC_PATH = /^\/api\/[^/]+\/sync$/;

export interface SocketLimits {
  /** Sockets that one network (clientIp.ts) may hold open. */
  readonly maxSocketsPerNetwork: number;
}

/** The status line's end, and the body, of an upgrade request's refusal. */
interface UpgradeRefusal {
  readonly status: string;
  readonly sentence?: string;
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
  readonly #unsent = new UnsentBytes();
  readonly #pings: NodeJS.Timeout;

  constructor(
    readonly services: SessionServices,
    readonly hosts: Hosts,
    readonly origins: Origins,
    readonly networkLimits: NetworkLimits,
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
      const { status, sentence = "" } = refusal;
      const head = [
        `HTTP/1.1 ${status}`,
        "Connection: close",
        "Content-Type: text/plain; charset=utf-8",
        `Content-Length: ${Buffer.byteLength(sentence)}`,
      ];
      socket.end(`${head.join("\r\n")}\r\n\r\n${sentence}`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      const accepted = this.#accept(ws, request, ip);
      socket.on("data", (chunk: Buffer) => accepted.arrived(chunk.length));
    });
  }

  /** Closes every socket as "going away"; clients reconnect to the server's successor. */
  close(): void {
    clearInterval(this.#pings);
    for (const socket of this.#sockets) socket.close(1001, "ServerShutdown");
  }

  #refusal(request: IncomingMessage, network: string): UpgradeRefusal | null {
    const [path = ""] = (request.url ?? "").split("?");
    const wrongHost = this.hosts.refusal(request);
    if (wrongHost !== null) return { status: "421 Misdirected Request", sentence: wrongHost };
    if (!SYNC_PATH.test(path)) return { status: "404 Not Found" };
    if (!this.origins.mayCall(request)) return { status: "403 Forbidden" };
    const isFull = (this.#perNetwork.get(network) ?? 0) >= this.limits.maxSocketsPerNetwork;
    return isFull ? { status: "429 Too Many Requests" } : null;
  }

  #accept(ws: WebSocket, request: IncomingMessage, ip: string | null): SessionSocket {
    const userAgent = request.headers["user-agent"] ?? null;
    const delay = (bytes: number) => this.networkLimits.delayAfterBytes(ip, bytes);
    const socket = new SessionSocket(ws, { ip, userAgent }, this.services, this.#unsent, delay);
    this.#sockets.add(socket);
    this.#unsent.open(ws);
    const network = networkOf(ip ?? "");
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1);
    ws.once("close", () => {
      this.#sockets.delete(socket);
      this.#unsent.close(ws);
      const left = (this.#perNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#perNetwork.set(network, left);
      else this.#perNetwork.delete(network);
    });
    return socket;
  }
}

/** A WebSocket as its session's Connection: paced reading, buffered writing, liveness. */
class SessionSocket implements Connection {
  readonly #session: Session;
  #isAlive = true;
  /** Frames it may still send at once; refilled with time. */
  #tokens = MAX_FRAMES_AT_ONCE;
  #refilledAtMs = performance.now();
  /** Who wants the socket left unread: the session, any number of times, and the pace. */
  #pauses = 0;
  #throttleTimer: NodeJS.Timeout | null = null;
  /** Bytes of a frame that is not complete yet. */
  #partialBytes = 0;
  readonly ip: string | null;
  readonly userAgent: string | null;
  #drained: { promise: Promise<void>; resolve: () => void } | null = null;

  constructor(
    readonly ws: WebSocket,
    { ip, userAgent }: { ip: string | null; userAgent: string | null },
    services: SessionServices,
    readonly unsent: UnsentBytes,
    /** Milliseconds that the client's network has to wait after these bytes. */
    readonly networkDelay: (bytes: number) => number,
  ) {
    this.ip = ip;
    this.userAgent = userAgent;
    this.#session = new Session(services, this);
    ws.on("message", (data: Buffer, isBinary) => {
      this.#isAlive = true;
      this.#partialBytes = 0;
      if (isBinary) return this.close(1003, "Only text frames are understood");
      this.#takeToken();
      this.#session.receive(data);
    });
    ws.on("pong", () => (this.#isAlive = true));
    ws.on("error", () => ws.terminate()); // an oversized or broken frame: ws has answered it
    ws.once("close", () => {
      if (this.#throttleTimer) clearTimeout(this.#throttleTimer);
      this.#drained?.resolve();
      this.#session.onSocketClosed();
    });
  }

  send(frame: string): void {
    const bytes = Buffer.from(frame);
    this.unsent.queued(bytes.length);
    this.ws.send(bytes, { binary: false }, () => {
      this.unsent.sent(bytes.length);
      this.#settleDrained();
    });
  }

  /** Counts bytes as they come from the network, also of frames that are not complete yet. */
  arrived(bytes: number): void {
    this.#partialBytes += bytes;
    if (this.#session.isAnonymous && this.#partialBytes > MAX_ANONYMOUS_PARTIAL_BYTES) {
      this.ws.close(1009, "Frames of clients that are not signed in are small");
      this.ws.terminate();
      return;
    }
    const delayMs = this.networkDelay(bytes);
    if (delayMs > 0 && !this.#throttleTimer) this.#pauseUntilRefilled(delayMs);
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
    this.#pauses += 1;
    this.ws.pause();
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.ws.resume();
  }

  /** Keeps both ends sure of each other; drops a peer that has not answered the last ping. */
  ping(): void {
    if (!this.#isAlive && this.#pauses === 0) return this.ws.terminate();
    this.#isAlive = false;
    this.ws.ping();
    if (this.ws.bufferedAmount < MAX_BUFFERED_BYTES) this.ws.send(PING_MESSAGE);
  }

  /** Token bucket. A socket that is too fast waits in its own send buffer; nothing is lost. */
  #takeToken(): void {
    this.#refill();
    this.#tokens -= 1;
    if (this.#tokens < 0 && !this.#throttleTimer) this.#pauseUntilRefilled(this.#frameDebtMs());
  }

  #frameDebtMs(): number {
    return (-this.#tokens / MAX_FRAMES_PER_SECOND) * 1000;
  }

  #refill(): void {
    const nowMs = performance.now();
    const refill = ((nowMs - this.#refilledAtMs) / 1000) * MAX_FRAMES_PER_SECOND;
    this.#tokens = Math.min(MAX_FRAMES_AT_ONCE, this.#tokens + refill);
    this.#refilledAtMs = nowMs;
  }

  /** Frames that had arrived before the pause still come, so the debt can have grown meanwhile. */
  #pauseUntilRefilled(delayMs: number): void {
    if (!this.#throttleTimer) this.pause();
    this.#throttleTimer = setTimeout(() => {
      this.#refill();
      const owedMs = Math.max(this.networkDelay(0), this.#frameDebtMs());
      if (owedMs > 0) return this.#pauseUntilRefilled(owedMs);
      this.#throttleTimer = null;
      this.resume();
    }, delayMs + 10);
  }

  #settleDrained(): void {
    if (!this.#drained || this.ws.bufferedAmount > MAX_BUFFERED_BYTES / 2) return;
    this.#drained.resolve();
    this.#drained = null;
  }
}
