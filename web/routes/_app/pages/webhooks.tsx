import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { IntegrationsScreen } from "@/features/integrations/IntegrationsScreen";
import { searchParams, text } from "@/lib/searchParams";

export const Route = createFileRoute("/_app/pages/webhooks")({
  /** Id of the webhook whose log is open. */
  validateSearch: searchParams({ hook: text() }),
  component: Integrations,
});

function Integrations() {
  const { hook } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRole least="admin" title="Integrations">
      <IntegrationsScreen
        openHook={hook}
        onOpenHook={(hook) => void navigate({ search: { hook }, resetScroll: false })}
      />
    </ForRole>
  );
}
