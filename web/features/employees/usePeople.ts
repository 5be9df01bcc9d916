import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import { api } from "../../../convex/_generated/api";
import { employeeFilterColumns } from "../../../domain/employeeTable";

/** A person with what they hold; counts are there on the screens that show them. */
export type Employee = FunctionReturnType<typeof api.users.list>["page"][number] & Partial<Held>;
type Held = Pick<
  FunctionReturnType<typeof api.users.listWithCounts>["page"][number],
  "counts" | "inusesampl" | "answersFor"
>;

const columns = employeeFilterColumns();
/** Pages follow each other as they are. */
const AS_LISTED = () => 0;

/**
 * The people whose records the reader may see, for `useLiveTable`; the server searches them.
 *
 * @param withCounts with what each holds: such a list runs again at every step of one of them
 */
export function usePeople(withCounts: boolean): TableSource<Employee> {
  const convex = useConvex();
  return useMemo(
    () =>
      serverSource<Employee>({
        watcher: convex,
        rangesOf: (query) => [
          {
            query: withCounts ? api.users.listWithCounts : api.users.list,
            args: query === null ? {} : { query: serverQuery(query) },
          },
        ],
        compare: AS_LISTED,
        columns,
      }),
    [convex, withCounts],
  );
}
