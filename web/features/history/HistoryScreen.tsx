import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import { History } from "lucide-react";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { FIRST_PAGE, mergeLiveRanges, useLiveRange } from "@/components/data-table/liveRanges";
import { indexOrder } from "@/components/data-table/mergeRanges";
import type { TableState } from "@/components/data-table/tableState";
import { useRecentChanges } from "@/components/data-table/useRecentChanges";
import { EmptyState } from "@/components/EmptyState";
import { FillHeight } from "@/components/FillHeight";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { StatusChip } from "@/components/StatusChip";
import { api } from "../../../convex/_generated/api";
import type { Role } from "../../../domain/workflow";
import { historyColumns, type HistoryRecord } from "./columns";
import { describeRecord } from "./describeRecord";

type HistoryScope = "all" | "mine" | "team";

/** Source: doc 2 §6, "History". */
const SCOPES: Record<Role, readonly [HistoryScope, HistoryScope?]> = {
  admin: ["all"],
  supervisor: ["mine", "team"],
  user: ["mine"],
};

const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");
/** Records never change; one that arrives says so by its sentence. */
const describe = (before: HistoryRecord | undefined, after: HistoryRecord) =>
  before === undefined ? describeRecord(after) : null;

type HistoryScreenProps = {
  role: Role;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

/** Every step of the samples that the viewer answers for, newest first, live. */
export function HistoryScreen({ role, state, onStateChange }: HistoryScreenProps) {
  const { rows, isLoaded, isDone, loadMore } = useHistory(role);
  const changes = useRecentChanges({ rows, isLoaded, isDone }, role, newestFirst, describe);
  return (
    <FillHeight>
      <PageHeader title="History Sample" />
      <DataTable
        label="History Sample"
        noun={{ one: "record", many: "records" }}
        columns={historyColumns}
        rows={rows}
        isLoading={!isLoaded}
        hasMore={!isDone}
        onLoadMore={loadMore}
        view={role}
        state={state}
        onStateChange={onStateChange}
        changes={changes}
        renderCard={(record) => <HistoryCard record={record} />}
        empty={
          <EmptyState icon={History} title="No history yet">
            Registrations and hand-overs of your samples are written down here.
          </EmptyState>
        }
      />
    </FillHeight>
  );
}

function useHistory(role: Role) {
  const [first, second] = SCOPES[role];
  const options = { initialNumItems: FIRST_PAGE };
  const one = useLiveRange(usePaginatedQuery(api.history.list, { scope: first }, options));
  const other = useLiveRange(
    usePaginatedQuery(api.history.list, second ? { scope: second } : "skip", options),
  );
  return useMemo(
    () => mergeLiveRanges(second ? [one, other] : [one], newestFirst),
    [one, other, second],
  );
}

function HistoryCard({ record }: { record: HistoryRecord }) {
  return (
    <article className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <p className="text-sm font-semibold">{describeRecord(record)}</p>
        <StatusChip status={record.status} />
      </div>
      <Link
        to="/private/viewfs/$id"
        params={{ id: record.sampleId }}
        className="truncate text-xs text-muted-foreground after:absolute after:inset-0 after:rounded-lg"
      >
        {record.brand} {record.model} · <span className="font-mono">{record.serialNumber}</span>
      </Link>
      <p className="text-xs text-muted-foreground">
        {record.action} · <RelativeTime at={record.actiondate} />
      </p>
    </article>
  );
}
