import { useAction, useConvex, useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MailOpen } from "lucide-react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { ROLE_LABELS } from "#domain/people/roles";
import { SETTING_LABELS } from "#domain/people/settings";
import { THRESHOLDS } from "#domain/custody/thresholds";
import { ConfirmedButton } from "@/components/ConfirmedButton";
import { EmptyState } from "@/components/pages/EmptyState";
import { PagedList } from "@/components/PagedList";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useNow } from "@/hooks/useNow";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";

type Invitation = FunctionReturnType<typeof api.invitations.list>["page"][number];

const PAGE = 50;

/** Invitations that were not yet accepted, live, newest first. */
export function OpenInvitations() {
  const pages = usePaginatedQuery(api.invitations.list, {}, { initialNumItems: PAGE });
  return (
    <Card className="w-full min-w-0 xl:flex-1">
      <h2 className="border-b px-5 py-4 text-base font-semibold tracking-tight">
        Open invitations
      </h2>
      <PagedList
        pages={pages}
        pageSize={PAGE}
        more="Show more"
        empty={
          <EmptyState icon={MailOpen} title="No open invitations">
            People you invite are listed here until they accept.
          </EmptyState>
        }
      >
        {pages.results.map((invitation) => (
          <OpenInvitation key={invitation.email} {...invitation} />
        ))}
      </PagedList>
    </Card>
  );
}

function OpenInvitation(invitation: Invitation) {
  const { email, role, supervisor, expiresAt } = invitation;
  const convex = useConvex();
  const invite = useAction(api.invitations.invite);
  const revoke = useMutation(api.invitations.revoke);
  const hasExpired = expiresAt <= useNow();
  const { isSending, sending } = useSending();
  const sendAgain = async () => {
    const sent = withConnection(convex, invite({ emails: [email] }));
    const outcome = await sending(attempt(sent));
    if (outcome.ok) toast.success(`A new link is on its way to ${email}`);
    else toast.error(outcome.message);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
        <p className="text-xs text-muted-foreground">
          {ROLE_LABELS[role]}
          {supervisor && (
            <>
              {" · reports to "}
              <PersonName email={supervisor} />
            </>
          )}
          {hasExpired ? " · expired " : " · expires "}
          <RelativeTime at={expiresAt} />
        </p>
        <Thresholds invitation={invitation} />
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          loading={isSending}
          aria-label={`Send again to ${email}`}
          onClick={() => void sendAgain()}
        >
          Send again
        </Button>
        <ConfirmedButton
          trigger={
            <Button variant="ghost" size="sm" aria-label={`Revoke the invitation of ${email}`}>
              Revoke
            </Button>
          }
          question={`Revoke the invitation of ${email}?`}
          explanation="The link in their e-mail stops working. You can invite them again."
          confirm="Revoke"
          run={() => revoke({ email })}
          onDone={() => toast.success(`The invitation of ${email} is revoked`)}
        />
      </div>
    </li>
  );
}

/** The thresholds that were set in the invitation; the others will have their defaults. */
function Thresholds({ invitation }: { invitation: Invitation }) {
  const set = THRESHOLDS.filter((name) => invitation[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <p className="text-xs text-muted-foreground">
      {set.map((name) => `${SETTING_LABELS[name]}: ${invitation[name]}`).join(" · ")}
    </p>
  );
}
