import { useConvex } from "convex/react";
import { ClipboardList, Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import type { TableState } from "@/components/data-table/tableState";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import { useLiveTable } from "@/components/data-table/useLiveTable";
import { EmptyState } from "@/components/pages/EmptyState";
import { FillHeight } from "@/components/pages/FillHeight";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/connection/attempt";
import { saveFile } from "@/lib/saveFile";
import type { TableView } from "@/lib/tables/rowStore";
import { AUDIT_ACTIONS, AUDIT_ORIGINS } from "#domain/accounts/audit";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { auditColumns, Author, Changes } from "./auditColumns";
import { AuditSheet } from "./AuditSheet";
import { auditCsv } from "./auditCsv";
import { useAudit, type AuditRecord } from "./useAudit";

type AuditScreenProps = {
  /** E-mail of the reader. */
  reader: string;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  action: AUDIT_ACTIONS,
  origin: AUDIT_ORIGINS,
};
const TITLE = "Audit log";
const NOUN = { one: "record", many: "records" };
const NONE: readonly string[] = [];
const labelOf = ({ action }: AuditRecord) => action;
const knownValues = (columnId: string) => KNOWN_VALUES[columnId] ?? NONE;

/**
 * The audit log of administration: who changed which fields of whom, newest first. No one can edit
 * it.
 */
export function AuditScreen({ reader, state, onStateChange }: AuditScreenProps) {
  const [opened, setOpened] = useState<AuditRecord | null>(null);
  const table = useLiveTable({
    name: "audit",
    owner: reader,
    label: TITLE,
    noun: NOUN,
    labelOf,
    columns: auditColumns,
    source: useAudit(),
    address: [state, onStateChange],
    knownValues,
    onOpenRow: setOpened,
  });
  return (
    <FillHeight>
      <PageHeader
        title={TITLE}
        description="Every change made by an admin. The log cannot be edited."
        actions={<ExportButton view={table.view} />}
      />
      <DataTable table={table}>
        <TableToolbar table={table} />
        <FilterChips />
        <TableBody
          table={table}
          renderCard={(record) => <AuditCard record={record} />}
          empty={
            <EmptyState icon={ClipboardList} title="No records yet">
              Changes to people, settings and lists will appear here.
            </EmptyState>
          }
        />
        <TableFooter table={table} />
      </DataTable>
      {opened !== null && <AuditSheet record={opened} onClose={() => setOpened(null)} />}
    </FillHeight>
  );
}

/** Exports all records that match the filters, in the order of the screen. */
function ExportButton({ view }: { view: TableView }) {
  const client = useConvex();
  const [isWriting, setIsWriting] = useState(false);
  const write = async () => {
    setIsWriting(true);
    const outcome = await attempt(auditCsv(client, view));
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

/** A record on a phone: the action and its subject, the author, and the time. */
function AuditCard({ record }: { record: AuditRecord }) {
  return (
    <article className="flex flex-col gap-1">
      <p className="text-sm font-semibold">
        {record.action}
        {record.person !== undefined && (
          <>
            {": "}
            <PersonName email={record.person} />
          </>
        )}
        {record.entry !== undefined && `: ${record.entry}`}
      </p>
      {record.changes.length > 0 && (
        <p className="text-xs [overflow-wrap:anywhere]">
          <Changes changes={record.changes} />
        </p>
      )}
      {record.reason !== undefined && (
        <p className="border-l-2 pl-2 text-xs [overflow-wrap:anywhere]">{record.reason}</p>
      )}
      <p className="flex items-center gap-1.5 text-xs text-muted-foreground">
        <Author record={record} /> · <RelativeTime at={record.at} />
      </p>
    </article>
  );
}
