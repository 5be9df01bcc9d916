import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/common/durations";
import { backupName, backupTime, expiredBackups, isDue } from "../../../server/backups/retention";

const NOW = Date.UTC(2026, 10, 28, 12);
const nightly = (days: number) =>
  Array.from({ length: days }, (_, age) => backupName(NOW - age * DAY_MS));

describe("kept backups", () => {
  test("are the newest of seven days and of four weeks", () => {
    const names = nightly(40);
    const expired = new Set(expiredBackups(names));
    const keptAges = names.flatMap((name, age) => (expired.has(name) ? [] : [age]));
    expect(keptAges.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(keptAges.length).toBeGreaterThanOrEqual(9);
    expect(keptAges.length).toBeLessThanOrEqual(11);
    expect(keptAges.at(-1)).toBeGreaterThanOrEqual(15);
  });

  test("stay while no new ones are made, however old they are", () => {
    expect(expiredBackups(["a", backupName(NOW - 400 * DAY_MS)])).toEqual([]);
  });

  test("never include another file, and always the newest backup", () => {
    const names = fc.array(fc.oneof(fc.integer({ min: 0, max: NOW }).map(backupName), fc.string()));
    fc.assert(
      fc.property(names, (all) => {
        const expired = expiredBackups(all);
        const times = all.flatMap((name) => backupTime(name) ?? []);
        expect(expired.every((name) => backupTime(name) !== null)).toBe(true);
        if (times.length > 0) expect(expired).not.toContain(backupName(Math.max(...times)));
        const kept = new Set(
          all.filter((name) => backupTime(name) !== null && !expired.includes(name)),
        );
        expect(kept.size).toBeLessThanOrEqual(11);
      }),
    );
  });

  test("are the same however often expired ones are deleted", () => {
    const names = nightly(60);
    const once = names.filter((name) => !expiredBackups(names).includes(name));
    expect(expiredBackups(once)).toEqual([]);
  });
});

test("a backup's name gives its time, to the second", () => {
  expect(backupName(NOW)).toBe("sms-nightly-20261128T120000Z.backup");
  expect(backupTime(backupName(NOW))).toBe(NOW);
  expect(backupTime("sms-20261128T120000Z.backup")).toBeNull();
});

describe("a backup is due", () => {
  const at = (hour: number, day = 28) => new Date(2026, 10, day, hour).getTime();

  test.each([
    ["at first", null, at(12), true],
    ["after 02:00, if the newest is of the night before", at(2, 27) + HOUR_MS, at(3), true],
    ["not before 02:00", at(2, 27) + HOUR_MS, at(1), false],
    ["not again in the same night", at(2) + 1, at(23), false],
    ["as soon as the server is up again", at(2, 25), at(1), true],
  ])("%s", (_when, newest, now, expected) => {
    expect(isDue(newest, now)).toBe(expected);
  });
});
