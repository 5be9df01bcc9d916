import { useAction, useConvex, useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MailOpen } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { ROLE_LABELS } from "../../../domain/roles";
import { SETTING_LABELS } from "../../../domain/settings";
import { THRESHOLDS } from "../../../domain/thresholds";
import { EmptyState } from "@/components/EmptyState";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { attempt } from "@/lib/attempt";
import { withConnection } from "@/lib/connection";

type Invitation = FunctionReturnType<typeof api.invitations.list>["page"][number];

const PAGE = 50;

/** The invitations that nobody has accepted, live, newest first. */
export function OpenInvitations() {
  const { results, status, loadMore } = usePaginatedQuery(
    api.invitations.list,
    {},
    { initialNumItems: PAGE },
  );
  return (
    <Card className="w-full min-w-0 xl:flex-1">
      <h2 className="border-b px-5 py-4 text-base font-semibold tracking-tight">
        Open invitations
      </h2>
      {status === "LoadingFirstPage" && <Skeleton className="m-5 h-16" />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState icon={MailOpen} title="No open invitation">
          Whoever is invited stands here until they have come.
        </EmptyState>
      )}
      <ul className="divide-y">
        {results.map((invitation) => (
          <OpenInvitation key={invitation.email} {...invitation} />
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button variant="outline" className="m-5" onClick={() => loadMore(PAGE)}>
          Show more
        </Button>
      )}
    </Card>
  );
}

function OpenInvitation(invitation: Invitation) {
  const { email, role, supervisor, expiresAt } = invitation;
  const convex = useConvex();
  const invite = useAction(api.invitations.invite);
  const revoke = useMutation(api.invitations.revoke);
  const hasExpired = expiresAt <= useNow();
  const [busy, setBusy] = useState<"again" | "revoke" | null>(null);
  const run = async (what: "again" | "revoke", done: string) => {
    setBusy(what);
    const call = what === "again" ? invite({ emails: [email] }) : revoke({ email });
    const outcome = await attempt<unknown>(withConnection<unknown>(convex, call));
    setBusy(null);
    if (outcome.ok) toast.success(done);
    else toast.error(outcome.message);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
        <p className="text-xs text-muted-foreground">
          {ROLE_LABELS[role]}
          {supervisor && `, supervisor ${supervisor}`} · {hasExpired ? "expired " : "expires "}
          <RelativeTime at={expiresAt} />
        </p>
        <Thresholds invitation={invitation} />
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          loading={busy === "again"}
          aria-label={`Send again to ${email}`}
          onClick={() => void run("again", `A new link is on its way to ${email}`)}
        >
          Send again
        </Button>
        <Button
          variant="ghost"
          size="sm"
          loading={busy === "revoke"}
          aria-label={`Revoke the invitation of ${email}`}
          onClick={() => void run("revoke", `The invitation of ${email} is void`)}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}

/** The thresholds that were set beforehand; the others will be the defaults. */
function Thresholds({ invitation }: { invitation: Invitation }) {
  const set = THRESHOLDS.filter((name) => invitation[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <p className="text-xs text-muted-foreground">
      {set.map((name) => `${SETTING_LABELS[name]}: ${invitation[name]}`).join(" · ")}
    </p>
  );
}
