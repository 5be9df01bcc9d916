import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { ForRole } from "@/components/ForRole";
import { EditEmployeeScreen } from "@/features/settings/EditEmployeeScreen";

export const Route = createFileRoute("/_app/pages/editemployees/$id")({ component: EditEmployee });

function EditEmployee() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const leave = useCallback(() => void navigate({ to: "/pages/employees" }), [navigate]);
  return (
    <ForRole least="admin" title="Edit Employee">
      <EditEmployeeScreen key={id} uid={id} onLeave={leave} />
    </ForRole>
  );
}
