import { vi } from "vitest";

type Options = { readonly timeout?: number; readonly interval?: number };

/**
 * Calls `check` again and again until it no longer throws, and resolves with what it returns. It
 * gives up after 10 seconds, where `vi.waitFor` does after one, which a machine that is busy with
 * something else does not always keep. A test that passes never waits that long.
 */
export const eventually = <Value>(
  check: () => Value | Promise<Value>,
  options: Options = {},
): Promise<Value> => vi.waitFor(check, { timeout: 10_000, ...options });
