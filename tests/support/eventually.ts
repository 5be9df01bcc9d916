import { vi } from "vitest";

type Options = { readonly timeout?: number; readonly interval?: number };

/**
 * Calls `check` repeatedly until it no longer throws, and resolves with its result. Gives up after
 * a minute; `vi.waitFor` gives up after a second, which is too short on a busy machine. A passing
 * test never waits that long.
 */
export const eventually = <Value>(
  check: () => Value | Promise<Value>,
  options: Options = {},
): Promise<Value> => vi.waitFor(check, { timeout: 60_000, ...options });
