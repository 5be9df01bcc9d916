/**
 * Replaces a harmful worker: deletes all caches and unregisters itself. A build with
 * `VITE_SERVICE_WORKER=off` serves it as /sw.js; browsers fetch it when a page is opened.
 */
const worker = self as unknown as {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate",
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

worker.addEventListener("install", (event) => {
  // Unregister during install, so that a reload is free of the harmful worker; `skipWaiting` also
  // frees open pages, but Chromium may delay it for minutes. The browser unregisters only after
  // this event, so awaiting it here would never end.
  void worker.registration.unregister();
  event.waitUntil(Promise.all([deleteFiles(), worker.skipWaiting()]));
});
// The harmful worker may have cached files again in the meantime.
worker.addEventListener("activate", (event) => event.waitUntil(deleteFiles()));

async function deleteFiles(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
