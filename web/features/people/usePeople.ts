import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import type { TableSource } from "@/components/data-table/liveTable";
import type { ColumnDeclaration } from "@/lib/columns/columnDeclaration";
import { serverNow } from "@/lib/serverClock";
import { LiveStore } from "@/lib/tables/liveStore";
import { api } from "../../../convex/_generated/api";
import {
  EMPLOYEE_COLUMNS,
  employeeFilterColumns,
  personStatus,
} from "#domain/people/employeeTable";
import { daysOverMaximum } from "#domain/custody/limits";
import { rowMatcher } from "#domain/tables/tableFilters";
import type { Actor } from "#domain/custody/workflow";

/** A person; the counts are set on the screens that show them. */
export type EmployeeRow = FunctionReturnType<typeof api.users.list>["page"][number] & Partial<Held>;
type Held = Pick<
  FunctionReturnType<typeof api.users.listWithCounts>["page"][number],
  "counts" | "inusesampl" | "answersFor" | "overMaximumSince"
>;

const FORMS = { text: "text", choice: "dictionary", date: "date" } as const;
const COLUMNS: readonly ColumnDeclaration[] = [
  ...EMPLOYEE_COLUMNS.map(({ field, kind }) => ({ field, form: FORMS[kind] })),
  { field: "secondFactor", form: "dictionary", isSearched: false },
];
/** Counts can be sorted but are not searched. */
const COUNT_COLUMNS: readonly ColumnDeclaration[] = (
  ["inusesampl", "answersFor", "samplmaxtrig"] as const
).map((field) => ({ field, form: "number", isSearched: false }));

/** More people than a large company has; all of them fit into the page's memory. */
const REACH = 10_000;
/** People per page. Smaller with counts: the query reruns at each step of anyone on the page. */
const PAGE_WITH_COUNTS = 100;

const matcher = rowMatcher<EmployeeRow>(employeeFilterColumns());

/** A row with the cells derived from its fields, by which it is searched and sorted. */
const cellsOf = (person: EmployeeRow) => ({
  ...person,
  status: personStatus(person),
  secondFactor: person.secondFactorSince === undefined ? "Off" : "On",
  samplmaxtrig: daysOverMaximum(person.overMaximumSince, serverNow()),
});

/**
 * People whose records the reader may see, for `useLiveTable`: all of them, kept only in the page's
 * memory. A supervisor comes first in their own list.
 *
 * @param withCounts adds each person's counts: the queries then rerun at every step of any of them
 */
export function usePeople({ email, role }: Actor, withCounts: boolean): TableSource<EmployeeRow> {
  const convex = useConvex();
  return useMemo(() => {
    const isFirst = (person: EmployeeRow) => role === "supervisor" && person.email === email;
    const first = { kind: "select", field: "email", anyOf: [email] } as const;
    return {
      store: new LiveStore<EmployeeRow>({
        watcher: convex,
        ranges: [{ query: withCounts ? api.users.listWithCounts : api.users.list, args: {} }],
        compare: (one, other) =>
          Number(isFirst(other)) - Number(isFirst(one)) ||
          (one.email < other.email ? -1 : Number(one.email > other.email)),
        columns: withCounts ? [...COLUMNS, ...COUNT_COLUMNS] : COLUMNS,
        cellsOf,
        reach: REACH,
        ...(withCounts && { pageSize: PAGE_WITH_COUNTS }),
      }),
      base: [],
      order: { field: "email", isDescending: false, ...(role === "supervisor" && { first }) },
      testOf: ({ query }) => matcher(query),
    };
  }, [convex, email, role, withCounts]);
}
