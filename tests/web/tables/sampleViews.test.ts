import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ColumnTable } from "@/lib/columns/columnTable";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import {
  decodeRows,
  DERIVED_FIELDS,
  encodeRows,
  ROW_FIELDS,
  type SampleRow,
} from "#domain/samples/compactRows";
import {
  compareInList,
  HAND_OVER_LISTS,
  LIST_NAMES,
  LISTS,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import { listSort, scopeConditions } from "#domain/samples/listViews";
import { STATUSES } from "#domain/custody/statuses";
import {
  awaitsAnswerOf,
  PENDING_FIELDS,
  pendingFieldIn,
  type PendingField,
} from "#domain/custody/workflow";
import { aSample } from "../../support/web/webSamples";
import { property } from "../../support/property";

const EVERYTHING = { search: "", conditions: [] };

/** Few distinct dates and times, so that ties occur in most runs. */
const samples = fc.uniqueArray(
  fc.record({
    _id: fc.integer({ min: 0, max: 99 }).map((number) => `s${number}`),
    _creationTime: fc.integer({ min: 0, max: 2 }),
    status: fc.constantFrom(...STATUSES),
    listDate: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: (row) => row._id, maxLength: 30 },
);

test("a table keeps every field of a row", () => {
  const fields = SAMPLE_COLUMNS.map(({ field }) => field);
  const rowFields = ROW_FIELDS.filter((field) => !field.startsWith("_"));
  expect(fields.sort()).toEqual([...rowFields, ...DERIVED_FIELDS].sort());
});

property([samples, fc.constantFrom(...LIST_NAMES)], { numRuns: 500 })(
  "a table sorts a list as the server orders and merges its ranges",
  (rows, list) => {
    const table = new ColumnTable<(typeof rows)[number]>(SAMPLE_COLUMNS);
    table.upsert(rows);
    const expected = [...rows].sort(compareInList(list)).map(({ _id }) => _id);
    expect(table.find(EVERYTHING).ids(listSort(list))).toEqual(expected);
  },
);

describe("the conditions of a list's scope", () => {
  const [ana, bruno] = ["ana@company.com", "bruno@company.com"];
  const carla = "carla@company.com";
  const own = aSample({ samplmanag: carla, registeredby: carla });
  const held = aSample({ samplmanag: ana, supervisor: bruno, registeredby: bruno });
  const sent = aSample({ samplmanag: bruno, status: "In Transit", inTransitTo: ana });
  const returned = aSample({ samplmanag: ana, status: "Returned" });

  test.each<[string, ListName, Scope, string, string[]]>([
    [
      "everything has the list's statuses only",
      "open",
      "all",
      bruno,
      [sent._id, held._id, own._id],
    ],
    ["mine is what the reader holds", "transfer", "mine", ana, [held._id]],
    ["mine to delete is what the reader holds and registered", "delete", "mine", carla, [own._id]],
    ["what another person holds is not mine to delete", "delete", "mine", bruno, []],
    ["what another person registered is not mine to delete", "delete", "mine", ana, []],
    ["team is what the reader supervises", "transfer", "team", bruno, [held._id]],
    ["addressed is what waits for the reader", "transfer", "addressed", ana, [sent._id]],
    ["a transfer waits in no other list", "return", "addressed", ana, []],
  ])("%s", (_, list, scope, reader, ids) => {
    const table = new ColumnTable<typeof held>(SAMPLE_COLUMNS);
    table.upsert([held, sent, returned, own]);
    const found = table.find(
      EVERYTHING,
      scopeConditions(list, scope, { email: reader, role: "admin" }),
    );
    expect(found.ids(null)).toEqual(ids);
  });

  test("addressed contains the samples pending with an absent person for whom the reader answers", () => {
    const table = new ColumnTable<typeof held>(SAMPLE_COLUMNS);
    table.upsert([held, sent, returned]);
    const addressedTo = (list: ListName, fields: PendingField[]) => {
      const reader = {
        email: bruno,
        role: "admin",
        standsInFor: [{ email: ana, fields }],
      } as const;
      return table.find(EVERYTHING, scopeConditions(list, "addressed", reader)).ids(null);
    };
    expect(addressedTo("transfer", ["inTransitTo"])).toEqual([sent._id]);
    expect(addressedTo("transfer", ["inReturnTo"])).toEqual([]);
  });

  const emails = fc.constantFrom(ana, bruno, "carla@company.com");
  const requested = fc
    .record({ status: fc.constantFrom(...STATUSES), samplmanag: emails, asked: emails })
    .map(({ status, samplmanag, asked }) => {
      const field = pendingFieldIn(status);
      return aSample({ status, samplmanag, ...(field && { [field]: asked }) });
    });
  const readers = fc.record({
    email: emails,
    standsInFor: fc.uniqueArray(
      fc.record({ email: emails, fields: fc.subarray<PendingField>([...PENDING_FIELDS]) }),
      { selector: ({ email }) => email },
    ),
  });

  property([fc.array(requested, { maxLength: 12 }), readers], { numRuns: 50 })(
    "addressed contains exactly the samples that the workflow lets the reader answer",
    (rows, reader) => {
      const actor = { ...reader, role: "admin" } as const;
      const table = new ColumnTable<SampleRow>(SAMPLE_COLUMNS);
      table.upsert(decodeRows(encodeRows(rows)));
      for (const list of HAND_OVER_LISTS) {
        const isListed = ({ status }: SampleRow) => status === LISTS[list].awaited;
        const expected = rows.filter((row) => isListed(row) && awaitsAnswerOf(actor, row));
        const found = table.find(EVERYTHING, scopeConditions(list, "addressed", actor));
        expect(found.ids(null).sort()).toEqual(expected.map(({ _id }) => _id).sort());
      }
    },
  );
});
