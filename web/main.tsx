import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorScreen } from "@/components/ErrorScreen";
import { NotFoundScreen } from "@/components/NotFoundScreen";
import { authStorage } from "@/lib/authStorage";
import { convex } from "@/lib/convex";
import { routeTree } from "@/routeTree.gen";
import "@/styles.css";

const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: ErrorScreen,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    {/* The `code` in a verification link belongs to our own page, not to the auth library. */}
    <ConvexAuthProvider client={convex} storage={authStorage} shouldHandleCode={false}>
      <RouterProvider router={router} />
    </ConvexAuthProvider>
  </StrictMode>,
);
