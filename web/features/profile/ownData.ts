import type { ConvexReactClient } from "convex/react";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { STATUSES } from "#domain/custody/statuses";

const PAGE = 200;

/**
 * Collects the data stored about the signed-in person, page by page, so that each answer is small.
 *
 * @param uid their own id
 */
export async function collectOwnData(convex: ConvexReactClient, uid: string) {
  const held = [];
  for (const status of STATUSES) {
    held.push(
      ...(await allOf((paginationOpts) =>
        convex.query(api.employees.holds, { uid, status, paginationOpts }),
      )),
    );
  }
  return {
    collectedAt: new Date().toISOString(),
    record: await convex.query(api.users.viewer, {}),
    sessions: await convex.query(api.sessions.list, {}),
    ...(await convex.query(api.ownData.outline, {})),
    samplesHeld: held,
    samplesRegistered: await allOf((paginationOpts) =>
      convex.query(api.ownData.registered, { paginationOpts }),
    ),
    history: await allOf((paginationOpts) =>
      convex.query(api.history.list, { scope: "mine", paginationOpts }),
    ),
  };
}

async function allOf<Row>(
  page: (options: PaginationOptions) => Promise<PaginationResult<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    const found: PaginationResult<Row> = await page({ cursor, numItems: PAGE });
    rows.push(...found.page);
    if (found.isDone) return rows;
    cursor = found.continueCursor;
  }
}
