import { createFileRoute } from "@tanstack/react-router";
import { tableSearch } from "@/components/data-table/tableState";
import { HistoryScreen } from "@/features/history/HistoryScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/dashboard/history")({
  validateSearch: tableSearch,
  component: HistoryList,
});

function HistoryList() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return <HistoryScreen viewer={useViewer()} state={state} onStateChange={setState} />;
}
