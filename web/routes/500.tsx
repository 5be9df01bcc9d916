import { createFileRoute } from "@tanstack/react-router";
import { ErrorScreen } from "@/components/pages/ErrorScreen";

export const Route = createFileRoute("/500")({
  // In the page's first file: whoever comes here may have no network to fetch another.
  codeSplitGroupings: [],
  component: () => <ErrorScreen />,
});
