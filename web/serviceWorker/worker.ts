import { answerPage, answerTo } from "./answer";
import { TAKE_OVER } from "./messages";

/**
 * The service worker: it keeps the app's files, so that the app opens without a network and says
 * what is missing, where the browser would show an error page. scripts/lib/serviceWorker.mjs builds
 * it into /sw.js, with the list of files that it keeps.
 */

/** Written by the build. `version` changes with any file. */
declare const BUILD: {
  readonly version: string;
  /** Addresses of what is fetched at once: the page, all code, the decoder, styles and fonts. */
  readonly atOnce: readonly string[];
  /** Addresses of what is kept from its first use on: pictures, maps. */
  readonly onUse: readonly string[];
};

type Waiting = { waitUntil(work: Promise<unknown>): void };
/**
 * The part of `ServiceWorkerGlobalScope` that is used; the types of pages and workers exclude it.
 */
const worker = self as unknown as {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(kind: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    kind: "fetch",
    listener: (event: {
      readonly request: Request;
      respondWith(answer: Promise<Response>): void;
    }) => void,
  ): void;
};

const PREFIX = "sms-files-";
const CACHE = PREFIX + BUILD.version;
const FILES = new Set([...BUILD.atOnce, ...BUILD.onUse]);

/** Matches compressed and uncompressed forms, which are one file. */
const ANY_FORM = { ignoreVary: true };

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request, worker.location.origin, FILES);
  if (answer === "file") event.respondWith(answerFile(event.request));
  if (answer === "page") event.respondWith(answerPage(fetch(event.request), keptPage));
});

const keptPage = async () => (await caches.open(CACHE)).match("/", ANY_FORM);

/**
 * Keeps the files of this version. It does not take over yet: Chromium ends the worker before it as
 * soon as the new one may take over, and the opening of a page that the old one is answering then
 * hangs for ever. A page asks for it before it reloads; otherwise it happens once all pages are
 * closed.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    BUILD.atOnce.map(
      // Files with a hash in their names may come from the browser's own cache; others may be
      // outdated there.
      (address) =>
        new Request(address, { cache: address.startsWith("/assets/") ? "default" : "reload" }),
    ),
  );
}

/** Earlier versions that open pages may run: the one that was replaced, and one that waited. */
const KEPT_VERSIONS = 2;

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -KEPT_VERSIONS).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Answers with the kept file, or fetches and keeps it. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // A page of an earlier version asks for files that only an earlier cache has.
  const kept = (await cache.match(request, ANY_FORM)) ?? (await caches.match(request, ANY_FORM));
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
