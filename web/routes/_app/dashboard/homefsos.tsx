import { createFileRoute } from "@tanstack/react-router";
import { listSearch } from "@/features/samples/list/listSearch";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/dashboard/homefsos")({
  validateSearch: listSearch,
  component: LostList,
});

function LostList() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <SampleListScreen list="lost" actor={useViewer()} state={state} onStateChange={setState} />
  );
}
