import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";

/** A page at `/`, and one at `/slow` whose code loads when the test calls `arrive`. */
export async function renderSlowPage({ frame, old }: { frame?: ReactNode; old: () => ReactNode }) {
  let arrive: () => void = () => undefined;
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const root = createRootRoute({
    component: () => (
      <>
        {frame}
        <Outlet />
      </>
    ),
  });
  const here = createRoute({ getParentRoute: () => root, path: "/", component: old });
  const slow = createRoute({
    getParentRoute: () => root,
    path: "/slow",
    loader: () => code,
    component: () => "the new page",
  });
  const router = createRouter({
    routeTree: root.addChildren([here, slow]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    defaultPendingMs: Infinity,
  });
  await router.load();
  render(<RouterProvider router={router} />);
  return { arrive, router, leave: () => act(() => router.history.push("/slow")) };
}
