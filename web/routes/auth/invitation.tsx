import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { InvitationScreen } from "@/features/auth/InvitationScreen";

/** The link of an invitation leads here. */
export const Route = createFileRoute("/auth/invitation")({
  validateSearch: z.object({ token: z.string().catch("") }),
  component: Invitation,
});

function Invitation() {
  return <InvitationScreen token={Route.useSearch().token} />;
}
