import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONValue } from "convex/values";
import { Arriving, type HeldBytes } from "../sync/heldBytes";
import { JsonShape, JsonShapeError } from "../values/jsonShape";

/** An expected refusal of a request. `respondError` sends `{code, message}` with `status`. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds until the request may succeed. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Refusal of a call that hung the server before. @param untilMs epoch ms */
export function callBlocked(message: string, untilMs: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil((untilMs - Date.now()) / 1000));
  return new HttpError(503, "CallBlocked", message, retryAfter);
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Counts the bytes of the body until it is complete. */
  readonly held?: HeldBytes;
  /** Called with each chunk as it arrives. If it throws, reading stops with that error. */
  readonly onChunk?: (chunk: Buffer) => void;
}

/**
 * Pieces in which a body may arrive: this many, and one more for each MIN_PIECE_BYTES. A piece is a
 * network read or, of a chunked body, a chunk, and costs 5 µs and 250 bytes of memory whatever its
 * size: 1 MiB in chunks of one byte occupied the thread for five seconds, and 240 MB.
 */
const MAX_SMALL_PIECES = 1_000;
const MIN_PIECE_BYTES = 256;

/**
 * Reads a request's body.
 *
 * @throws HttpError 413 as soon as it exceeds `maxBytes`, 400 as soon as it has too many pieces
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, held, onChunk }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () =>
    new HttpError(413, "RequestTooLarge", `The request body is larger than ${maxBytes} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const arriving = new Arriving(() => request.destroy());
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      if (pieces.length > MAX_SMALL_PIECES + size / MIN_PIECE_BYTES) throw tooManyPieces();
      if (held) arriving.add(piece.length, held);
      onChunk?.(piece);
      pieces.push(piece);
    }
  } finally {
    arriving.clear();
  }
  return Buffer.concat(pieces, size);
}

const tooManyPieces = () =>
  new HttpError(400, "BodyInPieces", "The request body is sent in too many small chunks");

/**
 * Adds a check to `limits`: a JSON body that would take long to parse (jsonShape.ts) is refused
 * with HttpError 400 while it is still arriving.
 */
export function withJsonShape({ onChunk, ...limits }: BodyLimits): BodyLimits {
  const shape = new JsonShape();
  return {
    ...limits,
    onChunk: (chunk) => {
      onChunk?.(chunk);
      try {
        shape.push(chunk);
      } catch (error) {
        if (!(error instanceof JsonShapeError)) throw error;
        throw new HttpError(400, "BadJsonBody", error.message);
      }
    },
  };
}

/** Reads a body of one JSON object. @throws HttpError 400 for any other body, 413 when too large */
export async function readJson(
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<{ [key: string]: JSONValue }> {
  const body = await readBody(request, withJsonShape(limits));
  let value: JSONValue;
  try {
    value = JSON.parse(body.toString("utf8")) as JSONValue;
  } catch {
    throw new HttpError(400, "BadJsonBody", "The request body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object");
  }
  return value;
}

/** @param json JSON text, or its bytes as described by the headers already set */
export function respondJson(response: ServerResponse, status: number, json: string | Buffer): void {
  const body = typeof json === "string" ? Buffer.from(json) : json;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

export function respondText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}

/** Sends `error` to the client: an HttpError in full, any other error as a 500 without its text. */
export function respondError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy(); // too late for a status: the client sees a broken response
    return;
  }
  const { status, code, message, retryAfter } =
    error instanceof HttpError
      ? error
      : new HttpError(500, "InternalServerError", "Your request couldn't be completed.");
  // The rest of an unfinished request is not read, so its connection cannot be reused. A throttled
  // request is answered before Node has finished it, so its client cannot pipeline others.
  if (response.req.complete === false) response.setHeader("Connection", "close");
  if (retryAfter !== null) response.setHeader("Retry-After", String(retryAfter));
  respondJson(response, status, JSON.stringify({ code, message }));
}
