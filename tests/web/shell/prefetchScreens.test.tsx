import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePrefetchScreens } from "@/features/shell/usePrefetchScreens";

function Shell() {
  usePrefetchScreens();
  return null;
}

/** An app with one screen, one public page and the shell; each part is loaded by its function. */
async function open(code: { screen: () => Promise<object>; page: () => Promise<object> }) {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: "/", component: Shell });
  const app = createRoute({ getParentRoute: () => root, id: "_app" });
  const screen = createRoute({
    getParentRoute: () => app,
    path: "screen",
    component: lazyRouteComponent(code.screen),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: "page",
    component: lazyRouteComponent(code.page),
  });
  const router = createRouter({
    routeTree: root.addChildren([start, page, app.addChildren([screen])]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

test("the app's screens are prefetched after the first one, public pages are not", async () => {
  const code = {
    screen: vi.fn(() => Promise.resolve({ default: () => null })),
    page: vi.fn(() => Promise.resolve({ default: () => null })),
  };
  await open(code);
  await pass(2_000);
  expect(code.screen).not.toHaveBeenCalled();
  await pass(2_000);
  expect(code.screen).toHaveBeenCalledOnce();
  expect(code.page).not.toHaveBeenCalled();
});

test("no screen is prefetched without a network", async () => {
  const screen = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  await open({ screen, page: screen });
  await pass(4_000);
  expect(screen).toHaveBeenCalledOnce();
});

test("no screen is prefetched by a browser that saves data", async () => {
  Object.defineProperty(navigator, "connection", {
    value: { saveData: true },
    configurable: true,
  });
  const screen = vi.fn(() => Promise.resolve({ default: () => null }));
  await open({ screen, page: screen });
  await pass(4_000);
  expect(screen).not.toHaveBeenCalled();
});
