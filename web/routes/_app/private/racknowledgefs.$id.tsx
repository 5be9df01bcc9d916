import { createFileRoute } from "@tanstack/react-router";
import { SampleStep } from "./-SampleStep";

export const Route = createFileRoute("/_app/private/racknowledgefs/$id")({
  component: () => <SampleStep step="acknowledgeReturn" />,
});
