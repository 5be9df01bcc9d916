import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { UnsentBytes } from "../sync/unsentBytes";
import { chooseCoding, compress, type Coding } from "./contentEncoding";
import { respondJson } from "./messages";

/** Answers from this size on are compressed, and counted until their client has taken them. */
const LARGE_ANSWER_BYTES = 32 * 1024;
/**
 * Leaves threads of Node's pool of four to the commit log's fsync, which waits in the same line.
 */
const MAX_COMPRESSIONS_AT_ONCE = 2;
const CODINGS: readonly Coding[] = ["br", "gzip"];

/**
 * Sends the answers of queries over HTTP: a page of 200 rows takes a seventh of its bytes.
 *
 * An attacker who has text of their own compressed together with a secret learns the secret from
 * the answer's length (BREACH). Here no page of another origin can ask at all: tokens travel in a
 * header that only the app sets.
 */
export class QueryAnswers {
  readonly #readers = new WeakMap<Socket, AnswerReader>();
  #compressions = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly unsent: UnsentBytes) {}

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

/** One connection: counts its large answers from the time they are made until they are sent. */
class AnswerReader {
  bufferedAmount = 0;

  constructor(
    readonly socket: Socket,
    readonly unsent: UnsentBytes,
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
    this.unsent.queued(bytes);
  }

  /** Does nothing after the connection's end, which has released all. */
  release(bytes: number): void {
    const held = Math.min(bytes, this.bufferedAmount);
    this.bufferedAmount -= held;
    this.unsent.sent(held);
  }

  terminate(): void {
    this.socket.destroy();
    this.release(this.bufferedAmount); // at once: no other connection must end for these bytes
  }
}
