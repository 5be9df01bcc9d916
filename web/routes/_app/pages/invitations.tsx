import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { InvitationsScreen } from "@/features/invitations/InvitationsScreen";

export const Route = createFileRoute("/_app/pages/invitations")({ component: Invitations });

function Invitations() {
  return (
    <ForRole least="admin" title="Invitations">
      <InvitationsScreen />
    </ForRole>
  );
}
