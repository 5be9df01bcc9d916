import { createFileRoute } from "@tanstack/react-router";
import { InvitationScreen } from "@/features/accounts/InvitationScreen";
import { searchParams, text } from "@/lib/searchParams";

/** Opened by the link of an invitation. */
export const Route = createFileRoute("/auth/invitation")({
  validateSearch: searchParams({ token: text() }),
  component: Invitation,
});

function Invitation() {
  const { token = "" } = Route.useSearch();
  return <InvitationScreen token={token} />;
}
