import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { constants, createGzip } from "node:zlib";
import { isAnonymous } from "../auth/authenticator";
import type { Caller } from "../functions/types";
import type { FunctionRunner } from "../functions/runner";
import { CallBlocked } from "../functions/errors";
import type { ArrivingBytes } from "../sync/heldBytes";
import { chooseCoding } from "./contentEncoding";
import { callBlocked, readBody, withJsonShape, type BodyLimits } from "./messages";

/** The real backend's request limit for HTTP actions; here it applies to callers with a token. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** Bytes of a body that identify a call after it has hung the server. */
const MAX_BODY_TEXT_BYTES = 16 * 1024;
/**
 * A streamed response ends after sending nothing for this long: its client has stopped reading, or
 * its function writes nothing.
 */
const STALLED_CLIENT_MS = 5 * 60_000;
/** Request limit for callers without a token, such as webhooks and public forms. */
const MAX_ANONYMOUS_BODY_BYTES = 1024 * 1024;

/**
 * Runs the HTTP action to which the app's `http.ts` routes the request, and sends its response.
 *
 * @param target the caller, and the path and query below `siteUrl` that the action sees
 * @returns false, with nothing sent, when no route matches
 */
export async function respondWithHttpAction(
  functions: FunctionRunner,
  exchange: { request: IncomingMessage; response: ServerResponse },
  target: { siteUrl: string; path: string; caller: Caller },
  { arrivingBytes, onChunk }: { arrivingBytes: ArrivingBytes; onChunk: (chunk: Buffer) => void },
): Promise<boolean> {
  const { request, response } = exchange;
  const isVisitor = isAnonymous(target.caller);
  const maxBytes = isVisitor ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES;
  const limits = { maxBytes, held: arrivingBytes.of({ isAnonymous: isVisitor }), onChunk };
  // Resolving the path against the URL would treat `//name/hello` as another host.
  const url = new URL(new URL(target.siteUrl).origin + target.path);
  const body = hasBody(request) ? await readBody(request, bodyLimits(request, limits)) : null;
  const answer = await functions
    .runHttpAction(
      new Request(url, { method: request.method ?? "GET", headers: headersOf(request), body }),
      target.caller,
      body ? textOf(body) : "",
    )
    .catch((error: unknown) => {
      throw error instanceof CallBlocked ? callBlocked(error.message, error.untilMs) : error;
    });
  if (answer === null) return false;
  const content = answer.body && Readable.fromWeb(answer.body as ReadableStream);
  try {
    setHead(response, answer);
    const isCompressed = mayCompress(answer) && prepareGzip(request, response);
    if (content === null || request.method === "HEAD") response.end();
    else {
      response.setTimeout(STALLED_CLIENT_MS, () => response.destroy());
      await (isCompressed ? pipeline(content, gzip(), response) : pipeline(content, response));
    }
  } finally {
    content?.destroy(); // a pipeline to a disconnected client leaves it open
  }
  return true;
}

/** Types whose contents are text, which compresses well. */
const TEXT_TYPE = /^(text\/|application\/(x-ndjson|[\w.+-]*json|[\w.+-]*xml)\b)/i;

/**
 * True for a text that may be sent in another coding than the function chose. Not for one with an
 * entity tag, because the tag is for the exact bytes.
 */
function mayCompress({ status, headers, body }: Response): boolean {
  const isAsChosen = ["Content-Encoding", "Content-Range", "ETag"].some((name) =>
    headers.has(name),
  );
  const isFixed = /\bno-transform\b/i.test(headers.get("Cache-Control") ?? "");
  const isText = TEXT_TYPE.test(headers.get("Content-Type") ?? "");
  return status === 200 && body !== null && isText && !isAsChosen && !isFixed;
}

/** Sets the headers of a response that varies by coding. @returns whether to compress it */
function prepareGzip({ headers }: IncomingMessage, response: ServerResponse): boolean {
  response.appendHeader("Vary", "Accept-Encoding");
  if (chooseCoding(String(headers["accept-encoding"] ?? ""), ["gzip"]) === null) return false;
  response.setHeader("Content-Encoding", "gzip");
  response.removeHeader("Content-Length");
  return true;
}

/**
 * Compresses on Node's thread pool, one chunk at a time, as fast as the client reads. Each chunk is
 * sent when it is compressed, so a stream of small messages is not held back.
 */
const gzip = () => createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });

function setHead(response: ServerResponse, { status, statusText, headers }: Response): void {
  response.statusCode = status;
  if (statusText) response.statusMessage = statusText;
  for (const [name, value] of headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
}

/** Returns the body's length and beginning as text. */
const textOf = (body: Buffer) =>
  `${body.length} ${body.subarray(0, MAX_BODY_TEXT_BYTES).toString("latin1")}`;

const hasBody = ({ method = "GET" }: IncomingMessage) => method !== "GET" && method !== "HEAD";

function bodyLimits({ headers }: IncomingMessage, limits: BodyLimits): BodyLimits {
  return /\bjson\b/i.test(headers["content-type"] ?? "") ? withJsonShape(limits) : limits;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  return headers;
}
