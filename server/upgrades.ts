import { dayOf } from "#domain/common/days";
import { listIndexFields } from "#domain/samples/lists";
import { omitUndefined } from "#domain/common/objects";
import { NO_TEXTS, TEXT_FIELDS } from "#domain/samples/fields";
import { serialNumberKey } from "#domain/identifiers/readIdentifiers";
import type { Upgrades } from "../engine/commit/database";
import type { JSONObject } from "../engine/values/json";

/**
 * Upgrades documents stored by earlier versions to this version's schema. An entry stays as long as
 * upgrades from such a version are supported.
 */
export const UPGRADES: Upgrades = {
  // Gives texts that an earlier version did not have, not entered. Replaces the sort key of each
  // list with one date and one name of the requested person.
  samples: (stored) => {
    const isWhole = TEXT_FIELDS.every((field) => field in stored);
    const sample = isWhole ? stored : { ...NO_TEXTS, ...stored };
    if ("listDate" in sample) return sample;
    const kept = omitFields(sample, ["transferSort", "returnSort", "lostSort"]);
    return {
      ...kept,
      ...omitUndefined(listIndexFields(kept as Parameters<typeof listIndexFields>[0])),
    };
  },
  // Serial numbers match in more spellings with each version; the first one stored `value`. Two
  // rows with the same key are kept; `sms check` lists them.
  identifiers: (row) => {
    const { value, ...kept } = row;
    const text = (row.key ?? value) as string;
    const key = row.kind === "serialNumber" ? serialNumberKey(text) : text;
    return key === row.key ? row : { ...kept, key };
  },
  // The change feed begins at 0: no replica of an earlier version exists.
  counterTotals: (total) => ("seq" in total ? total : { ...total, seq: 0 }),
  // Starts the counters today: holdings before this version were not recorded.
  counterSamples: (counter) => {
    if ("total" in counter) return counter;
    const counts = Object.values(counter.counts as Readonly<Record<string, number>>);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { ...counter, total, since: dayOf(Date.now()) };
  },
  // The table `nameWords` replaces `searchName`; a person without words there gets them at the next
  // sign-in.
  users: (user) => {
    const kept = "searchName" in user ? omitFields(user, ["searchName"]) : user;
    // A person who left before `leftAt` was recorded counts as having left now.
    if (kept.disabled !== true || "leftAt" in kept) return kept;
    const leftAt = Date.now();
    return { ...kept, leftAt, eraseFrom: leftAt };
  },
};

function omitFields(document: JSONObject, gone: readonly string[]): JSONObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !gone.includes(field)));
}
