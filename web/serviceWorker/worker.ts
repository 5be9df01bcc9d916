import { answerPage, answerTo } from "./answer";

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

/** Matches compressed and uncompressed forms, which are one file. */
const ANY_FORM = { ignoreVary: true };

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
// Pages of version 1.6.5 send one message, and do not reload until this worker is in charge.
worker.addEventListener("message", () => void worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request, worker.location.origin, FILES);
  if (answer === "file") event.respondWith(answerFile(event.request));
  if (answer === "page") event.respondWith(answerPage(fetch(event.request), () => keptFile("/")));
});

/** Earlier versions that open pages may run: the one that was replaced, and one before. */
const KEPT_VERSIONS = 2;

/**
 * Keeps the files of this version, beside those of the versions before it.
 *
 * The worker does not call `skipWaiting`: it replaces the one before once all pages are closed, as
 * browsers do it by themselves. Chromium 156 keeps a worker that calls it waiting for minutes when
 * the one before has just answered, and a page that is opened meanwhile hangs. Nobody misses it: a
 * worker answers with the files of all versions in the browser, newer ones than itself first.
 */
async function install(): Promise<void> {
  await caches.delete(CACHE); // after a rollback it would stand before the version it replaces
  const cache = await caches.open(CACHE);
  await cache.addAll(
    BUILD.atOnce.map(
      // Files with a hash in their names may come from the browser's own cache; others may be
      // outdated there.
      (address) =>
        new Request(address, { cache: address.startsWith("/assets/") ? "default" : "reload" }),
    ),
  );
  const others = (await versionsNewestFirst()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(KEPT_VERSIONS).map((name) => caches.delete(name)));
}

/** Names of the caches of this app's versions, the last to be installed first. */
async function versionsNewestFirst(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse();
}

/** Finds a file in the newest version that has it. */
async function keptFile(request: RequestInfo): Promise<Response | undefined> {
  for (const cacheName of await versionsNewestFirst()) {
    const kept = await caches.match(request, { ...ANY_FORM, cacheName });
    if (kept) return kept;
  }
  return undefined;
}

/** Answers with the kept file, or fetches and keeps it. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await keptFile(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && FILES.has(new URL(request.url).pathname)) {
    await (await caches.open(CACHE)).put(request, response.clone());
  }
  return response;
}
