import type { ConvexReactClient } from "convex/react";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { exportPlacesOf } from "@/lib/export/rowsOfServer";
import { api } from "../../../convex/_generated/api";
import { STATUSES } from "#domain/custody/statuses";
import { ExportPlace } from "#domain/exports/runningExports";

const PAGE = 200;

type Client = Pick<ConvexReactClient, "query" | "mutation">;

/**
 * Collects the data stored about the signed-in person, page by page, so that each answer is small.
 * Holds an export slot meanwhile: a person with a long history reads as much as an export does.
 *
 * @param uid their own id
 * @throws EXPORTS_FULL
 */
export async function collectOwnData(convex: Client, uid: string) {
  const places = exportPlacesOf(convex);
  const place = new ExportPlace(places, await places.begin(), Date.now);
  try {
    return await readOwnData(convex, uid, place);
  } finally {
    await place.end();
  }
}

async function readOwnData(convex: Client, uid: string, place: ExportPlace) {
  const held = [];
  for (const status of STATUSES) {
    held.push(
      ...(await allOf(place, (paginationOpts) =>
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
    samplesRegistered: await allOf(place, (paginationOpts) =>
      convex.query(api.ownData.registered, { paginationOpts }),
    ),
    history: await allOf(place, (paginationOpts) =>
      convex.query(api.history.list, { scope: "mine", paginationOpts }),
    ),
  };
}

async function allOf<Row>(
  place: ExportPlace,
  page: (options: PaginationOptions) => Promise<PaginationResult<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    await place.keep();
    const found: PaginationResult<Row> = await page({ cursor, numItems: PAGE });
    rows.push(...found.page);
    if (found.isDone) return rows;
    cursor = found.continueCursor;
  }
}
