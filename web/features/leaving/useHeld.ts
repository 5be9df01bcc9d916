import { usePaginatedQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MAX_BASKET } from "#domain/baskets/baskets";
import type { Status } from "#domain/custody/statuses";

/**
 * Reads the samples that a person is responsible for, live: the first page per status, at most 200
 * samples (convex/model/common/pages.ts). `isCut`: there are more. `samples`: undefined while
 * loading.
 */
export function useHeld(uid: string): { samples: Doc<"samples">[] | undefined; isCut: boolean } {
  const pages = [
    useStatus(uid, "Registered"),
    useStatus(uid, "In Use"),
    useStatus(uid, "In Transit"),
    useStatus(uid, "In Return"),
    useStatus(uid, "Request Lost"),
  ];
  const isLoading = pages.some(({ status }) => status === "LoadingFirstPage");
  return {
    samples: isLoading ? undefined : pages.flatMap(({ results }) => results),
    isCut: pages.some(({ status }) => status === "CanLoadMore"),
  };
}

function useStatus(uid: string, status: Status) {
  const page = { initialNumItems: MAX_BASKET };
  return usePaginatedQuery(api.employees.holds, { uid, status }, page);
}
