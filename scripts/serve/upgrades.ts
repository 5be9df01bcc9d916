import { sortedBy } from "../../domain/lists";
import { defined } from "../../domain/objects";
import type { Upgrades } from "../../engine/commit/database";
import type { JSONObject } from "../../engine/values/json";

/** One a list, until one date and one name of who is asked took their place in all of them. */
const OLD_SORT_KEYS = new Set(["transferSort", "returnSort", "lostSort"]);

/**
 * Documents that earlier versions stored, as this version's schema wants them. Kept for as long as
 * somebody may come from such a version.
 */
export const UPGRADES: Upgrades = {
  samples: (sample) => {
    if ("listDate" in sample) return sample;
    const fields = Object.entries(sample).filter(([field]) => !OLD_SORT_KEYS.has(field));
    const kept: JSONObject = Object.fromEntries(fields);
    return { ...kept, ...defined(sortedBy(kept as Parameters<typeof sortedBy>[0])) };
  },
};
