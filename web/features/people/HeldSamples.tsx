import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { STATUS_STYLES } from "@/components/StatusChip";
import { RowsSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { formatAddressFilters } from "#domain/tables/addressFilters";
import { FINAL_STATUSES, STATUSES, type Status } from "#domain/custody/statuses";
import { PersonSection } from "./PersonSection";
import { SampleRows } from "./SampleRows";
import type { EmployeeRow } from "./usePeople";

/** Samples per page. */
const PAGE_SIZE = 20;

/** Number of samples a person holds in each status, and a list of those in the chosen status. */
export function HeldSamples({ person }: { person: EmployeeRow }) {
  const counts = person.counts;
  const first = STATUSES.find((status) => counts?.[status]) ?? "In Use";
  const [chosen, setChosen] = useState<Status | null>(null);
  const status = chosen ?? first;
  const {
    results,
    status: loading,
    loadMore,
  } = usePaginatedQuery(
    api.employees.holds,
    { uid: person._id, status },
    { initialNumItems: PAGE_SIZE },
  );
  return (
    <PersonSection title="Holds" action={<ListLink email={person.email} status={status} />}>
      <ul className="grid grid-cols-2 gap-2 p-4 sm:grid-cols-4 lg:grid-cols-7">
        {STATUSES.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === status}
              onClick={() => setChosen(each)}
              className={cn(
                "flex h-full w-full flex-col justify-between rounded-md border px-3 py-2 text-left hover:bg-accent",
                each === status && "border-primary bg-accent",
              )}
            >
              <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
                <span
                  className={cn("size-2 shrink-0 rounded-full", STATUS_STYLES[each].dot)}
                  aria-hidden
                />
                {each}
              </span>
              <span className="mt-1 text-lg font-semibold tabular-nums">{counts?.[each] ?? 0}</span>
            </button>
          </li>
        ))}
      </ul>
      {loading === "LoadingFirstPage" ? (
        <RowsSkeleton />
      ) : results.length === 0 ? (
        <p className="px-4 pb-5 text-sm text-muted-foreground">No sample is {status} with them.</p>
      ) : (
        <div className="border-t">
          <SampleRows samples={results} />
        </div>
      )}
      {loading === "CanLoadMore" && (
        <div className="border-t p-3 text-center">
          <Button variant="outline" size="sm" onClick={() => loadMore(PAGE_SIZE)}>
            Show more
          </Button>
        </div>
      )}
    </PersonSection>
  );
}

/**
 * Links to the same samples in the list of open samples, where the viewer can act on them; for
 * Returned and Lost, in the report.
 */
function ListLink({ email, status }: { email: string; status: Status }) {
  const isFinal = FINAL_STATUSES.includes(status);
  return (
    <Link
      to={isFinal ? "/private/reportfs" : "/private"}
      search={{
        filter: formatAddressFilters({
          samplmanag: { kind: "select", anyOf: [email] },
          status: { kind: "select", anyOf: [status] },
        }),
      }}
      className="text-xs font-medium text-primary underline-offset-4 hover:underline"
    >
      {isFinal ? "Open in the report" : "Open in the list"}
    </Link>
  );
}
