import { createFileRoute } from "@tanstack/react-router";
import { listSearch } from "@/features/samples/list/listSearch";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/dashboard/homefsedit")({
  validateSearch: listSearch,
  component: DeleteList,
});

function DeleteList() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <SampleListScreen list="delete" actor={useViewer()} state={state} onStateChange={setState} />
  );
}
