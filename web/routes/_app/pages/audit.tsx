import { createFileRoute } from "@tanstack/react-router";
import { tableSearch } from "@/components/data-table/tableState";
import { ForRole } from "@/components/ForRole";
import { AuditScreen } from "@/features/audit/AuditScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/pages/audit")({
  validateSearch: tableSearch,
  component: Audit,
});

function Audit() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <ForRole least="admin" title="Audit log">
      <AuditScreen reader={useViewer().email} state={state} onStateChange={setState} />
    </ForRole>
  );
}
