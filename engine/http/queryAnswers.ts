import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HeldBytes } from "../sync/heldBytes";
import { chooseCoding, compress, type Coding } from "./contentEncoding";
import { respondJson } from "./messages";

/**
 * Answers of at least this size are compressed, and counted until their client has received them.
 */
const LARGE_ANSWER_BYTES = 32 * 1024;
/**
 * Leaves threads of Node's pool of four free for the commit log's fsync, which shares its queue.
 */
const MAX_COMPRESSIONS_AT_ONCE = 2;
const CODINGS: readonly Coding[] = ["br", "gzip"];

/**
 * Sends the answers of queries over HTTP. Compression shrinks a page of 200 rows to a seventh.
 *
 * An attacker whose text is compressed together with a secret can learn the secret from the
 * answer's length (BREACH). Here a page of another origin cannot query at all: tokens travel in a
 * header that only the app sets.
 */
export class QueryAnswers {
  readonly #readers = new WeakMap<Socket, AnswerReader>();
  #compressions = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly unsent: HeldBytes) {}

  /** Sends `json` with status 200. Resolves once it is handed to the connection. */
  async send(response: ServerResponse, json: string): Promise<void> {
    const body = Buffer.from(json);
    if (body.length < LARGE_ANSWER_BYTES) return respondJson(response, 200, body);
    const { headers, socket } = response.req;
    if (socket.destroyed) return;
    const reader = this.#readerOf(socket);
    reader.hold(body.length);
    response.appendHeader("Vary", "Accept-Encoding");
    const coding = chooseCoding(String(headers["accept-encoding"] ?? ""), CODINGS);
    const sent = coding ? await this.#compressInTurn(coding, body, socket) : body;
    reader.release(body.length - sent.length);
    response.once("finish", () => reader.release(sent.length));
    if (coding) response.setHeader("Content-Encoding", coding);
    respondJson(response, 200, sent);
  }

  async #compressInTurn(coding: Coding, body: Buffer, socket: Socket): Promise<Buffer> {
    if (this.#compressions < MAX_COMPRESSIONS_AT_ONCE) this.#compressions += 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return socket.destroyed ? body : await compress(coding, body);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#compressions -= 1;
    }
  }

  #readerOf(socket: Socket): AnswerReader {
    let reader = this.#readers.get(socket);
    if (!reader) {
      reader = new AnswerReader(socket, this.unsent);
      this.#readers.set(socket, reader);
    }
    return reader;
  }
}

/** One connection. Counts its large answers from their creation until they are sent. */
class AnswerReader {
  bufferedAmount = 0;

  constructor(
    readonly socket: Socket,
    readonly unsent: HeldBytes,
  ) {
    unsent.open(this);
    socket.once("close", () => {
      unsent.close(this);
      this.release(this.bufferedAmount);
    });
  }

  hold(bytes: number): void {
    if (this.socket.destroyed) return;
    this.bufferedAmount += bytes;
    this.unsent.hold(bytes);
  }

  /** Does nothing after the connection has ended, because that released everything. */
  release(bytes: number): void {
    const held = Math.min(bytes, this.bufferedAmount);
    this.bufferedAmount -= held;
    this.unsent.release(held);
  }

  terminate(): void {
    this.socket.destroy();
    // immediately, so that no other connection is ended for these bytes
    this.release(this.bufferedAmount);
  }
}
