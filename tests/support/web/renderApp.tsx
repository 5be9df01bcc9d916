import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { Toasts } from "@/components/Toasts";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { FakeConvex } from "./fakeConvex";
import { renderRoutes } from "./renderRoutes";

/** Renders one screen in a router, with mutations sent to `convex`. */
export async function renderScreen(convex: FakeConvex, screen: ReactNode) {
  toast.dismiss(); // toasts survive the page that showed them
  const root = createRootRoute({
    component: () => (
      <ConvexProvider client={convex.asClient()}>
        <TooltipProvider>
          <Outlet />
          <Toasts />
        </TooltipProvider>
      </ConvexProvider>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: "/", component: () => screen });
  const elsewhere = createRoute({ getParentRoute: () => root, path: "$", component: () => null });
  // No style sheet is loaded here. The check computes the styles of all ancestors, which took most
  // of a click.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { ...(await renderRoutes(root.addChildren([page, elsewhere]))), user };
}
