import { AUDIT_ACTIONS, describeAuditChanges, type AuditChange } from "./audit";
import { fieldColumn, type Condition, type FilterColumn } from "./tableFilters";

/** Columns and filters of the record of administration, as server and browser judge them. */
export const AUDIT_COLUMNS = [
  { field: "at", label: "Date", kind: "date" },
  { field: "email", label: "By", kind: "text" },
  { field: "origin", label: "From", kind: "choice" },
  { field: "action", label: "Action", kind: "choice" },
  { field: "person", label: "Person", kind: "text" },
  { field: "entry", label: "Entry", kind: "text" },
  { field: "changes", label: "Changes", kind: "text" },
  { field: "reason", label: "Reason", kind: "text" },
] as const;

type Changed = { readonly changes: readonly AuditChange[] };

const changesText = ({ changes }: Changed) => describeAuditChanges(changes);

/** @param timeZone the reader's own when left out */
export function auditFilterColumns(timeZone?: string): FilterColumn<Changed>[] {
  return AUDIT_COLUMNS.map((column) =>
    column.field === "changes"
      ? { id: "changes", value: changesText, text: changesText, isDate: false }
      : fieldColumn(column, timeZone),
  );
}

/** Indexed fields: a filter that chooses one value of such a field reads one index range. */
const RANGE_FIELDS = ["person", "email", "action"] as const;

/** The part of a query that one index range answers. Dates are epoch ms, UTC: [from, before). */
export type AuditRange = {
  readonly from: number;
  readonly before: number;
  readonly only?: { readonly field: (typeof RANGE_FIELDS)[number]; readonly value: string };
};

/**
 * Splits a query into an index range and a rest. The dates, and the first person, author or action
 * that is chosen alone, become the range; the rest is tested record by record.
 */
export function splitAuditQuery<C extends Condition>(
  conditions: readonly C[],
): { range: AuditRange; rest: C[] } {
  let range: AuditRange = { from: 0, before: Number.MAX_SAFE_INTEGER };
  const rest: C[] = [];
  for (const condition of conditions) {
    if (condition.kind === "dates" && condition.field === "at") {
      const { from = 0, before = Number.MAX_SAFE_INTEGER } = condition;
      range = {
        ...range,
        from: Math.max(range.from, from),
        before: Math.min(range.before, before),
      };
      continue;
    }
    const field = RANGE_FIELDS.find((each) => each === condition.field);
    const [value, ...others] = condition.kind === "select" ? condition.anyOf : [];
    const isRange = field && value && others.length === 0 && range.only === undefined;
    if (isRange && (field !== "action" || AUDIT_ACTIONS.some((action) => action === value))) {
      range = { ...range, only: { field, value } };
    } else {
      rest.push(condition);
    }
  }
  return { range, rest };
}
