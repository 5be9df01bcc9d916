import { AUDIT_ACTIONS, describeAuditChanges, type AuditAction, type AuditChange } from "./audit";
import { fieldColumn, type Condition, type FilterColumn } from "../tables/tableFilters";

/** Columns of the audit log, filtered alike by server and browser. */
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

/** @param timeZone default: the reader's */
export function auditFilterColumns(timeZone?: string): FilterColumn<Changed>[] {
  return AUDIT_COLUMNS.map((column) =>
    column.field === "changes"
      ? { id: "changes", value: changesText, text: changesText, isDate: false }
      : fieldColumn(column, timeZone),
  );
}

/** The part of a query answered by one index range. Dates are epoch ms, UTC: [from, before). */
export type AuditRange = {
  readonly from: number;
  readonly before: number;
  readonly only?:
    | { readonly field: "person" | "email"; readonly value: string }
    | { readonly field: "action"; readonly value: AuditAction };
};

/**
 * Splits a query into one index range and the remaining conditions. The dates, and the first
 * condition on exactly one person, author or action, become the range; the rest is tested record by
 * record.
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
    const only = range.only === undefined ? soleValue(condition) : undefined;
    if (only === undefined) rest.push(condition);
    else range = { ...range, only };
  }
  return { range, rest };
}

/**
 * Returns the only value that a condition selects for an indexed field; undefined for any other
 * condition.
 */
function soleValue(condition: Condition): AuditRange["only"] {
  const [value, ...others] = condition.kind === "select" ? condition.anyOf : [];
  if (!value || others.length > 0) return undefined;
  const { field } = condition;
  if (field === "person" || field === "email") return { field, value };
  const action = AUDIT_ACTIONS.find((each) => each === value);
  return field === "action" && action !== undefined ? { field, value: action } : undefined;
}
