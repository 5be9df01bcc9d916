import { createFileRoute, redirect } from "@tanstack/react-router";

/** The private group's index: the list of samples that people work in; 'Go Back' leads here (doc 2 §2). */
export const Route = createFileRoute("/_app/private/")({
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/homefstransfer", replace: true });
  },
});
