import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { ExportPlaces } from "#domain/exports/runningExports";

/** The slots of the signed-in person's exports: at most two run at a time. */
export function exportPlacesOf(client: Pick<ConvexReactClient, "mutation">): ExportPlaces {
  return {
    begin: () => client.mutation(api.exports.begin, {}),
    renew: (exportId) => client.mutation(api.exports.renew, { exportId }),
    end: (exportId) => client.mutation(api.exports.end, { exportId }),
  };
}
