import { HISTORY_COLUMNS } from "./fields";
import { fieldColumn, type Condition, type FilterColumn } from "./tableFilters";
import type { Role } from "./workflow";

/** The History screen's scopes and filters, as server and browser judge them. */

/**
 * The part of history that a reader asks for. `mine`: the reader was the manager after the step;
 * `team`: one of the reader's reports was.
 */
export const HISTORY_SCOPES = ["all", "mine", "team"] as const;
export type HistoryScope = (typeof HISTORY_SCOPES)[number];

/** The scopes of each role; the server refuses any other (docs/product.md, "History: scopes"). */
const SCOPES_OF_ROLE: Readonly<Record<Role, readonly HistoryScope[]>> = {
  admin: ["all", "mine", "team"],
  supervisor: ["mine", "team"],
  user: ["mine"],
};

export function mayUseHistoryScope(role: Role, scope: HistoryScope): boolean {
  return SCOPES_OF_ROLE[role].includes(scope);
}

/** Returns the scopes that together hold everything `role` sees. */
export function historyScopes(role: Role): readonly HistoryScope[] {
  return role === "admin" ? ["all"] : SCOPES_OF_ROLE[role];
}

/**
 * True for a record that both `team` and `mine` contain, so that a reader of both shows it once.
 */
export function isInTeamAndMine(record: {
  readonly samplmanag: string;
  readonly supervisor: string;
}): boolean {
  return record.samplmanag === record.supervisor;
}

/** The people that a history record names, by e-mail. */
type RecordPeople = {
  readonly email: string;
  readonly samplmanag: string;
  readonly lastmanag?: string | undefined;
  readonly recipient?: string | undefined;
  readonly onBehalfOf?: string | undefined;
};

/**
 * Returns everybody who had a part in the step, each once: the one who acted, the one for whom they
 * acted, the one asked, the holder after it and the holder before it.
 */
export function peopleOf(record: RecordPeople): string[] {
  const { email, onBehalfOf, recipient, samplmanag, lastmanag } = record;
  const named = [email, onBehalfOf, recipient, samplmanag, lastmanag];
  return [...new Set(named.filter((each): each is string => Boolean(each)))];
}

/**
 * The filter "Person": it finds records in which somebody had any part. It is no column: each part
 * has one of its own, and the search over all columns looks at those only.
 */
export const PERSON_FILTER = {
  id: "person",
  value: peopleOf,
  text: () => "",
  isDate: false,
} satisfies FilterColumn<RecordPeople>;

/** A record's mark, which lists of records have: its step was undone. */
type RecordMark = { readonly isUndone?: boolean };

/** The choices of the filter "Undone". */
export const UNDONE_CHOICES = { no: "No", yes: "Yes" } as const;

/**
 * The filter "Undone": without such records, a list shows the steps that stand. It is no column
 * either: the mark stands with the action.
 */
export const UNDONE_FILTER = {
  id: "undone",
  value: ({ isUndone }) => (isUndone === true ? UNDONE_CHOICES.yes : UNDONE_CHOICES.no),
  text: () => "",
  isDate: false,
} satisfies FilterColumn<RecordMark>;

/**
 * Returns everything that records are filtered by: the columns, the person, and the mark.
 *
 * @param timeZone the reader's own when left out
 */
export function historyFilterColumns(timeZone?: string): FilterColumn<RecordPeople & RecordMark>[] {
  const columns = HISTORY_COLUMNS.map((column) => fieldColumn(column, timeZone));
  return [...columns, PERSON_FILTER, UNDONE_FILTER];
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
 * Splits a query into an index range and a rest. The date range, and one manager or one supervisor
 * chosen alone, become the index range; the rest is tested record by record. Of 5,000,000 records,
 * the range of one manager leaves that person's own.
 */
export function splitHistoryQuery<C extends Condition>(
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
