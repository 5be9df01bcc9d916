import { once } from "node:events";
import WebSocket, { type ClientOptions } from "ws";
import { decodeTimestamp } from "../../../engine/sync/protocol";

type Version = { querySet: number; identity: number; ts: string };

/** The fields of a server message that tests read. */
export interface ServerMessage {
  readonly type: string;
  readonly error?: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
  readonly ts?: string;
  readonly startVersion?: Version;
  readonly endVersion?: Version;
  readonly modifications?: readonly {
    type: string;
    queryId: number;
    value?: unknown;
    errorMessage?: string;
    errorData?: unknown;
  }[];
  readonly baseVersion?: number;
  readonly authUpdateAttempted?: boolean;
}

/** Speaks the sync protocol by hand, to send messages that no official client would. */
export class RawSocket {
  readonly messages: ServerMessage[] = [];
  #waiting: (() => void)[] = [];

  private constructor(readonly ws: WebSocket) {
    ws.on("message", (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as ServerMessage);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    ws.on("error", () => {});
  }

  static async open(url: string, options: ClientOptions = {}): Promise<RawSocket> {
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, options);
    const socket = new RawSocket(ws);
    await once(ws, "open");
    return socket;
  }

  /** Opens a socket and connects as `sessionId`. */
  static async connect(url: string, sessionId: string): Promise<RawSocket> {
    const socket = await RawSocket.open(url);
    socket.hello(sessionId);
    return socket;
  }

  hello(sessionId: string): void {
    this.send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null });
  }

  send(message: object | string): void {
    this.ws.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  modify(baseVersion: number, modifications: object[], newVersion = baseVersion + 1): void {
    this.send({ type: "ModifyQuerySet", baseVersion, newVersion, modifications });
  }

  mutate(requestId: number, udfPath: string, args: object): void {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
  }

  /** Resolves to the first message, past or future, for which `isIt` is true. */
  async until(isIt: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (let next = 0; ; next += 1) {
      while (next >= this.messages.length) {
        await new Promise<void>((wake) => this.#waiting.push(wake));
      }
      const message = this.messages[next];
      if (message && isIt(message)) return message;
    }
  }

  async closed(): Promise<{ code: number; reason: string }> {
    const [code, reason] = (await once(this.ws, "close")) as [number, Buffer];
    return { code, reason: reason.toString() };
  }

  close(): void {
    this.ws.terminate();
  }

  /** Performs the official client's checks, and throws where it would. */
  checkTransitions(): void {
    let version: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
    for (const { startVersion, endVersion } of this.messages) {
      if (!startVersion || !endVersion) continue;
      if (JSON.stringify(startVersion) !== JSON.stringify(version)) {
        throw new Error(`${JSON.stringify(startVersion)} follows ${JSON.stringify(version)}`);
      }
      if (decodeTimestamp(endVersion.ts) < decodeTimestamp(startVersion.ts)) {
        throw new Error("time went back");
      }
      version = endVersion;
    }
  }
}

export const add = (queryId: number, udfPath: string, args: object) => ({
  type: "Add",
  queryId,
  udfPath,
  args: [args],
});
