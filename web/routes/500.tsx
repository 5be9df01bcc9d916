import { createFileRoute } from "@tanstack/react-router";
import { ErrorScreen } from "@/components/pages/ErrorScreen";

export const Route = createFileRoute("/500")({
  // In the page's initial download: there may be no network to load more code.
  codeSplitGroupings: [],
  component: () => <ErrorScreen />,
});
