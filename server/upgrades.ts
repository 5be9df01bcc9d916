import { listIndexFields } from "../domain/lists";
import { omitUndefined } from "../domain/objects";
import type { Upgrades } from "../engine/commit/database";
import type { JSONObject } from "../engine/values/json";

/**
 * Documents that earlier versions stored, as this version's schema wants them. Kept for as long as
 * somebody may come from such a version.
 */
export const UPGRADES: Upgrades = {
  // One date and one name of who is asked took the place of a sort key for each list.
  samples: (sample) => {
    if ("listDate" in sample) return sample;
    const kept = without(sample, ["transferSort", "returnSort", "lostSort"]);
    return {
      ...kept,
      ...omitUndefined(listIndexFields(kept as Parameters<typeof listIndexFields>[0])),
    };
  },
  // `nameWords` took its place; whose words are missing there gets them at the next sign-in.
  users: (user) => ("searchName" in user ? without(user, ["searchName"]) : user),
};

function without(document: JSONObject, gone: readonly string[]): JSONObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !gone.includes(field)));
}
