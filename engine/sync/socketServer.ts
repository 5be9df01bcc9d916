import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type ServerOptions, type WebSocket } from "ws";
import { ANONYMOUS } from "../auth/authenticator";
import { networkOf } from "../http/clientIp";
import type { Hosts } from "../http/hosts";
import { HttpError } from "../http/messages";
import type { NetworkLimits } from "../http/networkLimits";
import type { Origins } from "../http/origins";
import { MAX_ANONYMOUS_MESSAGE_BYTES } from "../values/limits";
import { PING_MESSAGE } from "./protocol";
import { Session, type Connection, type SessionServices } from "./session";
import { Arriving, type ArrivingBytes, type HeldBytes } from "./heldBytes";

/** A larger frame closes the socket with code 1009. Arguments may take 16 MiB. */
const MAX_FRAME_BYTES = 17 * 1024 * 1024;
/** The convex client reconnects when a server has been silent for 60 s. */
const PING_INTERVAL_MS = 15_000;
/** A vanished client answers no close frame, and must not keep the server from stopping. */
const CLOSE_TIMEOUT_MS = 3_000;
/**
 * A socket with this many unsent bytes gets no further Transition until it has sent half of them.
 */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/**
 * Frames that one socket may send: per second on average, and in one burst. Faster sockets are
 * throttled.
 */
const MAX_FRAMES_PER_SECOND = 1_000;
const MAX_FRAMES_AT_ONCE = 2_000;

/**
 * Bytes of an incomplete frame that the server buffers for a client that is not signed in: the
 * largest frame that its session accepts, plus what one network read may add.
 */
const MAX_ANONYMOUS_PARTIAL_BYTES = MAX_ANONYMOUS_MESSAGE_BYTES + 128 * 1024;

const SYNC_PATH = /^\/api\/[^/]+\/sync$/;

interface SocketServerOptions {
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly networkLimits: NetworkLimits;
  readonly clientIp: (request: IncomingMessage) => string | null;
  readonly unsentBytes: HeldBytes;
  readonly arrivingBytes: ArrivingBytes;
  /** Sockets that one network (clientIp.ts) may hold open. */
  readonly maxSocketsPerNetwork: number;
}

/** Response that refuses an upgrade request: a `status` such as `404 Not Found`, and the body. */
interface UpgradeRefusal {
  readonly status: string;
  readonly sentence?: string;
}

/** `closeTimeout` (ms) is missing from @types/ws. */
const WS_OPTIONS: ServerOptions & { readonly closeTimeout: number } = {
  noServer: true,
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false, // costs latency and memory, and leaks lengths of secrets
  clientTracking: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

/** Accepts sync sockets and runs one Session on each. */
export class SocketServer {
  readonly #server = new WebSocketServer(WS_OPTIONS);
  readonly #sockets = new Set<SessionSocket>();
  readonly #perNetwork = new Map<string, number>();
  readonly #pings: NodeJS.Timeout;
  #isClosed = false;

  constructor(
    readonly services: SessionServices,
    readonly options: SocketServerOptions,
  ) {
    this.#pings = setInterval(() => {
      for (const socket of this.#sockets) socket.ping();
    }, PING_INTERVAL_MS);
    this.#pings.unref();
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Accepts or refuses a WebSocket. Register it as the HTTP server's `upgrade` listener. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ip = this.options.clientIp(request);
    const refusal = this.#refusal(request, ip);
    if (refusal) return refuse(socket, refusal);
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      const accepted = this.#accept(ws, request, ip);
      socket.on("data", (chunk: Buffer) => accepted.arrived(chunk.length));
    });
  }

  /**
   * Closes every socket with code 1001, "going away", and accepts no more. Clients then reconnect
   * to the next server.
   */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pings);
    for (const socket of this.#sockets) socket.close(1001, "ServerShutdown");
  }

  #refusal(request: IncomingMessage, ip: string | null): UpgradeRefusal | null {
    // A connection accepted before the shutdown may send its upgrade request only now.
    if (this.#isClosed) return { status: "503 Service Unavailable" };
    const [path = ""] = (request.url ?? "").split("?");
    const wrongHost = this.options.hosts.refusal(request);
    if (wrongHost !== null) return { status: "421 Misdirected Request", sentence: wrongHost };
    if (!SYNC_PATH.test(path)) return { status: "404 Not Found" };
    if (!this.options.origins.mayCall(request)) return { status: "403 Forbidden" };
    const sentence = this.#rateRefusal(ip) ?? this.#capacityRefusal(ip);
    return sentence === null ? null : { status: "429 Too Many Requests", sentence };
  }

  /** Counts the upgrade as a request of its network. */
  #rateRefusal(ip: string | null): string | null {
    try {
      this.options.networkLimits.takeRequest(ip);
      return null;
    } catch (error) {
      if (error instanceof HttpError) return error.message;
      throw error;
    }
  }

  /** Checks for room among visitors; the socket counts for an account once it has authenticated. */
  #capacityRefusal(ip: string | null): string | null {
    const { maxSocketsPerNetwork } = this.options;
    if ((this.#perNetwork.get(networkOf(ip ?? "")) ?? 0) >= maxSocketsPerNetwork) {
      return `Too many connections from this network (limit: ${maxSocketsPerNetwork}): close some, or try again later.`;
    }
    const { services } = this;
    return services.usage.socketRefusal(services.ownerOf(ANONYMOUS.caller, ip));
  }

  #accept(ws: WebSocket, request: IncomingMessage, ip: string | null): SessionSocket {
    const userAgent = request.headers["user-agent"] ?? null;
    const { networkLimits, unsentBytes, arrivingBytes } = this.options;
    const socket = new SessionSocket(ws, this.services, {
      ip,
      userAgent,
      unsent: unsentBytes,
      arriving: arrivingBytes,
      networkDelay: (bytes) => networkLimits.delayAfterBytes(ip, bytes),
      visitorDelay: (frames) => networkLimits.delayAfterVisitorFrames(ip, frames),
    });
    this.#sockets.add(socket);
    unsentBytes.open(ws);
    const network = networkOf(ip ?? "");
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1);
    ws.once("close", () => {
      this.#sockets.delete(socket);
      unsentBytes.close(ws);
      const left = (this.#perNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#perNetwork.set(network, left);
      else this.#perNetwork.delete(network);
    });
    return socket;
  }
}

