import { once } from "node:events";
import { WebSocket } from "ws";
import type { Actor, Target } from "../target";
import type { BaselineReply, BaselineRequest } from "./server";
import { sessionOf, type BaselineSample } from "./store";

/** A socket to the baseline server. Requests carry numbers, by which they are answered. */
export class BaselineConnection {
  readonly #pending = new Map<number, { resolve(): void; reject(error: Error): void }>();
  #nextRequest = 0;

  private constructor(
    readonly socket: WebSocket,
    onPage: (samples: readonly BaselineSample[]) => void,
  ) {
    socket.on("message", (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as BaselineReply;
      if (reply.type === "page") return onPage(reply.samples);
      const waiting = this.#pending.get(reply.requestId);
      this.#pending.delete(reply.requestId);
      if (reply.error) waiting?.reject(new Error(reply.error));
      else waiting?.resolve();
    });
  }

  static async open(url: string, onPage: (samples: readonly BaselineSample[]) => void = () => {}) {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return new BaselineConnection(socket, onPage);
  }

  /** Resolves when the server has flushed the change. */
  request(make: (requestId: number) => BaselineRequest): Promise<void> {
    const requestId = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      this.socket.send(JSON.stringify(make(requestId)));
    });
  }

  close() {
    this.socket.close();
  }
}

export function baselineTarget(url: string): Target {
  let transactions = 0;
  const transactionId = () => `${process.pid}:${transactions++}`;
  return {
    name: "lmdb + ws by hand",

    async act(user, onPage): Promise<Actor> {
      const connection = await BaselineConnection.open(url, (samples) =>
        onPage?.(samples.map((sample) => sample.id)),
      );
      const session = sessionOf(user);
      const watch: BaselineRequest = { op: "watch", user, session };
      if (onPage) connection.socket.send(JSON.stringify(watch));
      return {
        transfer: (id, to) =>
          connection.request((requestId) => ({
            op: "transfer",
            requestId,
            id,
            session,
            to,
            transactionId: transactionId(),
          })),
        acknowledge: (id) =>
          connection.request((requestId) => ({
            op: "acknowledge",
            requestId,
            id,
            session,
            transactionId: transactionId(),
          })),
        close: () => connection.close(),
      };
    },
  };
}
