import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Banner } from "@/components/Banner";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { attempt } from "@/lib/connection/attempt";
import { SideCard } from "./SideCard";

type Session = FunctionReturnType<typeof api.sessions.list>[number];

/** Browsers and terminals in which the person is signed in, live; each can be signed out. */
export function SessionsCard() {
  const sessions = useQuery(api.sessions.list);
  const end = useMutation(api.sessions.end);
  const endOthers = useMutation(api.sessions.endOthers);
  const [error, setError] = useState<string | null>(null);
  const run = async (call: Promise<unknown>) => {
    const outcome = await attempt(call);
    setError(outcome.ok ? null : outcome.message);
  };
  return (
    <SideCard title="Where you are signed in">
      {error && (
        <Banner tone="error" className="mb-4">
          {error}
        </Banner>
      )}
      <ul className="flex flex-col divide-y">
        {sessions === undefined && <Skeleton className="h-12" />}
        {sessions?.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            onEnd={() => run(end({ sessionId: session.sessionId }))}
          />
        ))}
      </ul>
      {sessions !== undefined && sessions.length > 1 && (
        <Button variant="outline" className="mt-4" onClick={() => void run(endOthers({}))}>
          Sign out everywhere else
        </Button>
      )}
    </SideCard>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const { client, isCurrent, startedAt, lastActiveAt } = session;
  const [isEnding, setEnding] = useState(false);
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{client}</p>
        <p className="text-xs text-muted-foreground">
          {isCurrent ? (
            "This session"
          ) : (
            <>
              {lastActiveAt === undefined ? "Signed in " : "Last used "}
              <RelativeTime at={lastActiveAt ?? startedAt} />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="outline"
          size="sm"
          loading={isEnding}
          aria-label={`Sign out ${client}`}
          onClick={() => {
            setEnding(true);
            void onEnd().finally(() => setEnding(false));
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