/**
 * Sends the refusal of an upgrade and ends the connection. Node's `upgrade` event passes a socket
 * without an error listener: without one here, a client that resets the connection would end the
 * process. The socket is destroyed after the response, because a client that never hangs up would
 * keep the server from closing.
 */
function refuse(socket: Duplex, { status, sentence = "" }: UpgradeRefusal): void {
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(sentence)}`,
  ];
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${sentence}`);
}

interface SessionSocketOptions {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly unsent: HeldBytes;
  readonly arriving: ArrivingBytes;
  /** Counts bytes for the client's network. Returns the milliseconds for which to stop reading. */
  readonly networkDelay: (bytes: number) => number;
  /** The same for frames of a client that is not signed in. */
  readonly visitorDelay: (frames: number) => number;
}

/** Connects a WebSocket to its Session: throttles reading, buffers writes and checks liveness. */
class SessionSocket implements Connection {
  readonly #session: Session;
  #isAlive = true;
  /** Token bucket of frames that the client may send in a burst. Negative: its debt. */
  #tokens = MAX_FRAMES_AT_ONCE;
  #refilledAtMs = performance.now();
  /** Number of `pause` calls, by the session and by throttling, without a matching `resume`. */
  #pauses = 0;
  #throttleTimer: NodeJS.Timeout | null = null;
  /** Bytes received of an incomplete frame. */
  readonly #frame: Arriving;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly unsent: HeldBytes;
  readonly arriving: ArrivingBytes;
  readonly networkDelay: (bytes: number) => number;
  readonly visitorDelay: (frames: number) => number;
  #drained: { promise: Promise<void>; resolve: () => void } | null = null;

  constructor(
    readonly ws: WebSocket,
    services: SessionServices,
    { ip, userAgent, unsent, arriving, networkDelay, visitorDelay }: SessionSocketOptions,
  ) {
    this.ip = ip;
    this.userAgent = userAgent;
    this.unsent = unsent;
    this.arriving = arriving;
    this.#frame = new Arriving(() => ws.terminate());
    this.networkDelay = networkDelay;
    this.visitorDelay = visitorDelay;
    this.#session = new Session(services, this);
    ws.on("message", (data: Buffer, isBinary) => {
      this.#isAlive = true;
      this.#frame.clear();
      if (isBinary) return this.close(1003, "Only text frames are understood");
      this.#takeToken();
      this.#session.receive(data);
    });
    ws.on("pong", () => (this.#isAlive = true));
    // an oversized or malformed frame, which ws has already answered
    ws.on("error", () => ws.terminate());
    ws.once("close", () => {
      if (this.#throttleTimer) clearTimeout(this.#throttleTimer);
      this.#frame.clear();
      this.#drained?.resolve();
      this.#session.onSocketClosed();
    });
  }

  send(frame: string): void {
    const bytes = Buffer.from(frame);
    this.unsent.hold(bytes.length);
    this.ws.send(bytes, { binary: false }, () => {
      this.unsent.release(bytes.length);
      this.#settleDrained();
    });
  }

  /** Counts bytes as they arrive, before their frame is complete. */
  arrived(bytes: number): void {
    if (this.ws.readyState !== this.ws.OPEN) return;
    this.#frame.add(bytes, this.arriving.of(this.#session));
    const { bufferedAmount } = this.#frame;
    if (this.#session.isAnonymous && bufferedAmount > MAX_ANONYMOUS_PARTIAL_BYTES) {
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

  /**
   * Sends a ping, so that both ends detect a dead connection. Drops a peer that did not answer the
   * previous one.
   */
  ping(): void {
    if (!this.#isAlive && this.#pauses === 0) return this.ws.terminate();
    this.#isAlive = false;
    this.ws.ping();
    if (this.ws.bufferedAmount < MAX_BUFFERED_BYTES) this.ws.send(PING_MESSAGE);
  }

  /**
   * Takes a token for a frame. Without tokens, reading pauses; the frames wait in the client's send
   * buffer, and none is lost.
   */
  #takeToken(): void {
    this.#refill();
    this.#tokens -= 1;
    const visitorDelayMs = this.#session.isAnonymous ? this.visitorDelay(1) : 0;
    const delayMs = Math.max(this.#frameDebtMs(), visitorDelayMs);
    if (delayMs > 0 && !this.#throttleTimer) this.#pauseUntilRefilled(delayMs);
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

  /**
   * Stops reading until the debt is repaid. Frames that arrived before the pause are still
   * delivered, so the debt may grow and is recomputed at the end.
   */
  #pauseUntilRefilled(delayMs: number): void {
    if (!this.#throttleTimer) this.pause();
    this.#throttleTimer = setTimeout(() => {
      this.#refill();
      const visitorDelayMs = this.#session.isAnonymous ? this.visitorDelay(0) : 0;
      const owedMs = Math.max(this.networkDelay(0), this.#frameDebtMs(), visitorDelayMs);
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
