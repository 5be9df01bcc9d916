import { afterAll, vi } from "vitest";

/** Restores the process after a file: the next file of the project runs in it too. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
