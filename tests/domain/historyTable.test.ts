import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { HISTORY_COLUMNS } from "../../domain/fields";
import {
  splitHistoryQuery,
  historyFilterColumns,
  historyScopes,
  mayUseHistoryScope,
  peopleOf,
} from "../../domain/historyTable";
import { rowMatcher, type Condition } from "../../domain/tableFilters";
import { ROLES } from "../../domain/workflow";

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

test("a history record names everybody with a part in the step, each once", () => {
  const record = { email: "bruno", recipient: "bruno", samplmanag: "ana", lastmanag: "" };
  expect(peopleOf(record)).toEqual(["bruno", "ana"]);
  expect(peopleOf({ ...record, lastmanag: "carla" })).toEqual(["bruno", "ana", "carla"]);
});

const people = ["ana", "bruno", "sara"] as const;
const record = fc.record({
  email: fc.constantFrom(...people),
  recipient: fc.option(fc.constantFrom(...people), { nil: undefined }),
  samplmanag: fc.constantFrom(...people),
  lastmanag: fc.option(fc.constantFrom(...people), { nil: undefined }),
  supervisor: fc.constantFrom(...people),
  action: fc.constantFrom("Transfer", "Return"),
  actiondate: fc.nat({ max: 20 }),
});
const chosen = fc.uniqueArray(fc.constantFrom(...people), { maxLength: 2 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant("select"),
    field: fc.constantFrom("samplmanag", "supervisor", "person", "lastmanag"),
    anyOf: chosen,
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

describe("a history query split into an index range and a rest", () => {
  prop.prop([fc.array(record), fc.array(condition, { maxLength: 4 }), fc.boolean()], {
    numRuns: 500,
  })("finds the records that the whole query finds", (records, conditions, mayChoosePeople) => {
    const matcher = rowMatcher<(typeof records)[number]>(historyFilterColumns("UTC"));
    const { range, rest } = splitHistoryQuery(conditions, mayChoosePeople);
    const inRange = records.filter(
      ({ actiondate, samplmanag, supervisor }) =>
        actiondate >= range.from &&
        actiondate < range.before &&
        samplmanag === (range.samplmanag ?? samplmanag) &&
        supervisor === (range.supervisor ?? supervisor),
    );
    expect(inRange.filter(matcher({ search: "", conditions: rest }))).toEqual(
      records.filter(matcher({ search: "", conditions })),
    );
  });

  test("tests the manager record by record where the scope is one person's already", () => {
    const conditions = [{ kind: "select", field: "samplmanag", anyOf: ["ana"] }] as const;
    expect(splitHistoryQuery(conditions, false).rest).toEqual(conditions);
    expect(splitHistoryQuery(conditions, true)).toMatchObject({
      range: { samplmanag: "ana" },
      rest: [],
    });
  });
});
