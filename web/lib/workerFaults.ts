/**
 * Throws unhandled rejections in a worker as errors, so that the page's `error` listener gets them.
 * Browsers only log them to the console, and the page would wait forever.
 */
export function throwRejections(): void {
  addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) => {
    throw reason;
  });
}

/** Returns the message of a worker's error; without a message, its file could not be loaded. */
export function workerFault({ message }: { readonly message?: string }): string {
  return message || "a part of the app could not be loaded: reload the page";
}
