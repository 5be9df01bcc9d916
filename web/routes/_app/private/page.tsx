import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/pages/ErrorState";
import { ImportScreen } from "@/features/imports/ImportScreen";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/private/page")({
  component: ImportPage,
  errorComponent: RouteError,
});

function ImportPage() {
  return <ImportScreen actor={useViewer()} />;
}
