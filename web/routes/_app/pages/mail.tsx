import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { MailScreen } from "@/features/mail/MailScreen";
import { mailSearch } from "@/features/mail/mailSearch";

export const Route = createFileRoute("/_app/pages/mail")({
  validateSearch: mailSearch,
  component: MailPage,
});

function MailPage() {
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRole least="admin" title="Mail">
      <MailScreen state={state} onStateChange={(search) => void navigate({ search })} />
    </ForRole>
  );
}
