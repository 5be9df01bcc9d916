import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { isAnonymous } from "../auth/authenticator";
import type { Caller } from "../functions/types";
import type { FunctionRunner } from "../functions/runner";
import { readBody, withJsonShape, type BodyLimits } from "./messages";

/**
 * The real backend's limit for a request to an HTTP action. Here it holds for callers with a token.
 */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** The limit for callers without a token, such as webhooks and forms of strangers. */
const MAX_ANONYMOUS_BODY_BYTES = 1024 * 1024;

/**
 * Runs the HTTP action that the app's `http.ts` routes the request to, and sends its response.
 * @param target the caller, and the path and query that the action sees below `siteUrl`
 * @returns false, with nothing sent, when no route matches
 */
export async function respondWithHttpAction(
  functions: FunctionRunner,
  exchange: { request: IncomingMessage; response: ServerResponse },
  target: { siteUrl: string; path: string; caller: Caller },
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  const { request, response } = exchange;
  const maxBytes = isAnonymous(target.caller) ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES;
  const limits = { maxBytes, onChunk };
  // Resolving the path against the URL would take `//name/hello` for another host.
  const url = new URL(new URL(target.siteUrl).origin + target.path);
  const answer = await functions.runHttpAction(
    await webRequest(request, url, limits),
    target.caller,
  );
  if (answer === null) return false;
  response.statusCode = answer.status;
  if (answer.statusText) response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  if (answer.body === null || request.method === "HEAD") response.end();
  else await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  return true;
}

async function webRequest(
  request: IncomingMessage,
  url: URL,
  limits: BodyLimits,
): Promise<Request> {
  const method = request.method ?? "GET";
  const headers = new Headers();
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    headers.append(request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? "");
  }
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const isJson = /\bjson\b/i.test(headers.get("content-type") ?? "");
  const body = await readBody(request, isJson ? withJsonShape(limits) : limits);
  return new Request(url, { method, headers, body });
}
