import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { RecipientsScreen } from "@/features/settings/RecipientLists";

export const Route = createFileRoute("/_app/pages/recipients")({ component: Recipients });

function Recipients() {
  return (
    <ForRole least="admin" title="Lists for everyone">
      <RecipientsScreen />
    </ForRole>
  );
}
