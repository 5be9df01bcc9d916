/** The History screen's scopes and filters, shared by server and browser. */
import { HISTORY_COLUMNS } from "./fields";
import { omitUndefined } from "../common/objects";
import {
  fieldColumn,
  type Condition,
  type FilterColumn,
  type TableQuery,
} from "../tables/tableFilters";
import { HISTORY_ACTIONS, type HistoryAction, type Role } from "../custody/workflow";

/**
 * The part of history that a reader requests. `mine`: the reader was the manager after the step;
 * `team`: a report of the reader was.
 */
export const HISTORY_SCOPES = ["all", "mine", "team"] as const;
export type HistoryScope = (typeof HISTORY_SCOPES)[number];

/**
 * Sort orders of a scope. `country`: by country, newest first within each; not available in the
 * scope `all`, for which there is no index.
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

/** Returns the scopes that together contain everything `role` may see. */
export function historyScopes(role: Role): readonly HistoryScope[] {
  return role === "admin" ? ["all"] : SCOPES_OF_ROLE[role];
}

/**
 * True for a record that is in both `team` and `mine`, so that a reader of both can show it once.
 */
export function isInTeamAndMine(record: {
  readonly samplmanag: string;
  readonly supervisor: string;
}): boolean {
  return record.samplmanag === record.supervisor;
}

/**
 * Fields of a history record that contain the e-mail of a person involved in the step: the actor,
 * the person they stood in for, the person asked, the holder after it and the holder before it.
 */
const PART_FIELDS = ["email", "onBehalfOf", "recipient", "samplmanag", "lastmanag"] as const;

type RecordPeople = {
  readonly [Field in (typeof PART_FIELDS)[number]]?: string | undefined;
} & { readonly email: string; readonly samplmanag: string };

/** Returns the distinct people involved in the step. */
export function peopleOf(record: RecordPeople): string[] {
  const named = PART_FIELDS.map((field) => record[field]);
  return [...new Set(named.filter((each): each is string => Boolean(each)))];
}

/**
 * The filter "Person" matches records in which the person had any role. It is not a column: each
 * role has its own column, and the search over all columns covers those.
 */
export const PERSON_FILTER = {
  id: "person",
  value: peopleOf,
  text: () => "",
  isDate: false,
} satisfies FilterColumn<RecordPeople>;

/** Marks a record in a list whose step was undone. */
type RecordMark = { readonly isUndone?: boolean };

/** The choices of the filter "Undone". */
export const UNDONE_CHOICES = { no: "No", yes: "Yes" } as const;

/**
 * The filter "Undone"; with "No", a list shows only steps that were not undone. It is not a column
 * either: the mark is shown with the action.
 */
export const UNDONE_FILTER = {
  id: "undone",
  value: ({ isUndone }) => (isUndone === true ? UNDONE_CHOICES.yes : UNDONE_CHOICES.no),
  text: () => "",
  isDate: false,
} satisfies FilterColumn<RecordMark>;

/**
 * Returns all filterable properties of records: the columns, the person, and the mark.
 *
 * @param timeZone default: the local time zone
 */
export function historyFilterColumns(timeZone?: string): FilterColumn<RecordPeople & RecordMark>[] {
  const columns = HISTORY_COLUMNS.map((column) => fieldColumn(column, timeZone));
  return [...columns, PERSON_FILTER, UNDONE_FILTER];
}

/** Fields of a record with an index for finding a person's records. */
const PERSON_FIELDS = [...PART_FIELDS, "supervisor"] as const;

/** The part of a query that one index range answers. Dates are epoch ms, UTC: [from, before). */
export type HistoryRange = {
  readonly from: number;
  readonly before: number;
  /** Only records with this person in this field. */
  readonly person?: { readonly field: (typeof PERSON_FIELDS)[number]; readonly email: string };
  /**
   * Only records with this action. Never combined with a person, except a supervisor; other
   * people's records are few.
   */
  readonly action?: HistoryAction;
};

/**
 * Splits a query on `scope` into an index range and remaining conditions that are tested record by
 * record. The range covers the dates; in the scope `all`, a single selected person; and a single
 * selected action, except in the order `country` and in combination with a person who is not a
 * supervisor. Of 5,000,000 records, the range of one manager contains only that person's own.
 */
