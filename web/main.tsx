import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { NotFoundScreen, RouteFailure } from "./components/pages/ErrorScreen";
import { keepTranslatedPageAlive } from "@/lib/translatedPage";
import { routeTree } from "@/routeTree.gen";
import "@/styles.css";

const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: RouteFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

keepTranslatedPageAlive();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The page's "Loading…" stays until the screen's code has loaded. Rendering the router earlier
// would show nothing, and React keeps such a fallback for 300 ms.
void router.load().finally(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
