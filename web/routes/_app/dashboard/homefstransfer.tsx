import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/RouteError";
import { listSearch, SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useIsHere } from "@/hooks/useIsHere";
import { useViewer } from "@/hooks/useViewer";

export const Route = createFileRoute("/_app/dashboard/homefstransfer")({
  validateSearch: listSearch,
  component: TransferList,
  errorComponent: RouteError,
});

function TransferList() {
  const viewer = useViewer();
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  const isHere = useIsHere();
  return (
    <SampleListScreen
      list="transfer"
      actor={viewer}
      state={state}
      onStateChange={(search) => isHere() && void navigate({ search, replace: true })}
    />
  );
}
