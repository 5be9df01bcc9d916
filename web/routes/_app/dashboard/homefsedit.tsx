import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/RouteError";
import { listSearch, SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useViewer } from "@/hooks/useViewer";

export const Route = createFileRoute("/_app/dashboard/homefsedit")({
  validateSearch: listSearch,
  component: DeleteList,
  errorComponent: RouteError,
});

function DeleteList() {
  const viewer = useViewer();
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SampleListScreen
      list="delete"
      actor={viewer}
      state={state}
      onStateChange={(search) => void navigate({ search, replace: true })}
    />
  );
}
