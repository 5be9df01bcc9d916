import { ServerStore, type ServerStoreOptions } from "@/lib/tables/serverStore";
import { rowMatcher } from "#domain/tables/tableFilters";
import type { TableRow } from "./columns";
import type { TableSource } from "./liveTable";

/**
 * A source of rows searched by the server, for `useLiveTable`; callers must keep the returned
 * object.
 *
 * @param orderedBy the column whose heading shows the server's order, newest first
 */
export function serverSource<Row extends TableRow>(
  options: ServerStoreOptions<Row>,
  orderedBy?: string,
): TableSource<Row> {
  const matcher = rowMatcher(options.columns);
  return {
    store: new ServerStore(options),
    base: [],
    order: null,
    testOf: ({ query }) => matcher(query),
    isSearchedByServer: true,
    ...(orderedBy === undefined ? {} : { orderedBy }),
  };
}
