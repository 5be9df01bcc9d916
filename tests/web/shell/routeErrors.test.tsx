import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DrawFailure, RouteFailure } from "@/components/pages/ErrorScreen";
import { drawFailure } from "@/components/pages/ErrorState";
import { renderRoutes } from "../../support/web/renderRoutes";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(address: string) {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  const fail = () => {
    throw new Error("Only 200 rows");
  };
  const root = createRootRoute();
  const shell = createRoute({
    getParentRoute: () => root,
    id: "_app",
    component: () => (
      <>
        <nav>the shell</nav>
        <DrawFailure value={drawFailure}>
          <Outlet />
        </DrawFailure>
      </>
    ),
  });
  const within = createRoute({ getParentRoute: () => shell, path: "/list", component: fail });
  const outside = createRoute({ getParentRoute: () => root, path: "/public", component: fail });
  await renderRoutes(root.addChildren([shell.addChildren([within]), outside]), address, {
    defaultErrorComponent: RouteFailure,
  });
}

test("a screen that fails leaves the shell around it, and can be tried again", async () => {
  await open("/list");
  expect(await screen.findByText("This could not be loaded")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.getByText("the shell")).toBeTruthy();
});

test("a public page that fails is replaced by the error page", async () => {
  await open("/public");
  expect(await screen.findByText("Internal server error.")).toBeTruthy();
  expect(screen.queryByText("This could not be loaded")).toBeNull();
});
