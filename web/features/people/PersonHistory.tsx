import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import { DateText } from "@/components/sample/DateText";
import { SerialLink } from "@/components/sample/SerialLink";
import { StatusChip } from "@/components/StatusChip";
import { RowsSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { api } from "../../../convex/_generated/api";
import { formatAddressFilters } from "#domain/tables/addressFilters";
import { PERSON_FILTER } from "#domain/samples/historyTable";
import { PersonSection } from "./PersonSection";
import type { EmployeeRow } from "./usePeople";

/** Records per page. */
const PAGE_SIZE = 10;

/** History records in which the person was the manager, newest first. */
export function PersonHistory({ person }: { person: EmployeeRow }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.employees.history,
    { uid: person._id },
    { initialNumItems: PAGE_SIZE },
  );
  return (
    <PersonSection
      title="History"
      action={
        <Link
          to="/dashboard/history"
          search={{
            filter: formatAddressFilters({
              [PERSON_FILTER.id]: { kind: "select", anyOf: [person.email] },
            }),
          }}
          className="text-xs font-medium text-primary underline-offset-4 hover:underline"
        >
          Open in History
        </Link>
      }
    >
      {status === "LoadingFirstPage" && <RowsSkeleton />}
      {status === "Exhausted" && results.length === 0 && (
        <p className="px-4 py-5 text-sm text-muted-foreground">No history yet.</p>
      )}
      <ul className="divide-y">
        {results.map((record) => (
          <li
            key={record._id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2.5"
          >
            <span className="flex min-w-0 items-center gap-3 text-sm">
              <span className="font-medium">{record.action}</span>
              <SerialLink sampleId={record.sampleId} serialNumber={record.serialNumber} />
            </span>
            <span className="flex items-center gap-3 text-xs text-muted-foreground">
              <StatusChip status={record.status} />
              <DateText at={record.actiondate} />
            </span>
          </li>
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <div className="border-t p-3 text-center">
          <Button variant="outline" size="sm" onClick={() => loadMore(PAGE_SIZE)}>
            Show older
          </Button>
        </div>
      )}
    </PersonSection>
  );
}
