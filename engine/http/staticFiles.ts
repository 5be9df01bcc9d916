import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pageHeaders } from "./contentSecurity";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
const MIN_COMPRESSED_BYTES = 1024;

/** Names with a content hash in them, as bundlers write below `assets/`, never change. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8,}\.\w+$/;

interface StaticFile {
  readonly path: string;
  readonly bytes: number;
  readonly etag: string;
  readonly isPrecompressed: boolean;
}

/** The built web app. Its file list is read once: what is not in it cannot be asked for. */
export class StaticFiles {
  private constructor(
    readonly files: ReadonlyMap<string, StaticFile>,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** @throws Error when `folder` has no index.html */
  static async open(folder: string, extraSources: readonly string[]): Promise<StaticFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = new Map<string, StaticFile>();
    for (const path of paths) {
      const { size, mtimeMs } = await stat(path);
      files.set(`/${relative(folder, path).split(sep).join("/")}`, {
        path,
        bytes: size,
        etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
        isPrecompressed: paths.includes(`${path}.gz`),
      });
    }
    const index = files.get("/index.html");
    if (!index) throw new Error(`The static folder ${folder} has no index.html`);
    return new StaticFiles(files, pageHeaders(await readFile(index.path, "utf8"), extraSources));
  }

  /**
   * Answers a GET or HEAD. A path without a file gets index.html when a page is asked for, so that
   * the app's own routes can be opened directly.
   * @returns false when there is nothing to answer
   */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const wantsPage = (request.headers.accept ?? "").includes("text/html");
    const name = this.files.has(path) ? path : "/index.html";
    if (name !== path && !wantsPage && path !== "/") return false;
    const file = this.files.get(name);
    if (!file) return false;

    const contentType = CONTENT_TYPES[extname(name)] ?? "application/octet-stream";
    const isPage = name.endsWith(".html");
    response.setHeader("Content-Type", contentType);
    response.setHeader("ETag", file.etag);
    response.setHeader(
      "Cache-Control",
      IMMUTABLE.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
    );
    for (const [header, value] of Object.entries(this.headers)) response.setHeader(header, value);
    if (isPage && request.headers["x-forwarded-proto"] === "https") {
      response.setHeader("Strict-Transport-Security", "max-age=31536000");
    }
    if (request.headers["if-none-match"] === file.etag) {
      response.writeHead(304).end();
      return true;
    }
    await send(request, response, file, contentType);
    return true;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  contentType: string,
): Promise<void> {
  const mayCompress = COMPRESSIBLE.test(contentType) && file.bytes >= MIN_COMPRESSED_BYTES;
  const compress = mayCompress && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (mayCompress) response.setHeader("Vary", "Accept-Encoding");
  if (compress) response.setHeader("Content-Encoding", "gzip");
  else response.setHeader("Content-Length", file.bytes);
  if (request.method === "HEAD") {
    response.end();
  } else if (!compress) {
    await pipeline(createReadStream(file.path), response);
  } else if (file.isPrecompressed) {
    await pipeline(createReadStream(`${file.path}.gz`), response);
  } else {
    await pipeline(createReadStream(file.path), createGzip(), response);
  }
}
