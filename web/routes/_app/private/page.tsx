import { createFileRoute, redirect } from "@tanstack/react-router";

/** An old name of the samples list in doc 2's route table. */
export const Route = createFileRoute("/_app/private/page")({
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/homefstransfer", replace: true });
  },
});
