import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderRoutes } from "./renderRoutes";

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
  const { router } = await renderRoutes(root.addChildren([here, slow]), "/", {
    defaultPendingMs: Infinity,
  });
  return { arrive, router, leave: () => act(() => router.history.push("/slow")) };
}
