import { HISTORY_COLUMNS } from "./fields";
import { fieldColumn, type Condition, type FilterColumn } from "./tableFilters";
import type { Role } from "./workflow";

/** The History screen's scopes and filters, as server and browser judge them. */

/** Whose records. `mine`: the actor was the manager after the step; `team`: their report was. */
export const HISTORY_SCOPES = ["all", "mine", "team"] as const;
export type HistoryScope = (typeof HISTORY_SCOPES)[number];

/** The server refuses the others. Source: doc 2 §6, "History". */
const SCOPES_OF_ROLE: Readonly<Record<Role, readonly HistoryScope[]>> = {
  admin: ["all", "mine", "team"],
  supervisor: ["mine", "team"],
  user: ["mine"],
};

export function mayUseHistoryScope(role: Role, scope: HistoryScope): boolean {
  return SCOPES_OF_ROLE[role].includes(scope);
}

/** The scopes that together are everything `role` sees. */
export function historyScopes(role: Role): readonly HistoryScope[] {
  return role === "admin" ? ["all"] : SCOPES_OF_ROLE[role];
}

/** The people that a history record names; e-mails. */
type RecordPeople = {
  readonly email: string;
  readonly samplmanag: string;
  readonly lastmanag?: string | undefined;
  readonly recipient?: string | undefined;
};

/** Who had a part in the step, each once: acted, was asked, has the sample after it, had it before. */
export function peopleOf({ email, recipient, samplmanag, lastmanag }: RecordPeople): string[] {
  const named = [email, recipient, samplmanag, lastmanag];
  return [...new Set(named.filter((each): each is string => Boolean(each)))];
}

/**
 * The filter "Person": whoever had any part in the step. It is no column: the parts have theirs, and the
 * search over all columns looks at those only.
 */
export const PERSON_FILTER = {
  id: "person",
  value: peopleOf,
  text: () => "",
  isDate: false,
} satisfies FilterColumn<RecordPeople>;

/** What records are narrowed by: the columns and the person. */
export function historyFilterColumns(timeZone: string): FilterColumn<RecordPeople>[] {
  return [...HISTORY_COLUMNS.map((column) => fieldColumn(column, timeZone)), PERSON_FILTER];
}

/** The part of a query that one index range answers. Dates are epoch ms, UTC: [from, before). */
export type HistoryRange = {
  readonly from: number;
  readonly before: number;
  /** Only records with this manager, or else with this supervisor. */
  readonly samplmanag?: string;
  readonly supervisor?: string;
};

/**
 * Divides a query: the date range, and one manager or one supervisor chosen alone, are an index range; the
 * rest is tested record by record. Of 5,000,000 records that leaves a person's own.
 */
export function splitQuery<C extends Condition>(
  conditions: readonly C[],
  mayChoosePeople: boolean,
): { range: HistoryRange; rest: C[] } {
  let range: HistoryRange = { from: 0, before: Number.MAX_SAFE_INTEGER };
  const rest: C[] = [];
  for (const condition of conditions) {
    const { kind, field } = condition;
    if (kind === "dates" && field === "actiondate") {
      const { from = range.from, before = range.before } = condition;
      range = {
        ...range,
        from: Math.max(range.from, from),
        before: Math.min(range.before, before),
      };
      continue;
    }
    const isFree = range.samplmanag === undefined && range.supervisor === undefined;
    const [person, ...others] = kind === "select" ? condition.anyOf : [];
    const isPerson = field === "samplmanag" || field === "supervisor";
    if (mayChoosePeople && isFree && isPerson && person !== undefined && others.length === 0) {
      range = { ...range, [field]: person };
    } else {
      rest.push(condition);
    }
  }
  return { range, rest };
}
