import { afterAll, vi } from "vitest";

/** Gives a file's process back as it was: the next file of the project runs in it too. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
