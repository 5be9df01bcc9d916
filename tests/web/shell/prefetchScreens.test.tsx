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
import { ConvexProvider } from "convex/react";
import { usePrefetchScreens } from "@/features/shell/usePrefetchScreens";
import { fakeConnection } from "../../support/web/fakeConnection";

function Shell() {
  usePrefetchScreens();
  return null;
}

type Load = () => Promise<object>;

/** An app with `screens`, one public page and the shell; each part is loaded by its function. */
async function open({ screens, page = loads() }: { screens: readonly Load[]; page?: Load }) {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: "/", component: Shell });
  const app = createRoute({ getParentRoute: () => root, id: "_app" });
  const inApp = screens.map((load, index) =>
    createRoute({
      getParentRoute: () => app,
      path: `screen${index}`,
      component: lazyRouteComponent(load),
    }),
  );
  const open = createRoute({
    getParentRoute: () => root,
    path: "page",
    component: lazyRouteComponent(page),
  });
  const router = createRouter({
    routeTree: root.addChildren([start, open, app.addChildren(inApp)]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  const connection = fakeConnection();
  render(
    <ConvexProvider client={connection.client}>
      <RouterProvider router={router} />
    </ConvexProvider>,
  );
  return connection;
}

const loads = () => vi.fn(() => Promise.resolve({ default: () => null }));
const fails = () => vi.fn<Load>(() => Promise.reject(new TypeError("Failed to fetch")));

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const says = (event: "offline" | "online") =>
  act(() => {
    window.dispatchEvent(new Event(event));
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

test("the app's screens are prefetched after the first one, public pages are not", async () => {
  const [screen, page] = [loads(), loads()];
  await open({ screens: [screen], page });
  await pass(2_000);
  expect(screen).not.toHaveBeenCalled();
  await pass(2_000);
  expect(screen).toHaveBeenCalledOnce();
  expect(page).not.toHaveBeenCalled();
});

test("prefetching stops at the first screen that cannot be loaded, and goes on after a reconnect", async () => {
  const [loaded, missing, next] = [loads(), fails(), loads()];
  const connection = await open({ screens: [loaded, missing, next] });
  await pass(4_000);
  expect(missing).toHaveBeenCalledOnce();
  expect(next).not.toHaveBeenCalled();

  connection.change({ isWebSocketConnected: false });
  await pass(60_000);
  expect(missing).toHaveBeenCalledOnce();

  missing.mockResolvedValue({ default: () => null });
  connection.change({ isWebSocketConnected: true });
  await pass(4_000);
  expect(missing).toHaveBeenCalledTimes(2);
  expect(loaded).toHaveBeenCalledOnce();
  expect(next).toHaveBeenCalledOnce();
});

test("no screen is prefetched while the browser reports that it is offline", async () => {
  const screen = loads();
  await open({ screens: [screen] });
  says("offline");
  await pass(60_000);
  expect(screen).not.toHaveBeenCalled();
  says("online");
  await pass(4_000);
  expect(screen).toHaveBeenCalledOnce();
});

test("no screen is prefetched by a browser that saves data", async () => {
  Object.defineProperty(navigator, "connection", {
    value: { saveData: true },
    configurable: true,
  });
  const screen = loads();
  await open({ screens: [screen] });
  await pass(4_000);
  expect(screen).not.toHaveBeenCalled();
});
