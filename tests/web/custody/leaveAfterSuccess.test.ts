import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";

/** docs/product.md, "Way back": half a second. */
const DELAY_MS = 500;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a screen is left half a second after its success, once", () => {
  const leave = vi.fn();
  const { rerender } = renderHook(({ isDone }) => useLeaveAfterSuccess(isDone, leave), {
    initialProps: { isDone: false },
  });
  vi.advanceTimersByTime(DELAY_MS);
  rerender({ isDone: true });
  vi.advanceTimersByTime(DELAY_MS - 1);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(leave).toHaveBeenCalledOnce();
  rerender({ isDone: true });
  vi.advanceTimersByTime(DELAY_MS);
  expect(leave).toHaveBeenCalledOnce();
});

test("a screen that was left before its half second leads nowhere", () => {
  const leave = vi.fn();
  renderHook(() => useLeaveAfterSuccess(true, leave)).unmount();
  vi.advanceTimersByTime(DELAY_MS);
  expect(leave).not.toHaveBeenCalled();
});
