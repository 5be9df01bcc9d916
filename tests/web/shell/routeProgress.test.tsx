import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouteProgress } from "@/components/pages/RouteProgress";
import { renderSlowPage } from "../../support/web/slowPage";

async function leaveForSlowPage() {
  const page = await renderSlowPage({ frame: <RouteProgress />, old: () => "the old page" });
  page.leave();
  return page;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a slow page shows a line of progress over the old one until it is loaded", async () => {
  const { arrive } = await leaveForSlowPage();
  await pass(160);
  expect(screen.getByRole("status").textContent).toBe("Loading the page…");
  expect(screen.getByText("the old page")).toBeTruthy();
  arrive();
  await pass(0);
  expect(screen.getByText("the new page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});

test("a page that opens immediately shows no progress", async () => {
  const { arrive } = await leaveForSlowPage();
  await pass(100);
  expect(screen.queryByRole("status")).toBeNull();
  arrive();
  await pass(100);
  expect(screen.getByText("the new page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});
