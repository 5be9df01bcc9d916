import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HISTORY_COLUMNS } from "#domain/samples/fields";
import {
  HISTORY_ORDERS,
  HISTORY_SCOPES,
  historyFilterColumns,
  historyScopes,
  indexedQueries,
  mayUseHistoryScope,
  peopleOf,
  splitHistoryQuery,
} from "#domain/samples/historyTable";
import { rowMatcher, type Condition, type TableQuery } from "#domain/tables/tableFilters";
import { ROLES } from "#domain/custody/workflow";
import { property } from "../../support/property";

test("the History screen has the columns that people know, in their order", () => {
  expect(HISTORY_COLUMNS.map(({ label }) => label)).toEqual([
    "Country",
    "City",
    "Customers",
    "Brand",
    "Model",
    "Serial Number",
    "Imei 1",
    "Imei 2",
    "Action",
    "Status",
    "Sample Manager",
    "Last Manager",
    "Supervisor",
    "Action Date",
  ]);
});

test.each(ROLES)("a %s may ask for every history scope that is shown to them", (role) => {
  expect(historyScopes(role).every((scope) => mayUseHistoryScope(role, scope))).toBe(true);
});

test("a history record names everyone with a part in the step, each once", () => {
  const record = { email: "bruno", recipient: "bruno", samplmanag: "ana", lastmanag: "" };
  expect(peopleOf(record)).toEqual(["bruno", "ana"]);
  expect(peopleOf({ ...record, lastmanag: "carla" })).toEqual(["bruno", "ana", "carla"]);
});

const people = ["ana", "bruno", "sara"] as const;
const record = fc.record({
  email: fc.constantFrom(...people),
  onBehalfOf: fc.option(fc.constantFrom(...people), { nil: undefined }),
  recipient: fc.option(fc.constantFrom(...people), { nil: undefined }),
  samplmanag: fc.constantFrom(...people),
  lastmanag: fc.option(fc.constantFrom(...people), { nil: undefined }),
  supervisor: fc.constantFrom(...people),
  action: fc.constantFrom("Transfer", "Return"),
  actiondate: fc.nat({ max: 20 }),
});
const chosen = fc.uniqueArray(fc.constantFrom(...people), { maxLength: 2 });
const chosenActions = fc.uniqueArray(fc.constantFrom("Transfer", "Return", "Nap"), {
  maxLength: 2,
});
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant("select"),
    field: fc.constantFrom("samplmanag", "supervisor", "person", "lastmanag"),
    anyOf: chosen,
  }),
  fc.record({
    kind: fc.constant("select"),
    field: fc.constant("action"),
    anyOf: chosenActions,
  }),
  fc.record(
    {
      kind: fc.constant("dates"),
      field: fc.constant("actiondate"),
      from: fc.nat({ max: 20 }),
      before: fc.nat({ max: 20 }),
    },
    { requiredKeys: ["kind", "field"] },
  ),
  fc.record({
    kind: fc.constant("text"),
    field: fc.constant("action"),
    contains: fc.constant("ret"),
  }),
);

const matcher = rowMatcher<{
  email: string;
  onBehalfOf?: string | undefined;
  recipient?: string | undefined;
  samplmanag: string;
  lastmanag?: string | undefined;
  supervisor: string;
  action: string;
  actiondate: number;
}>(historyFilterColumns("UTC"));
const scope = fc.constantFrom(...HISTORY_SCOPES);

