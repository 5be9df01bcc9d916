import { afterEach, expect, test, vi } from "vitest";
import { writeFile } from "@/lib/export/writeFile";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["does not load", {}, "a part of the app could not be loaded: reload the page"],
  ["throws", { message: "Uncaught TypeError: x" }, "Uncaught TypeError: x"],
])("an export whose worker %s fails and says why", async (_how, event, fault) => {
  let isEnded = false;
  class BrokenWorker {
    onerror: ((event: { readonly message?: string }) => void) | null = null;
    postMessage() {
      queueMicrotask(() => this.onerror?.(event));
    }
    terminate() {
      isEnded = true;
    }
  }
  vi.stubGlobal("Worker", BrokenWorker);
  async function* rows() {
    yield [];
  }
  const { signal } = new AbortController();
  const file = writeFile({
    name: "samples",
    format: "csv",
    rows: rows(),
    signal,
    onProgress: () => undefined,
  });
  await expect(file).rejects.toThrow(`The worker that writes the file failed: ${fault}`);
  expect(isEnded).toBe(true);
});
