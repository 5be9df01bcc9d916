import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIST_COLUMNS } from "#domain/samples/fields";
import { compareValues, type Value } from "convex/values";
import {
  LIST_NAMES,
  compareInList,
  LISTS,
  mayUseScope,
  scopesToShow,
  listIndexFields,
  statusesIn,
  type ListRow,
} from "#domain/samples/lists";
import { STATUSES, type Status } from "#domain/custody/statuses";
import { PENDING_FIELDS } from "#domain/custody/workflow";
import { property } from "../../support/property";

const samplmanag = "ana@company.com";
const row = (status: Status, dates: object, _creationTime = 1) => {
  const { listDate } = listIndexFields({ status, samplmanag, ...dates });
  return { _id: `${status} ${_creationTime}`, _creationTime, status, listDate };
};

describe("the order of a list", () => {
  test("transfer sorts by in-transit or in-use date; rows without either come last", () => {
    const rows = [
      row("In Transit", { inTransitDate: 9, inUseDate: 1 }),
      row("In Use", { inUseDate: 7 }),
      row("Registered", { inTransitDate: 5 }),
      row("Registered", {}, 3),
      row("In Use", {}, 2),
    ];
    expect(rows.toReversed().sort(compareInList("transfer"))).toEqual(rows);
  });

  test("return sorts by return date; rows without one come last", () => {
    const rows = [
      row("In Return", { inReturnDate: 5 }),
      row("In Return", { inReturnDate: 4 }),
      row("In Use", { inUseDate: 9 }),
      row("Registered", {}),
    ];
    expect(rows.toReversed().sort(compareInList("return"))).toEqual(rows);
  });

  test("lost sorts ascending by request date; rows without one come last too", () => {
    const rows = [
      row("Request Lost", { reqOSDate: 5 }),
      row("Request Lost", { reqOSDate: 6 }),
      row("Registered", {}),
      row("In Use", { inUseDate: 1 }),
    ];
    expect(rows.toReversed().sort(compareInList("lost"))).toEqual(rows);
  });

  const anyRow = fc.record({
    status: fc.constantFrom(...STATUSES),
    listDate: fc.nat(3),
    _creationTime: fc.nat(3),
    _id: fc.constantFrom("a", "b"),
  });
  property([fc.constantFrom(...LIST_NAMES), fc.array(anyRow)])(
    "within a status is that of the index range, so merged rows never move",
    (list, rows) => {
      const sign = LISTS[list].order === "asc" ? 1 : -1;
      const keyOf = (one: ListRow) => [one.listDate, one._creationTime, one._id] as const;
      const byKey = (one: ListRow, other: ListRow) =>
        sign * compareValues(keyOf(one) as unknown as Value, keyOf(other) as unknown as Value);
      const sorted = rows.toSorted(compareInList(list));
      for (const status of STATUSES) {
        const range = sorted.filter((one) => one.status === status);
        expect(range).toEqual(range.toSorted(byKey));
      }
    },
  );
});

test("a sample is pending with the person who is asked to take it", () => {
  const asked = "bruno@company.com";
  for (const field of PENDING_FIELDS) {
    expect(listIndexFields({ status: "In Transit", samplmanag, [field]: asked }).pendingWith).toBe(
      asked,
    );
  }
  expect(listIndexFields({ status: "In Use", samplmanag }).pendingWith).toBeUndefined();
});

test("each list excludes the statuses that it does not handle", () => {
  const excluded = (list: keyof typeof LISTS) =>
    STATUSES.filter((status) => !(LISTS[list].statuses as readonly string[]).includes(status));
  expect(excluded("open")).toEqual(["Returned", "Lost"]);
  expect(excluded("transfer")).toEqual(["In Return", "Returned", "Request Lost", "Lost"]);
  expect(excluded("return")).toEqual(["In Transit", "Returned", "Request Lost", "Lost"]);
  expect(excluded("lost")).toEqual(["In Transit", "In Return", "Returned", "Lost"]);
});

test("a user has no scope team, and only an admin has the scope all", () => {
  expect(mayUseScope("user", "transfer", "team")).toBe(false);
  expect(mayUseScope("user", "transfer", "all")).toBe(false);
  expect(mayUseScope("supervisor", "transfer", "all")).toBe(false);
  expect(mayUseScope("admin", "transfer", "all")).toBe(true);
});

test("the scopes on show cover everything that a role sees in a list", () => {
  for (const list of LIST_NAMES) expect(scopesToShow("admin", list)).toEqual(["all"]);
  expect(scopesToShow("supervisor", "return")).toEqual(["mine", "team", "addressed"]);
  expect(scopesToShow("user", "return")).toEqual(["mine", "addressed"]);
  expect(scopesToShow("user", "delete")).toEqual(["mine"]);
});

test("addressed samples of a list are pending in one status", () => {
  expect(statusesIn("transfer", "addressed")).toEqual(["In Transit"]);
  expect(statusesIn("return", "addressed")).toEqual(["In Return"]);
  expect(statusesIn("lost", "addressed")).toEqual(["Request Lost"]);
  expect(statusesIn("delete", "addressed")).toEqual([]);
  expect(statusesIn("lost", "mine")).toEqual(LISTS.lost.statuses);
});

test("the lists have the columns that people know, in their order and words", () => {
  const labels = (list: keyof typeof LISTS) => LIST_COLUMNS[list].map(({ label }) => label);
  const common = [
    "Country",
    "User",
    "Customers",
    "Brand",
    "Model",
    "Serial Number",
    "Imei 1",
    "Imei 2",
    "Status",
    "In Transit To",
    "In Transit Date",
    "In Use Date",
  ];
  expect(labels("transfer")).toEqual(common);
  expect(labels("return")).toEqual([...common, "In Return to", "In Return Date"]);
  expect(labels("lost")).toEqual([...common, "Request Lost To", "Request Lost Date"]);
  expect(labels("delete")).toEqual([
    "Country",
    "Brand",
    "Model",
    "Hardware Version",
    "Serial Number",
    "Imei 1",
    "Imei 2",
    "Status",
  ]);
});

test("columns of identifiers filter by text, of dates by range, others by distinct values", () => {
  for (const list of LIST_NAMES) {
    for (const { label, filter } of LIST_COLUMNS[list]) {
      const isIdentifier = ["Serial Number", "Imei 1", "Imei 2"].includes(label);
      expect(filter).toBe(isIdentifier ? "text" : label.endsWith("Date") ? "dates" : "select");
    }
  }
});