describe("a history query split into an index range and a remainder", () => {
  property(
    [
      fc.array(record),
      fc.array(condition, { maxLength: 4 }),
      scope,
      fc.constantFrom(...HISTORY_ORDERS),
    ],
    { numRuns: 500 },
  )("finds the records that the whole query finds", (records, conditions, ofScope, order) => {
    const { range, rest } = splitHistoryQuery(conditions, ofScope, order);
    const inRange = records.filter(
      (each) =>
        each.actiondate >= range.from &&
        each.actiondate < range.before &&
        (range.person === undefined || each[range.person.field] === range.person.email) &&
        (range.action === undefined || each.action === range.action),
    );
    expect(inRange.filter(matcher({ search: "", conditions: rest }))).toEqual(
      records.filter(matcher({ search: "", conditions })),
    );
  });

  const ofAna = { kind: "select", field: "samplmanag", anyOf: ["ana"] } as const;
  const returns = { kind: "select", field: "action", anyOf: ["Return"] } as const;
  const split = (conditions: Condition[], ...[ofScope, order = "newest"]: Asked) => {
    const { range, rest } = splitHistoryQuery(conditions, ofScope, order);
    const { from: _from, before: _before, ...keys } = range;
    return [keys, rest];
  };
  type Asked = [scope: (typeof HISTORY_SCOPES)[number], order?: (typeof HISTORY_ORDERS)[number]];

  test("reads one manager and one action by index if there is one for them", () => {
    const person = { field: "samplmanag", email: "ana" };
    expect(split([ofAna], "all")).toEqual([{ person }, []]);
    expect(split([ofAna], "team")).toEqual([{}, [ofAna]]);
    expect(split([returns], "all")).toEqual([{ action: "Return" }, []]);
    expect(split([returns], "team")).toEqual([{ action: "Return" }, []]);
  });

  test("tests the action record by record among one person's records and by country", () => {
    const person = { field: "samplmanag", email: "ana" };
    expect(split([returns, ofAna], "all")).toEqual([{ person }, [returns]]);
    expect(split([returns], "mine")).toEqual([{}, [returns]]);
    expect(split([returns], "team", "country")).toEqual([{}, [returns]]);
  });
});

describe("a history query split into one for each index range", () => {
  property([fc.array(record), fc.array(condition, { maxLength: 4 }), scope], { numRuns: 500 })(
    "finds the records that the whole query finds",
    (records, conditions, ofScope) => {
      const find = ({ conditions: each }: TableQuery) => {
        const { range, rest } = splitHistoryQuery(each, ofScope, "newest");
        const { person } = range;
        return records
          .filter((one) => person === undefined || one[person.field] === person.email)
          .filter(({ action }) => range.action === undefined || action === range.action)
          .filter(({ actiondate: at }) => at >= range.from && at < range.before)
          .filter(matcher({ search: "", conditions: rest }));
      };
      const whole: TableQuery = { search: "", conditions };
      const found = indexedQueries(whole, ofScope).flatMap(find);
      expect(new Set(found)).toEqual(new Set(records.filter(matcher(whole))));
    },
  );

  const query = (...conditions: [field: string, ...anyOf: string[]][]): TableQuery => ({
    search: "",
    conditions: conditions.map(([field, ...anyOf]) => ({ kind: "select", field, anyOf })),
  });

  test("queries each of a few actions, and many at once", () => {
    const two = query(["action", "Return", "Transfer"]);
    expect(indexedQueries(two, "team")).toEqual([
      query(["action", "Return"]),
      query(["action", "Transfer"]),
    ]);
    expect(indexedQueries(two, "mine")).toEqual([two]);
    const seven = query(["action", "1", "2", "3", "4", "5", "6", "7"]);
    expect(indexedQueries(seven, "team")).toEqual([seven]);
  });

  test("queries each part that one person may have, and tests several people", () => {
    const one = query(["action", "Return"], ["person", "ana"]);
    expect(indexedQueries(one, "all")).toEqual(
      ["email", "onBehalfOf", "recipient", "samplmanag", "lastmanag"].map((part) =>
        query(["action", "Return"], [part, "ana"]),
      ),
    );
    expect(indexedQueries(one, "team")).toEqual([one]);
    const two = query(["person", "ana", "bruno"]);
    expect(indexedQueries(two, "all")).toEqual([two]);
    const ofManager = query(["person", "ana"], ["samplmanag", "bruno"]);
    expect(indexedQueries(ofManager, "all")).toEqual([ofManager]);
  });

  test("queries each manager rather than each action", () => {
    const both = query(["action", "Return", "Transfer"], ["samplmanag", "ana", "bruno"]);
    expect(indexedQueries(both, "all")).toEqual([
      query(["action", "Return", "Transfer"], ["samplmanag", "ana"]),
      query(["action", "Return", "Transfer"], ["samplmanag", "bruno"]),
    ]);
    const ofAna = query(["action", "Return", "Transfer"], ["samplmanag", "ana"]);
    expect(indexedQueries(ofAna, "all")).toEqual([ofAna]);
  });
});
