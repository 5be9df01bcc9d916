import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouteProgress } from "@/components/RouteProgress";

/** A page whose code comes when the test says so, and the way there begun. */
async function leaveForSlowPage() {
  let arrive: () => void = () => undefined;
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const root = createRootRoute({
    component: () => (
      <>
        <RouteProgress />
        <Outlet />
      </>
    ),
  });
  const old = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => "the old page",
  });
  const slow = createRoute({
    getParentRoute: () => root,
    path: "/slow",
    loader: () => code,
    component: () => "the new page",
  });
  const router = createRouter({
    routeTree: root.addChildren([old, slow]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    defaultPendingMs: Infinity,
  });
  await router.load();
  render(<RouterProvider router={router} />);
  act(() => router.history.push("/slow"));
  return { arrive };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a page that is slow to come is announced over the old one, until it is there", async () => {
  const { arrive } = await leaveForSlowPage();
  await pass(160);
  expect(screen.getByRole("status").textContent).toBe("Loading the page…");
  expect(screen.getByText("the old page")).toBeTruthy();
  arrive();
  await pass(0);
  expect(screen.getByText("the new page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});

test("a page that comes at once is not announced", async () => {
  const { arrive } = await leaveForSlowPage();
  await pass(100);
  expect(screen.queryByRole("status")).toBeNull();
  arrive();
  await pass(100);
  expect(screen.getByText("the new page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});
