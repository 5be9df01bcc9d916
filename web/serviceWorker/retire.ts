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

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
