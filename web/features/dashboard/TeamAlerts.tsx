import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useState, type ReactNode } from "react";
import { Person } from "@/components/sample/Person";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import type { Limit } from "#domain/custody/limits";
import type { HandOverList } from "#domain/samples/lists";
import { limitLink } from "@/lib/reportLink";
import { lateByPerson, overByPerson, overdueLink } from "./lateness";

/** Number of people that each list initially shows. */
const SHOWN = 5;

/**
 * Shows supervisors who is late and who holds too many samples; each count links to its samples.
 */
export function TeamAlerts() {
  const now = useNow();
  const awaited = useQuery(api.dashboard.awaited);
  const over = useQuery(api.dashboard.overLimits);
  const late = awaited && lateByPerson(awaited, now);
  const tooMany = over && overByPerson(over, now);
  return (
    <div className="grid gap-3 md:grid-cols-2 print:grid-cols-1">
      <People title="Late to answer" none="No one is late.">
        {late?.map(({ email, requests }) => (
          <Row key={email} email={email}>
            <span className="ml-auto flex flex-wrap justify-end gap-x-3">
              {requests.map(({ list, count }) => (
                <Link key={list} {...overdueLink(list, email)} className={LINK}>
                  {formatCount(count)} {count === 1 ? REQUESTS[list].one : REQUESTS[list].many}
                </Link>
              ))}
            </span>
          </Row>
        ))}
      </People>
      <People title="Too many samples" none="No one is over a limit.">
        {tooMany?.map(({ email, limits }) => (
          <Row key={email} email={email}>
            <span className="ml-auto flex flex-wrap justify-end gap-x-3">
              {limits.map(({ limit, count, max }) => (
                <Link key={limit} {...limitLink(limit, email)} className={LINK}>
                  {formatCount(count)} of {formatCount(max)} {LIMIT_WORDS[limit]}
                </Link>
              ))}
            </span>
          </Row>
        ))}
      </People>
    </div>
  );
}

const LINK =
  "inline-flex min-h-6 items-center text-xs font-medium tabular-nums text-destructive underline-offset-4 hover:underline coarse:min-h-11";

/** The names of requests per list. */
const REQUESTS = {
  transfer: { one: "transfer", many: "transfers" },
  return: { one: "return", many: "returns" },
  lost: { one: "loss request", many: "loss requests" },
} as const satisfies Record<HandOverList, { one: string; many: string }>;

/** Ends "38 of 10 …": the limit that the person exceeds. */
const LIMIT_WORDS = { owned: "held", inUse: "in use" } as const satisfies Record<Limit, string>;

type PeopleProps = {
  title: string;
  none: string;
  /** One row per person; undefined while loading. */
  children: ReactNode[] | undefined;
};

function People({ title, none, children: rows }: PeopleProps) {
  const [isWhole, setWhole] = useState(false);
  const count = rows?.length;
  return (
    <Card className="min-w-0">
      <section aria-label={title} aria-busy={count === undefined}>
        <header className="flex items-center justify-between gap-3 border-b px-4 py-3">
          <h2 className="text-sm font-semibold">{title}</h2>
          {count !== undefined && count > SHOWN && (
            <button
              type="button"
              aria-expanded={isWhole}
              aria-label={`${title}: ${isWhole ? `the first ${SHOWN}` : `all ${count}`}`}
              className="relative rounded text-xs font-medium text-primary underline-offset-4 after:absolute after:-inset-y-1 after:inset-x-0 hover:underline coarse:after:-inset-x-3 coarse:after:-inset-y-3.5"
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? `The first ${SHOWN}` : `All ${count}`}
            </button>
          )}
        </header>
        {count === undefined && <Skeleton className="m-4 h-24" />}
        {count === 0 && (
          <p className="px-4 py-6 text-center text-sm text-muted-foreground">{none}</p>
        )}
        <ol className="divide-y">{isWhole ? rows : rows?.slice(0, SHOWN)}</ol>
      </section>
    </Card>
  );
}

function Row({ email, children }: { email: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Person email={email} />
      {children}
    </li>
  );
}
