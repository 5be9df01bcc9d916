import { createFileRoute } from "@tanstack/react-router";
import { reportSearch } from "@/features/samples/report/reportSearch";
import { ReportScreen } from "@/features/samples/report/ReportScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

/** Exports the filtered samples to a file. */
export const Route = createFileRoute("/_app/private/exportreportfs")({
  validateSearch: reportSearch,
  component: ExportReport,
});

function ExportReport() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return <ReportScreen kind="export" actor={useViewer()} state={state} onStateChange={setState} />;
}
