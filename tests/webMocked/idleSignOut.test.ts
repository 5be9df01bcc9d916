import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useIdleSignOut } from "@/features/shell/useIdleSignOut";
import { takeNotice } from "@/lib/account/signingOut";

const said = vi.hoisted(() => ({ signOut: vi.fn(() => Promise.resolve()), mutation: vi.fn() }));
vi.mock("@/features/shell/useSignOut", () => ({ useSignOut: () => said.signOut }));
vi.mock("convex/react", () => {
  const client = {
    connectionState: () => ({ isWebSocketConnected: true }),
    mutation: said.mutation.mockResolvedValue(null),
  };
  return { useConvex: () => client };
});

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  said.signOut.mockClear();
});
afterEach(() => vi.useRealTimers());

test("people are signed out after 15 minutes without input, and read why at /", () => {
  renderHook(useIdleSignOut);
  vi.advanceTimersByTime(14 * MINUTE_MS);
  window.dispatchEvent(new KeyboardEvent("keydown"));
  vi.advanceTimersByTime(15 * MINUTE_MS - 1_000);
  expect(said.signOut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(said.signOut.mock.calls).toEqual([["/", { isIdle: true }]]); // their replica is kept
  expect(takeNotice()).toBe("You were signed out after 15 minutes without activity.");
});
