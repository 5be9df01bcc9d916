import {
  createMemoryHistory,
  createRouter,
  RouterProvider,
  type AnyRoute,
  type RouterOptions,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";

type Options = Pick<RouterOptions<AnyRoute, "never">, "defaultErrorComponent" | "defaultPendingMs">;

/** Renders the route of `address` in a router of its own. */
export async function renderRoutes(routeTree: AnyRoute, address = "/", options: Options = {}) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history, ...options });
  await router.load();
  return { ...render(<RouterProvider router={router} />), router };
}
