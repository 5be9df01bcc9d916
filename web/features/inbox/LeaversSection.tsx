import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { PersonName } from "@/components/sample/Person";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useViewer } from "@/hooks/data/useViewer";
import { api } from "../../../convex/_generated/api";
import { formatDate } from "#domain/common/dates";
import { describeLeft } from "#domain/inbox/leavers";

/**
 * Lists people whose account is locked and what they left behind, for admins and the supervisor;
 * hidden if there are none.
 */
export function LeaversSection() {
  const { role } = useViewer();
  const left = useQuery(api.inbox.leavers, role === "user" ? "skip" : {});
  if (!left || left.people.length === 0) return null;
  return (
    <Card role="region" aria-label="To hand over" className="min-w-0 border-destructive/50">
      <header className="border-b px-4 py-3">
        <h2 className="flex items-baseline gap-2 text-sm font-semibold text-destructive">
          To hand over
          <span className="text-xs font-normal tabular-nums text-muted-foreground">
            {left.people.length}
            {left.isMore && "+"}
          </span>
        </h2>
      </header>
      <ul className="divide-y" translate="no">
        {left.people.map((leaver) => (
          <li key={leaver.uid} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <p className="min-w-0 flex-1">
              <span className="font-medium">
                <PersonName email={leaver.email} />
              </span>{" "}
              left {formatDate(leaver.since)}; {describeLeft(leaver)}
            </p>
            <Button asChild size="sm" variant={role === "admin" ? "default" : "outline"}>
              <Link to="/pages/leaving/$id" params={{ id: leaver.uid }}>
                {role === "admin" ? "Hand over" : "Show"}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
