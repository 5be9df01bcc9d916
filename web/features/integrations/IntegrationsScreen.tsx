import { useQuery, useMutation, usePaginatedQuery } from "convex/react";
import { Plus, Webhook, KeyRound } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNewSecret } from "@/components/useNewSecret";
import { api } from "../../../convex/_generated/api";
import { MAX_WEBHOOKS } from "#domain/api/webhooks";
import { PagedList } from "@/components/PagedList";
import { TokenRow } from "@/components/tokens/TokenRow";
import { ScimCard } from "./ScimCard";
import { NewWebhookDialog } from "./WebhookDialog";
import { WebhookRow } from "./WebhookRow";

type IntegrationsScreenProps = {
  /** Id of the webhook whose log is open. */
  openHook: string | undefined;
  onOpenHook: (webhookId: string | undefined) => void;
};

/** Admin screen for other systems: webhooks, the company's directories, and all API tokens. */
export function IntegrationsScreen({ openHook, onOpenHook }: IntegrationsScreenProps) {
  const webhooks = useQuery(api.webhooks.list, {});
  const { add, dialogs } = useNewSecret({
    Form: NewWebhookDialog,
    title: "Webhook secret",
    description:
      "The receiver uses it to verify that a request comes from SMS. You will not see it again.",
  });
  const isFull = webhooks !== undefined && webhooks.length >= MAX_WEBHOOKS;
  return (
    <>
      <PageHeader
        title="Integrations"
        description="Webhooks tell other systems about each step, API tokens let them read and act, and the company’s directory keeps people up to date."
      />
      <div className="flex flex-col gap-5">
        <Card>
          <header className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
            <h2 className="text-base font-semibold tracking-tight">Webhooks</h2>
            <Button variant="outline" disabled={webhooks === undefined || isFull} onClick={add}>
              <Plus aria-hidden />
              Add webhook
            </Button>
          </header>
          {webhooks === undefined && <Skeleton aria-busy className="m-5 h-16" />}
          {webhooks?.length === 0 && (
            <EmptyState icon={Webhook} title="No webhooks yet">
              A webhook receives a signed request for each step you choose, whatever the sample. A
              Slack or Teams channel receives messages and a daily digest of overdue samples.
            </EmptyState>
          )}
          <ul className="divide-y">
            {webhooks?.map((webhook) => {
              const isOpen = webhook._id === openHook;
              const onToggle = () => onOpenHook(isOpen ? undefined : webhook._id);
              return (
                <WebhookRow
                  key={webhook._id}
                  webhook={webhook}
                  isOpen={isOpen}
                  onToggle={onToggle}
                />
              );
            })}
          </ul>
        </Card>
        <ScimCard />
        <EverybodysTokens />
      </div>
      {dialogs}
    </>
  );
}

const PAGE = 50;

/** All API tokens, live, newest first, to review and revoke. */
function EverybodysTokens() {
  const revoke = useMutation(api.tokens.revokeAny);
  const pages = usePaginatedQuery(api.tokens.listAll, {}, { initialNumItems: PAGE });
  return (
    <Card>
      <header className="border-b px-5 py-4">
        <h2 className="text-base font-semibold tracking-tight">API tokens</h2>
        <p className="mt-1 text-sm text-muted-foreground">
          Tokens of all accounts. People create their own in their profile.
        </p>
      </header>
      <PagedList
        pages={pages}
        pageSize={PAGE}
        more="Show more"
        empty={<EmptyState icon={KeyRound} title="No tokens yet" />}
      >
        {pages.results.map((token) => (
          <TokenRow
            key={token._id}
            token={token}
            owner={token.owner}
            revoke={() => revoke({ tokenId: token._id })}
          />
        ))}
      </PagedList>
    </Card>
  );
}
