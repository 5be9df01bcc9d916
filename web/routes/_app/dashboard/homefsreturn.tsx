import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/RouteError";
import { listSearch, SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useIsHere } from "@/hooks/useIsHere";
import { useViewer } from "@/hooks/useViewer";

export const Route = createFileRoute("/_app/dashboard/homefsreturn")({
  validateSearch: listSearch,
  component: ReturnList,
  errorComponent: RouteError,
});

function ReturnList() {
  const viewer = useViewer();
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  const isHere = useIsHere();
  return (
    <SampleListScreen
      list="return"
      actor={viewer}
      state={state}
      onStateChange={(search) => isHere() && void navigate({ search, replace: true })}
    />
  );
}
