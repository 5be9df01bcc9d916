import { createFileRoute } from "@tanstack/react-router";
import { tableSearch } from "@/components/data-table/tableState";
import { PeopleScreen } from "@/features/people/PeopleScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/pages/samplecount")({
  validateSearch: tableSearch,
  component: People,
});

function People() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return <PeopleScreen view="counts" viewer={useViewer()} state={state} onStateChange={setState} />;
}
