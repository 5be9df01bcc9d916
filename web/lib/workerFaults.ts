/**
 * Throws what a promise of a worker was rejected with, so that the page's `error` listener gets it.
 * Browsers only write it to the console, and the page would wait for ever.
 */
export function throwRejections(): void {
  addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) => {
    throw reason;
  });
}

/** Returns what a worker threw; without a message, its file could not be loaded. */
export function workerFault({ message }: { readonly message?: string }): string {
  return message || "a part of the app could not be loaded: reload the page";
}
