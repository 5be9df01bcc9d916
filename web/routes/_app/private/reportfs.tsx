import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/RouteError";
import { listSearch } from "@/features/samples/list/listSearch";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useAddress } from "@/hooks/useAddress";
import { useViewer } from "@/hooks/useViewer";

/** Lists every sample in whatever status: Returned and Lost ones are found here. */
export const Route = createFileRoute("/_app/private/reportfs")({
  validateSearch: listSearch,
  component: Report,
  errorComponent: RouteError,
});

function Report() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <SampleListScreen list="report" actor={useViewer()} state={state} onStateChange={setState} />
  );
}
