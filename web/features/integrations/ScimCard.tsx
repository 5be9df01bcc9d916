import { useMutation, useQuery, useAction, useConvex } from "convex/react";
import { Plus, UsersRound } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { Person } from "@/components/sample/Person";
import { TokenRow } from "@/components/tokens/TokenRow";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNewSecret } from "@/components/useNewSecret";
import { api } from "../../../convex/_generated/api";
import { MAX_SCIM_TOKENS, MAX_SCIM_TOKEN_NAME } from "#domain/scim/tokens";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";

/** The tokens of the company's directories, live, and the people who wait for a manager. */
export function ScimCard() {
  const tokens = useQuery(api.scim.tokens, {});
  const revoke = useMutation(api.scim.revokeToken);
  const { add, dialogs } = useNewSecret({
    Form: NewScimTokenDialog,
    title: "New SCIM token",
    description: "Enter it in the directory now. You will not see it again.",
  });
  const isFull = tokens !== undefined && tokens.length >= MAX_SCIM_TOKENS;
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-3 border-b px-5 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-semibold tracking-tight">Provisioning (SCIM)</h2>
          <p className="mt-1 text-sm text-muted-foreground">
            Your company’s directory (Entra ID, Okta) creates people, keeps their names and
            supervisors, and disables those who leave. It never changes a role.
          </p>
        </div>
        <Button variant="outline" disabled={tokens === undefined || isFull} onClick={add}>
          <Plus aria-hidden />
          New SCIM token
        </Button>
      </header>
      {tokens === undefined && <Skeleton aria-busy className="m-5 h-16" />}
      {tokens?.length === 0 && (
        <EmptyState icon={UsersRound} title="No directory yet">
          Create a token, and enter it in the directory with the address <code>/scim/v2</code> of
          this server.
        </EmptyState>
      )}
      <ul className="divide-y">
        {tokens?.map((token) => (
          <TokenRow key={token._id} token={token} revoke={() => revoke({ tokenId: token._id })} />
        ))}
      </ul>
      {tokens !== undefined && tokens.length > 0 && <Waiting />}
      {dialogs}
    </Card>
  );
}

/** People whose manager in the directory cannot supervise here; an admin may change that. */
function Waiting() {
  const waiting = useQuery(api.scim.waiting, {}) ?? [];
  if (waiting.length === 0) return null;
  return (
    <div className="border-t px-5 py-4 text-sm">
      <h3 className="font-semibold">Waiting for a manager</h3>
      <p className="mt-1 text-xs text-muted-foreground">
        Their managers in the directory have no account here, are disabled, or have the role User.
        They keep their current supervisor until an admin changes it.
      </p>
      <ul className="mt-3 flex flex-col gap-1.5">
        {waiting.map(({ email, manager }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-2">
            <Person email={email} />
            <span className="text-muted-foreground">reports to</span>
            <Person email={manager} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type NewScimTokenDialogProps = { onMade: (secret: string) => void; onClose: () => void };

/** Asks for the name of the directory that gets a new token. */
function NewScimTokenDialog({ onMade, onClose }: NewScimTokenDialogProps) {
  const convex = useConvex();
  const create = useAction(api.scim.createToken);
  const { dialog } = useNameForm({ name: "" }, async (stated) => {
    const outcome = await attempt(withConnection(convex, create(stated)));
    if (!outcome.ok) return outcome;
    onMade(outcome.value);
    return null;
  });
  return (
    <NameDialog
      title="New SCIM token"
      description="Name the directory that will use it: the audit log shows its changes under this name."
      form={dialog}
      maxLength={MAX_SCIM_TOKEN_NAME}
      submit="Create token"
      onClose={onClose}
    />
  );
}