export function splitHistoryQuery<C extends Condition>(
  conditions: readonly C[],
  scope: HistoryScope,
  order: HistoryOrder,
): { range: HistoryRange; rest: C[] } {
  let [from, before] = [0, Number.MAX_SAFE_INTEGER];
  for (const condition of conditions) {
    if (!isOfDates(condition)) continue;
    from = Math.max(from, condition.from ?? from);
    before = Math.min(before, condition.before ?? before);
  }
  const [named] = scope === "all" ? PERSON_FIELDS.flatMap((each) => chosen(conditions, each)) : [];
  const isOnePersons = scope === "mine" || (named !== undefined && named.field !== "supervisor");
  const [acted] = isOnePersons || order === "country" ? [] : chosen(conditions, "action");
  const action = HISTORY_ACTIONS.find((each) => each === acted?.value);
  const person = named && { field: named.field, email: named.value };
  const inRange = [named?.condition, action && acted?.condition];
  return {
    range: omitUndefined({ from, before, person, action }),
    rest: conditions.filter((each) => !isOfDates(each) && !inRange.includes(each)),
  };
}

const SCREEN_FIELDS: ReadonlySet<string> = new Set(HISTORY_COLUMNS.map(({ field }) => field));

/**
 * Returns the conditions on columns of an export that the server can test too: those on columns of
 * the History screen, and those that an index of `scope` answers. The server refuses other
 * conditions.
 */
export function serverConditions<C extends Condition>(
  conditions: readonly C[],
  scope: HistoryScope,
): C[] {
  const { rest } = splitHistoryQuery(conditions, scope, "newest");
  return conditions.filter((each) => SCREEN_FIELDS.has(each.field) || !rest.includes(each));
}

function isOfDates(condition: Condition): condition is Condition & { kind: "dates" } {
  return condition.kind === "dates" && condition.field === "actiondate";
}

/** Returns the conditions that allow exactly one value of `field`, with that value. */
function chosen<C extends Condition, Field extends string>(conditions: readonly C[], field: Field) {
  return conditions.flatMap((condition) => {
    const [value, ...others] =
      condition.kind === "select" && condition.field === field ? condition.anyOf : [];
    return value && others.length === 0 ? [{ field, condition, value }] : [];
  });
}

/** Maximum number of a filter's values read as separate ranges, each a live query. */
const MAX_RANGES = 6;

/**
 * Filters that an index answers value by value, most selective first. A person in any role is
 * looked up in one index per role.
 */
const INDEXED_FILTERS: Readonly<Record<HistoryScope, readonly string[]>> = {
  all: [...PART_FIELDS, PERSON_FILTER.id, "supervisor", "action"],
  team: ["action"],
  mine: [],
};

/**
 * Returns queries that together find the same records as `query` in `scope`, each newest first: one
 * for each of up to six values of an indexed filter, else `query` itself. Several of them may find
 * the same record.
 */
export function indexedQueries(query: TableQuery, scope: HistoryScope): readonly TableQuery[] {
  for (const field of INDEXED_FILTERS[scope]) {
    const split = query.conditions.find((each) => each.field === field && each.kind === "select");
    if (split?.kind !== "select" || split.anyOf.length > MAX_RANGES) continue;
    const { anyOf } = split;
    const isAnyPart = field === PERSON_FILTER.id;
    if (isAnyPart && anyOf.length > 1) continue;
    const parts = isAnyPart ? PART_FIELDS : [field];
    const keys = parts.flatMap((part) => anyOf.map((value) => ({ field: part, value })));
    if (keys.length > 1) return keys.map((key) => withKey(query, split, key));
    if (field !== "supervisor" && field !== "action") return [query];
  }
  return [query];
}

/** Returns `query` with `condition` replaced by a single value of one field. */
function withKey(
  query: TableQuery,
  condition: Condition,
  { field, value }: { field: string; value: string },
): TableQuery {
  const key: Condition = { kind: "select", field, anyOf: [value] };
  const conditions = query.conditions.map((each) => (each === condition ? key : each));
  return { ...query, conditions };
}
