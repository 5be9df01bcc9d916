/**
 * `subscriber.ts OPTIONS`: opens sockets from one local address, subscribes each to distinct
 * queries, holds them until its parent sends a message, and exits. Reports the numbers of answers
 * and refusals. Runs in its own process, so that it does not delay the measuring process.
 */
import { once } from "node:events";
import WebSocket from "ws";

export interface SubscriberOptions {
  readonly url: string;
  readonly localAddress: string;
  readonly sockets: number;
  readonly subscriptions: number;
  /** When true, each socket drops its queries once they are answered, and subscribes to others. */
  readonly isRestless: boolean;
  /** Token of the account as which all sockets authenticate. */
  readonly token?: string;
}

/** `refusals` counts queries; `closed` counts sockets that the server refused or closed. */
export interface Seen {
  answers: number;
  refusals: number;
  closed: number;
}

interface ServerMessage {
  readonly type: string;
  readonly modifications?: readonly { readonly type: string }[];
}

const options = JSON.parse(process.argv[2] ?? "{}") as SubscriberOptions;
/** Subscriptions per frame, which stays below the limit of a visitor's frame. */
const BATCH = 1_000;
const seen: Seen = { answers: 0, refusals: 0, closed: 0 };

class Subscriber {
  readonly ws: WebSocket;
  #queryId = 0;
  #version = 0;
  #awaited = 0;

  constructor(readonly number: number) {
    const { url, localAddress } = options;
    this.ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, { localAddress });
    this.ws.on("error", () => {});
    this.ws.on("close", () => (seen.closed += 1));
    this.ws.on("message", (data: Buffer) => {
      this.#receive(JSON.parse(data.toString()) as ServerMessage);
    });
  }

  async subscribe(): Promise<void> {
    await Promise.race([once(this.ws, "open"), once(this.ws, "close")]);
    const { token: value } = options;
    this.#send({ type: "Connect", sessionId: `${process.pid}-${this.number}`, connectionCount: 0 });
    if (value) this.#send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
    this.#subscribeAnew();
  }

  #receive({ modifications = [] }: ServerMessage): void {
    const count = (type: string) => modifications.filter((told) => told.type === type).length;
    const [answers, refusals] = [count("QueryUpdated"), count("QueryFailed")];
    seen.answers += answers;
    seen.refusals += refusals;
    this.#awaited -= answers + refusals;
    if (options.isRestless && answers + refusals > 0 && this.#awaited <= 0) this.#subscribeAnew();
  }

  #subscribeAnew(): void {
    const first = this.#queryId;
    const removed = Array.from({ length: Math.min(first, options.subscriptions) }, (_, i) => ({
      type: "Remove",
      queryId: first - 1 - i,
    }));
    for (let left = options.subscriptions; left > 0; left -= BATCH) {
      const added = Array.from({ length: Math.min(BATCH, left) }, () => {
        const queryId = this.#queryId++;
        const args = [{ token: `${this.number}-${queryId}` }];
        return { type: "Add", queryId, udfPath: "invitations:opened", args };
      });
      const baseVersion = this.#version++;
      const modifications = [...removed.splice(0), ...added];
      this.#send({
        type: "ModifyQuerySet",
        baseVersion,
        newVersion: baseVersion + 1,
        modifications,
      });
    }
    this.#awaited = options.subscriptions;
  }

  #send(message: object): void {
    if (this.ws.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(message));
  }
}

const subscribers = Array.from({ length: options.sockets }, (_, i) => new Subscriber(i));
await Promise.all(subscribers.map((subscriber) => subscriber.subscribe()));
const report = setInterval(() => process.send?.(seen), 200);
process.once("message", () => {
  for (const { ws } of subscribers) ws.terminate();
  process.disconnect();
});
process.once("disconnect", () => {
  clearInterval(report);
  process.exit();
});
