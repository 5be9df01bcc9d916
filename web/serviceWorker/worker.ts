/**
 * The service worker. It caches the app's files, so that the app opens without a network and shows
 * what is missing, instead of the browser's error page. scripts/lib/serviceWorker.mjs builds it
 * into /sw.js, with the list of files to cache.
 */
import { answerPage, answerTo } from "./answer";

/** Set by the build. `version` changes with any file. */
declare const BUILD: {
  readonly version: string;
  /** Addresses cached on install: the page, all code, the decoder, styles and fonts. */
  readonly atOnce: readonly string[];
  /** Addresses cached on first use: pictures, maps. */
  readonly onUse: readonly string[];
};

type Waiting = { waitUntil(work: Promise<unknown>): void };
/** The subset of `ServiceWorkerGlobalScope` used here; its types conflict with the page's. */
const worker = self as unknown as {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", listener: (event: Waiting) => void): void;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "message", listener: () => void): void;
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

/** Compressed and uncompressed responses count as the same file. */
const ANY_FORM = { ignoreVary: true };

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
// Pages of version 1.6.5 send one message, and do not reload until this worker has activated.
worker.addEventListener("message", () => void worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request, worker.location.origin, FILES);
  if (answer === "file") event.respondWith(answerFile(event.request));
  if (answer === "page") event.respondWith(answerPage(fetch(event.request), () => keptFile("/")));
});

/** Earlier versions that open pages may still use: the replaced one and the one before it. */
const KEPT_VERSIONS = 2;

/**
 * Caches the files of this version in addition to those of earlier versions.
 *
 * The worker does not call `skipWaiting`: it activates by the browser's default, once all pages are
 * closed. In Chromium 156, `skipWaiting` can leave a worker waiting for minutes if the previous
 * worker has just answered a request, and a page opened meanwhile hangs. Waiting does no harm: a
 * worker answers from the caches of all versions in the browser, including newer ones, newest
 * first.
 */
async function install(): Promise<void> {
  // After a rollback, it would otherwise be ordered before the version it replaces.
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.addAll(
    BUILD.atOnce.map(
      // Files with a hash in their names may come from the HTTP cache; others may be outdated
      // there.
      (address) =>
        new Request(address, { cache: address.startsWith("/assets/") ? "default" : "reload" }),
    ),
  );
  const others = (await versionsNewestFirst()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(KEPT_VERSIONS).map((name) => caches.delete(name)));
}

/** Names of the caches of this app's versions, most recently installed first. */
async function versionsNewestFirst(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse();
}

/** Finds a file in the newest version that contains it. */
async function keptFile(request: RequestInfo): Promise<Response | undefined> {
  for (const cacheName of await versionsNewestFirst()) {
    const kept = await caches.match(request, { ...ANY_FORM, cacheName });
    if (kept) return kept;
  }
  return undefined;
}

/** Returns the cached file, or fetches and caches it. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await keptFile(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && FILES.has(new URL(request.url).pathname)) {
    await (await caches.open(CACHE)).put(request, response.clone());
  }
  return response;
}
