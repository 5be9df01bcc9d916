import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { Person } from "@/components/sample/Person";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { formatAddressFilters } from "../../../domain/addressFilters";
import { LIMITS, type Limit } from "../../../domain/limits";
import { LISTS } from "../../../domain/lists";
import { OPEN_STATUSES, type Status } from "../../../domain/statuses";
import { reportLink } from "./reportLink";

/** People that each list shows. */
const SHOWN = 5;

/** Tells supervisors who is late and who holds too many; each count leads to its samples. */
export function TeamAlerts() {
  const now = useNow();
  const awaited = useQuery(api.dashboard.awaited);
  const over = useQuery(api.dashboard.overLimits);
  const late = awaited
    ?.map(({ email, overdueAt }) => ({ email, count: overdueAt.filter((at) => at <= now).length }))
    .filter(({ count }) => count > 0);
  const tooMany = over?.filter(({ since }) => since <= now);
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <People title="Late to receive" none="Nobody is late." count={late?.length}>
        {late?.slice(0, SHOWN).map(({ email, count }) => (
          <Row key={email} email={email}>
            <Link {...overdueLink(email)} className={LINK}>
              {count} overdue
            </Link>
          </Row>
        ))}
      </People>
      <People title="Too many samples" none="Nobody is over a limit." count={tooMany?.length}>
        {tooMany?.slice(0, SHOWN).map(({ email, limit, count, max }) => (
          <Row key={`${email} ${limit}`} email={email}>
            <Link {...reportLink({ holder: email, statuses: COUNTED[limit] })} className={LINK}>
              {count} {LIMITS[limit].noun}, {max} allowed
            </Link>
          </Row>
        ))}
      </People>
    </div>
  );
}

const LINK =
  "text-right text-xs font-medium tabular-nums text-destructive underline-offset-4 hover:underline";

/** The statuses that each limit counts. */
const COUNTED: Readonly<Record<Limit, readonly Status[]>> = {
  owned: OPEN_STATUSES,
  inUse: ["In Use"],
};

/** The transfers of the reader's scope that a person should have received. */
function overdueLink(recipient: string) {
  const filter = formatAddressFilters({ inTransitTo: { kind: "select", anyOf: [recipient] } });
  return { to: LISTS.transfer.path, search: { scope: "overdue" as const, filter } };
}

type PeopleProps = {
  title: string;
  none: string;
  /** Undefined until it is known. */
  count: number | undefined;
  children: ReactNode;
};

function People({ title, none, count, children }: PeopleProps) {
  return (
    <Card className="min-w-0">
      <section aria-label={title} aria-busy={count === undefined}>
        <header className="flex items-baseline gap-2 border-b px-4 py-3">
          <h2 className="text-sm font-semibold">{title}</h2>
          {count !== undefined && count > SHOWN && (
            <span className="text-xs text-muted-foreground">
              the first {SHOWN} of {count}
            </span>
          )}
        </header>
        {count === undefined && <Skeleton className="m-4 h-24" />}
        {count === 0 && (
          <p className="px-4 py-6 text-center text-sm text-muted-foreground">{none}</p>
        )}
        <ol className="divide-y">{children}</ol>
      </section>
    </Card>
  );
}

function Row({ email, children }: { email: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-sm">
      <Person email={email} />
      {children}
    </li>
  );
}
