import { createFileRoute } from "@tanstack/react-router";
import { ImportScreen } from "@/features/imports/ImportScreen";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/private/page")({ component: ImportPage });

function ImportPage() {
  return <ImportScreen actor={useViewer()} />;
}
