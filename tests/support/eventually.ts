import { vi } from "vitest";

type Options = { readonly timeout?: number; readonly interval?: number };

/**
 * Calls `check` repeatedly until it no longer throws, and resolves with its result. Gives up after
 * 10 seconds; `vi.waitFor` gives up after one, which is too short on a busy machine. A passing test
 * never waits that long.
 */
export const eventually = <Value>(
  check: () => Value | Promise<Value>,
  options: Options = {},
): Promise<Value> => vi.waitFor(check, { timeout: 10_000, ...options });
