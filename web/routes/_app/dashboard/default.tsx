import { createFileRoute, redirect } from "@tanstack/react-router";

/** The button of the 404 and 500 pages leads here; this route redirects to the dashboard. */
export const Route = createFileRoute("/_app/dashboard/default")({
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/homefs", replace: true });
  },
});
