import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { Person } from "@/components/sample/Person";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { formatAddressFilters } from "../../../domain/addressFilters";
import { LIMITS, type Limit } from "../../../domain/limits";
import { LISTS, type HandOverList } from "../../../domain/lists";
import { OPEN_STATUSES, type Status } from "../../../domain/statuses";
import type { PendingField } from "../../../domain/workflow";
import { reportLink } from "./reportLink";

/** People that each list shows. */
const SHOWN = 5;

/** Tells supervisors who is late and who holds too many; each count leads to its samples. */
export function TeamAlerts() {
  const now = useNow();
  const awaited = useQuery(api.dashboard.awaited);
  const over = useQuery(api.dashboard.overLimits);
  const late = awaited && lateByPerson(awaited, now);
  const tooMany = over?.filter(({ since }) => since <= now);
  return (
    <div className="grid gap-3 md:grid-cols-2 print:grid-cols-1">
      <People title="Late to answer" none="Nobody is late." count={late?.length}>
        {late?.slice(0, SHOWN).map(({ email, requests }) => (
          <Row key={email} email={email}>
            <span className="flex flex-wrap justify-end gap-x-3">
              {requests.map(({ list, count }) => (
                <Link key={list} {...overdueLink(list, email)} className={LINK}>
                  {count} {count === 1 ? REQUESTS[list].one : REQUESTS[list].many}
                </Link>
              ))}
            </span>
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

/** The requests of each list: their names, and the column of whoever is asked. */
const REQUESTS = {
  transfer: { one: "transfer", many: "transfers", column: "inTransitTo" },
  return: { one: "return", many: "returns", column: "inReturnTo" },
  lost: { one: "loss request", many: "loss requests", column: "inOSapprby" },
} as const satisfies Record<HandOverList, { one: string; many: string; column: PendingField }>;

type Awaited = FunctionReturnType<typeof api.dashboard.awaited>;
type Late = { readonly email: string; readonly requests: { list: HandOverList; count: number }[] };

/** Counts what is overdue `now` (epoch ms); each person once, whoever is late longest first. */
function lateByPerson(awaited: Awaited, now: number): Late[] {
  const late = new Map<string, Late>();
  for (const { email, list, overdueAt } of awaited) {
    const count = overdueAt.filter((at) => at <= now).length;
    if (count === 0) continue;
    const person = late.get(email) ?? { email, requests: [] };
    late.set(email, person);
    person.requests.push({ list, count });
  }
  return [...late.values()];
}

/** The requests of the reader's scope that a person should have answered. */
function overdueLink(list: HandOverList, email: string) {
  const { column } = REQUESTS[list];
  const filter = formatAddressFilters({ [column]: { kind: "select", anyOf: [email] } });
  return { to: LISTS[list].path, search: { scope: "overdue" as const, filter } };
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
