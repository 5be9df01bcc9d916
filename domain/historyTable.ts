import { HISTORY_COLUMNS } from "./fields";
import { omitUndefined } from "./objects";
import { fieldColumn, type Condition, type FilterColumn, type TableQuery } from "./tableFilters";
import { HISTORY_ACTIONS, type HistoryAction, type Role } from "./workflow";

/** The History screen's scopes and filters, as server and browser judge them. */

/**
 * The part of history that a reader asks for. `mine`: the reader was the manager after the step;
 * `team`: one of the reader's reports was.
 */
export const HISTORY_SCOPES = ["all", "mine", "team"] as const;
export type HistoryScope = (typeof HISTORY_SCOPES)[number];

/**
 * Orders of a scope. `country`: by country, newest first in each; the scope `all` has no index for
 * it.
 */
export const HISTORY_ORDERS = ["newest", "country"] as const;
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

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
  /** Only records with this manager. */
  readonly samplmanag?: string;
  /** Only records with this supervisor. */
  readonly supervisor?: string;
  /** Only records of this action; never together with a manager, whose own records are few. */
  readonly action?: HistoryAction;
};

/**
 * Splits a query on `scope` into an index range and a rest that is tested record by record. The
 * range takes the dates; in the scope `all` one manager or one supervisor chosen alone; and one
 * action chosen alone, except beside a manager and in the order `country`. Of 5,000,000 records,
 * the range of one manager leaves that person's own.
 */
export function splitHistoryQuery<C extends Condition>(
  conditions: readonly C[],
  scope: HistoryScope,
  order: HistoryOrder,
): { range: HistoryRange; rest: C[] } {
  const taken = new Set<C>();
  let [from, before] = [0, Number.MAX_SAFE_INTEGER];
  for (const condition of conditions) {
    if (condition.kind !== "dates" || condition.field !== "actiondate") continue;
    from = Math.max(from, condition.from ?? from);
    before = Math.min(before, condition.before ?? before);
    taken.add(condition);
  }
  /** Moves the filter of one value from the rest to the range; `isKey`: an index has the value. */
  const take = <Key extends string>(field: string, isKey: (value: string) => value is Key) => {
    const condition = conditions.find((each) => each.field === field && soleChoice(each));
    const value = condition && soleChoice(condition);
    if (condition === undefined || value === undefined || !isKey(value)) return undefined;
    taken.add(condition);
    return value;
  };
  const samplmanag = scope === "all" ? take("samplmanag", isText) : undefined;
  const isOfManager = scope === "mine" || samplmanag !== undefined;
  const supervisor = scope === "all" && !isOfManager ? take("supervisor", isText) : undefined;
  const action = isOfManager || order === "country" ? undefined : take("action", isAction);
  return {
    range: omitUndefined({ from, before, samplmanag, supervisor, action }),
    rest: conditions.filter((condition) => !taken.has(condition)),
  };
}

const isText = (value: string): value is string => value !== "";
const isAction = (value: string): value is HistoryAction =>
  HISTORY_ACTIONS.some((action) => action === value);

/** Most values of one filter that are read as ranges of their own, each a live query. */
const MAX_RANGES = 6;

/** Filters that an index answers value by value, the one that leaves the fewest records first. */
const INDEXED_FILTERS: Readonly<Record<HistoryScope, readonly string[]>> = {
  all: ["samplmanag", "supervisor", "action"],
  team: ["action"],
  mine: [],
};

/**
 * Returns queries that together find what `query` finds in `scope`, newest first in each: one for
 * each of up to six values of a filter that has an index, else `query` itself.
 */
export function indexedQueries(query: TableQuery, scope: HistoryScope): readonly TableQuery[] {
  for (const field of INDEXED_FILTERS[scope]) {
    const split = query.conditions.find((each) => each.field === field && each.kind === "select");
    if (split?.kind !== "select" || split.anyOf.length > MAX_RANGES) continue;
    if (split.anyOf.length > 1) {
      return split.anyOf.map((value) => ({
        ...query,
        conditions: query.conditions.map((each) =>
          each === split ? { ...split, anyOf: [value] } : each,
        ),
      }));
    }
    if (field === "samplmanag") return [query];
  }
  return [query];
}

/** Returns the value of a filter that allows only one; undefined for any other. */
function soleChoice(condition: Condition): string | undefined {
  const [value, ...others] = condition.kind === "select" ? condition.anyOf : [];
  return others.length === 0 ? value : undefined;
}
