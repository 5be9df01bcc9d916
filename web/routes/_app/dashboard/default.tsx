import { createFileRoute, redirect } from "@tanstack/react-router";

/** Where the 404 and 500 pages' button leads (doc 1 §2): the place users land. */
export const Route = createFileRoute("/_app/dashboard/default")({
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/homefs", replace: true });
  },
});
