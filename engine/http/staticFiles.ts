import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { chooseCoding, type Coding } from "./contentEncoding";
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

/** Suffixes of the compressed forms that a build writes next to a file, smallest form first. */
const PRECOMPRESSED: readonly (readonly [Coding, string])[] = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

/** Files that never change: bundlers put a content hash into names below `assets/`. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8,}\.\w+$/;

/** One form of a file on disk: uncompressed or compressed. */
interface Representation {
  readonly path: string;
  readonly bytes: number;
  /** Different for each form of a file, because caches store all of them under one address. */
  readonly etag: string;
}

interface StaticFile extends Representation {
  readonly compressed: ReadonlyMap<Coding, Representation>;
}

/**
 * Serves the built web app. The list of files is read once, at the start; paths outside it are
 * never opened.
 *
 * Nothing is compressed per request. A build writes `app.js.br` and `app.js.gz` next to `app.js`;
 * clients that accept a compressed form get it when they request `/app.js`, and it has no address
 * of its own. A request for a byte range gets the whole file, as RFC 9110 allows.
 */
export class StaticFiles {
  private constructor(
    readonly files: ReadonlyMap<string, StaticFile>,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** @throws Error when `folder` has no index.html */
  static async open(folder: string, extraSources: readonly string[]): Promise<StaticFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = new Set(
      entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    );
    const files = new Map<string, StaticFile>();
    for (const path of paths) {
      if (isPrecompressedForm(path, paths)) continue;
      const compressed = new Map<Coding, Representation>();
      for (const [coding, ending] of PRECOMPRESSED) {
        const form = `${path}${ending}`;
        if (paths.has(form)) compressed.set(coding, await represent(form, ending));
      }
      const address = `/${relative(folder, path).split(sep).join("/")}`;
      files.set(address, { ...(await represent(path, "")), compressed });
    }
    const index = files.get("/index.html");
    if (!index) throw new Error(`The static folder ${folder} has no index.html`);
    return new StaticFiles(files, pageHeaders(await readFile(index.path, "utf8"), extraSources));
  }

  /**
   * Answers a GET or HEAD request. A browser that opens a page at a path without a file gets
   * index.html, so that the app's own routes can be opened directly.
   *
   * @returns false, with nothing sent, when the path has no file or page
   */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const wantsPage = (request.headers.accept ?? "").includes("text/html");
    const name = this.files.has(path) ? path : "/index.html";
    if (name !== path && !wantsPage && path !== "/") return false;
    const file = this.files.get(name);
    if (!file) return false;

    const accepted = String(request.headers["accept-encoding"] ?? "");
    const coding = chooseCoding(accepted, [...file.compressed.keys()]);
    const form = (coding && file.compressed.get(coding)) ?? file;

    const isPage = name.endsWith(".html");
    response.setHeader("Content-Type", CONTENT_TYPES[extname(name)] ?? "application/octet-stream");
    response.setHeader("ETag", form.etag);
    if (file.compressed.size > 0) response.setHeader("Vary", "Accept-Encoding");
    response.setHeader(
      "Cache-Control",
      IMMUTABLE.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
    );
    for (const [header, value] of Object.entries(this.headers)) response.setHeader(header, value);
    if (isPage && request.headers["x-forwarded-proto"] === "https") {
      response.setHeader("Strict-Transport-Security", "max-age=31536000");
    }
    if (isUnchanged(request.headers["if-none-match"], form.etag)) {
      response.writeHead(304).end();
      return true;
    }
    if (coding) response.setHeader("Content-Encoding", coding);
    response.setHeader("Content-Length", form.bytes);
    if (request.method === "HEAD") response.end();
    else await pipeline(createReadStream(form.path), response);
    return true;
  }
}

function isPrecompressedForm(path: string, paths: ReadonlySet<string>): boolean {
  return PRECOMPRESSED.some(
    ([, ending]) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)),
  );
}

async function represent(path: string, suffix: string): Promise<Representation> {
  const { size, mtimeMs } = await stat(path);
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${suffix}"`;
  return { path, bytes: size, etag };
}

/**
 * True when If-None-Match contains `etag`. The header may list several, and a proxy may have made
 * ours weak.
 */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((value) => value.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
