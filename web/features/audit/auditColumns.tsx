import type { Columns } from "@/components/data-table/columns";
import { Person } from "@/components/sample/Person";
import { ValueCell } from "@/components/sample/ValueCell";
import { AUDIT_COLUMNS, auditFilterColumns } from "#domain/accounts/auditTable";
import type { AuditRecord } from "./useAudit";
import { describeAuditChanges } from "#domain/accounts/audit";

type AuditField = (typeof AUDIT_COLUMNS)[number]["field"];

/** In px. Date, action, person and changes fit a window of 1,024 px together. */
const WIDTHS: Record<AuditField, number> = {
  at: 160,
  email: 176,
  origin: 100,
  action: 160,
  person: 156,
  entry: 160,
  changes: 252,
  reason: 220,
};

const FILTERS = { date: "dates", choice: "select", text: "text" } as const;

export const auditColumns: Columns<AuditRecord> = auditFilterColumns().map((read, index) => {
  const { field, label, kind } = AUDIT_COLUMNS[index] ?? never(read.id);
  return {
    id: field,
    header: label,
    size: WIDTHS[field],
    cell: ({ row }) => <Cell field={field} record={row.original} />,
    meta: {
      filter: FILTERS[kind],
      isFixed: field === "at",
    },
  };
});

function never(id: string): never {
  throw new Error(`${id} is no column of the record`);
}

function Cell({ field, record }: { field: AuditField; record: AuditRecord }) {
  switch (field) {
    case "at":
      return <ValueCell kind="date" value={record.at} />;
    case "email":
      return <Author record={record} />;
    case "person":
      return <Person email={record.person} />;
    case "changes":
      return <Changes changes={record.changes} />;
    default:
      return <ValueCell kind="text" value={record[field]} />;
  }
}

/** The person who acted; a directory by its token, the holder of the admin key without a name. */
export function Author({ record, ...props }: { record: AuditRecord; withAddress?: boolean }) {
  if (record.origin === "scim") return <span>{record.email}</span>;
  if (record.email === undefined) return <span>Terminal (admin key)</span>;
  return <Person email={record.email} {...props} />;
}

/** Old and new value of each changed field; for a private field only its name. */
export function Changes({ changes }: Pick<AuditRecord, "changes">) {
  const text = describeAuditChanges(changes);
  return text === "" ? (
    <span className="text-muted-foreground">–</span>
  ) : (
    <span title={text}>{text}</span>
  );
}
