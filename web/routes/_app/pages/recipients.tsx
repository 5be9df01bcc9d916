import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { RouteError } from "@/components/pages/ErrorState";
import { RecipientsScreen } from "@/features/settings/RecipientLists";

export const Route = createFileRoute("/_app/pages/recipients")({
  component: Recipients,
  errorComponent: RouteError,
});

function Recipients() {
  return (
    <ForRole least="admin" title="Lists for everyone">
      <RecipientsScreen />
    </ForRole>
  );
}
