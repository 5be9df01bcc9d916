import { createFileRoute } from "@tanstack/react-router";
import { SampleStep } from "./-SampleStep";

export const Route = createFileRoute("/_app/private/returnfs/$id")({
  component: () => <SampleStep step="returnToCustomer" />,
});
