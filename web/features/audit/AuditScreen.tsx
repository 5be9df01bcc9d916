import { useConvex } from "convex/react";
import { ClipboardList, Download } from "lucide-react";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { DataTable } from "@/components/data-table/DataTable";
import { tableQuery } from "@/components/data-table/filters/filterState";
import type { TableState } from "@/components/data-table/tableState";
import { EmptyState } from "@/components/EmptyState";
import { FillHeight } from "@/components/FillHeight";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { saveFile } from "@/lib/saveFile";
import { AUDIT_ACTIONS, AUDIT_ORIGINS } from "../../../domain/audit";
import type { TableQuery } from "../../../domain/tableFilters";
import { AuditCard } from "./AuditCard";
import { auditColumns } from "./auditColumns";
import { auditCsv } from "./auditCsv";
import { useAudit } from "./useAudit";

type AuditScreenProps = { state: TableState; onStateChange: (state: TableState) => void };

const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  action: AUDIT_ACTIONS,
  origin: AUDIT_ORIGINS,
};
const NONE: readonly string[] = [];
const knownValues = (columnId: string) => KNOWN_VALUES[columnId] ?? NONE;

/** Who changed what of whom, before and after, newest first; nobody can edit it. */
export function AuditScreen({ state, onStateChange }: AuditScreenProps) {
  const query = useMemo(() => tableQuery(state, auditColumns), [state]);
  const { rows, isLoaded, isDone, loadMore, looked } = useAudit(query);
  return (
    <FillHeight>
      <PageHeader
        title="Record of administration"
        description="Every change that admins make, and who made it. It cannot be edited."
        actions={<ExportButton query={query} />}
      />
      <DataTable
        label="Record of administration"
        noun={{ one: "record", many: "records" }}
        columns={auditColumns}
        rows={rows}
        isLoading={!isLoaded}
        hasMore={!isDone}
        onLoadMore={loadMore}
        looked={looked}
        view="audit"
        state={state}
        onStateChange={onStateChange}
        knownValues={knownValues}
        renderCard={(record) => <AuditCard record={record} />}
        empty={
          <EmptyState icon={ClipboardList} title="Nothing is recorded yet">
            Changes of people, settings and lists are written down here.
          </EmptyState>
        }
      />
    </FillHeight>
  );
}

/** Writes the records that the filters show, all pages of them. */
function ExportButton({ query }: { query: TableQuery }) {
  const client = useConvex();
  const [isWriting, setIsWriting] = useState(false);
  const write = async () => {
    setIsWriting(true);
    const outcome = await attempt(auditCsv(client, query));
    setIsWriting(false);
    if (outcome.ok) saveFile("administration.csv", "text/csv", outcome.value);
    else toast.error(outcome.message);
  };
  return (
    <Button variant="outline" loading={isWriting} onClick={() => void write()}>
      <Download aria-hidden />
      Export CSV
    </Button>
  );
}
