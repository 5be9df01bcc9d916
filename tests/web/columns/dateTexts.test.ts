import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DateTexts } from "@/lib/columns/dateTexts";
import { formatDateTime } from "#domain/common/dates";
import { fold } from "#domain/common/fold";
import { property } from "../../support/property";

/** Zones with clock changes of an hour and of half an hour, odd offsets, and a skipped day. */
const ZONES = [
  "UTC",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Europe/Lisbon",
  "Africa/Casablanca",
  "Africa/Monrovia",
  "Pacific/Apia",
] as const;

/** Clock changes of these zones, UTC. */
const CHANGES = [
  "2026-04-04T15:00Z",
  "2026-10-03T15:30Z",
  "2026-10-25T01:00Z",
  "2018-11-04T03:00Z",
  "2011-12-30T10:00Z",
  "1985-12-31T18:30Z",
  "1972-01-07T00:44:30Z",
].map((at) => Date.parse(at));

const anyTime = fc.oneof(
  fc.integer({ min: -5_000_000_000_000, max: 5_000_000_000_000 }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -90_000_000, max: 90_000_000 }))
    .map(([change, away]) => change + away),
);

describe("the texts of dates", () => {
  property([fc.constantFrom(...ZONES), fc.array(anyTime, { minLength: 1, maxLength: 6 })], {
    numRuns: 300,
  })(
    "a word occurs in the displayed day or second exactly if it occurs in the displayed text",
    (zone, times) => {
      const texts = new DateTexts(zone);
      const dates = times.map((at) => ({
        shown: fold(formatDateTime(at, zone)),
        seen: texts.see(at),
      }));
      for (const word of dates.flatMap(({ shown }) => shown.split(" "))) {
        const found = texts.find(word);
        for (const { shown, seen } of dates) {
          const has = found?.days[seen.day] === 1 || found?.seconds[seen.second] === 1;
          expect([word, shown, has]).toEqual([word, shown, shown.includes(word)]);
        }
      }
    },
  );

  test("a part of a time occurs in exactly those seconds that display it", () => {
    const found = new DateTexts("UTC").find(":05:09");
    expect(found?.seconds.filter((has) => has === 1)).toHaveLength(24);
    expect(found?.days.includes(1)).toBe(false);
  });

  test("a word that no date can contain is searched in none", () => {
    expect(new DateTexts("UTC").find("november")).toBeNull();
  });
});
