import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { LIST_COLUMNS } from "../../domain/fields";
import { LIST_NAMES, LISTS, mayUseScope, scopesToShow, sortKeys } from "../../domain/lists";
import { STATUSES } from "../../domain/statuses";

const date = fc.option(fc.integer({ min: 1, max: 4_102_444_800_000 }), { nil: undefined });

describe("sort keys", () => {
  prop.prop([
    fc.constantFrom(...STATUSES),
    fc.record({
      ...{ inTransitDate: date, inUseDate: date },
      ...{ inReturnDate: date, returnedDate: date, reqOSDate: date },
    }),
  ])("are there exactly in the lists that show the status", (status, dates) => {
    const keys = sortKeys(status, dates);
    const shown = (list: "transfer" | "return" | "lost") =>
      (LISTS[list].statuses as readonly string[]).includes(status);
    expect(keys.transferSort !== undefined).toBe(shown("transfer"));
    expect(keys.returnSort !== undefined).toBe(shown("return"));
    expect(keys.lostSort !== undefined).toBe(shown("lost"));
  });

  test("transfer by in-transit date, or in-use date; rows without either come last", () => {
    expect(sortKeys("In Transit", { inTransitDate: 5, inUseDate: 9 }).transferSort).toBe(5);
    expect(sortKeys("In Use", { inUseDate: 9 }).transferSort).toBe(9);
    expect(sortKeys("Registered", {}).transferSort).toBe(0);
  });

  test("return by return date, or returned date", () => {
    expect(sortKeys("In Return", { inReturnDate: 5, returnedDate: 9 }).returnSort).toBe(5);
    expect(sortKeys("In Use", { returnedDate: 9 }).returnSort).toBe(9);
  });

  test("lost ascending by request date: rows without one come last there, too", () => {
    expect(sortKeys("Request Lost", { reqOSDate: 5 }).lostSort).toBe(5);
    expect(sortKeys("In Use", {}).lostSort).toBeGreaterThan(Date.UTC(9999, 0));
  });
});

test("the lists exclude what doc 2 says they exclude", () => {
  const excluded = (list: keyof typeof LISTS) =>
    STATUSES.filter((status) => !(LISTS[list].statuses as readonly string[]).includes(status));
  expect(excluded("transfer")).toEqual(["In Return", "Returned", "Request Lost", "Lost"]);
  expect(excluded("return")).toEqual(["In Transit", "Returned", "Request Lost", "Lost"]);
  expect(excluded("lost")).toEqual(["In Transit", "In Return", "Returned", "Lost"]);
});

test("a user has no team and nobody but an admin has everything", () => {
  expect(mayUseScope("user", "transfer", "team")).toBe(false);
  expect(mayUseScope("user", "transfer", "all")).toBe(false);
  expect(mayUseScope("supervisor", "transfer", "all")).toBe(false);
  expect(mayUseScope("admin", "transfer", "all")).toBe(true);
});

test("everything a role sees in a list is asked for once", () => {
  for (const list of LIST_NAMES) expect(scopesToShow("admin", list)).toEqual(["all"]);
  expect(scopesToShow("supervisor", "return")).toEqual(["mine", "team", "addressed"]);
  expect(scopesToShow("user", "return")).toEqual(["mine", "addressed"]);
  expect(scopesToShow("user", "delete")).toEqual(["mine"]);
});

test("the columns are doc 2's, in its order and words", () => {
  const labels = (list: keyof typeof LISTS) => LIST_COLUMNS[list].map(({ label }) => label);
  const common = [
    ...["Country", "User", "Customers", "Brand", "Model", "Serial Number", "Imei 1", "Imei 2"],
    ...["Status", "In Transit To", "In Transit Date", "In Use Date"],
  ];
  expect(labels("transfer")).toEqual(common);
  expect(labels("return")).toEqual([...common, "In Return to", "In Return Date"]);
  expect(labels("lost")).toEqual([...common, "Request Lost To", "Request Lost Date"]);
  expect(labels("delete")).toEqual([
    ...["Country", "Brand", "Model", "Hardware Version", "Serial Number", "Imei 1", "Imei 2"],
    "Status",
  ]);
});
