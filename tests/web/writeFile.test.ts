import { afterEach, expect, test, vi } from "vitest";
import { writeFile } from "@/lib/export/writeFile";

afterEach(() => vi.unstubAllGlobals());

test("an export whose worker does not load fails, instead of going on for ever", async () => {
  let isEnded = false;
  class BrokenWorker {
    onerror: (() => void) | null = null;
    postMessage() {
      queueMicrotask(() => this.onerror?.());
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
  await expect(file).rejects.toThrow("The worker that writes the file failed");
  expect(isEnded).toBe(true);
});
