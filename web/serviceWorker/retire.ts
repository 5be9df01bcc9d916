/**
 * Takes the place of a worker that does harm: deletes all that was kept, and itself. A build with
 * `VITE_SERVICE_WORKER=off` has it at /sw.js; browsers fetch it when a page is opened.
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
  // The registration ends at once, so that a reload is free of the harmful worker; `skipWaiting`
  // frees open pages, but Chromium may put that off for minutes. The browser unregisters only when
  // this event is over, so waiting for it here would never end.
  void worker.registration.unregister();
  event.waitUntil(Promise.all([deleteFiles(), worker.skipWaiting()]));
});
// The harmful worker may have kept files again until now.
worker.addEventListener("activate", (event) => event.waitUntil(deleteFiles()));

async function deleteFiles(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
