import { createFileRoute } from "@tanstack/react-router";
import { listSearch } from "@/features/samples/list/listSearch";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

/** All open samples; a sample's Go Back leads here by default. */
export const Route = createFileRoute("/_app/private/")({
  validateSearch: listSearch,
  component: OpenSamples,
});

function OpenSamples() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <SampleListScreen list="open" actor={useViewer()} state={state} onStateChange={setState} />
  );
}
