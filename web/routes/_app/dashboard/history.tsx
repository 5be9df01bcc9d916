import { createFileRoute } from "@tanstack/react-router";
import { tableSearch } from "@/components/data-table/tableState";
import { RouteError } from "@/components/RouteError";
import { HistoryScreen } from "@/features/history/HistoryScreen";
import { useIsHere } from "@/hooks/useIsHere";
import { useViewer } from "@/hooks/useViewer";

export const Route = createFileRoute("/_app/dashboard/history")({
  validateSearch: tableSearch,
  component: HistoryList,
  errorComponent: RouteError,
});

function HistoryList() {
  const { role } = useViewer();
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  const isHere = useIsHere();
  return (
    <HistoryScreen
      role={role}
      state={state}
      onStateChange={(search) => isHere() && void navigate({ search, replace: true })}
    />
  );
}
