import { createFileRoute } from "@tanstack/react-router";
import { reportSearch } from "@/features/samples/report/reportSearch";
import { ReportScreen } from "@/features/samples/report/ReportScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

/** All samples in any status, including Returned and Lost ones. */
export const Route = createFileRoute("/_app/private/reportfs")({
  validateSearch: reportSearch,
  component: Report,
});

function Report() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return <ReportScreen kind="report" actor={useViewer()} state={state} onStateChange={setState} />;
}
