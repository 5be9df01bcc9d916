import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { capScan } from "../../../convex/lib/tableQueries";
import { LIST_COLUMNS } from "#domain/samples/fields";
import {
  LIST_NAMES,
  mayUseScope,
  SCOPES,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import {
  fieldColumn,
  rowMatcher,
  type Condition,
  type TableQuery,
} from "#domain/tables/tableFilters";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample, FIRST_PAGE } from "../../support/samples";

const ROLES = { [ana]: "user", [bruno]: "user", [sara]: "supervisor", [adam]: "admin" } as const;
type Person = keyof typeof ROLES;
const PEOPLE = [ana, bruno, sara, adam] as Person[];
const BRANDS = ["Apple", "Samsung", "Xiaomi"];
const CUSTOMERS = ["Telefónica", "Vivo", "MEO"];

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Creates nine samples of Ana's, three of Bruno's and one of Sara's; some are in transit between
 * them or to Sara, some are lost.
 */
async function aLab() {
  const all: { _id: string; serialNumber: string; imei2: string }[] = [];
  for (let index = 0; index < 12; index++) {
    vi.advanceTimersByTime(3_600_000);
    const holder = index % 4 === 3 ? bruno : ana;
    const other = holder === ana ? bruno : ana;
    const brand = BRANDS[index % 3] ?? "";
    const fields = aSample({ brand, customers: CUSTOMERS[index % 2] ?? "" });
    const id = await lab.register(holder, fields);
    all.push({ _id: id, serialNumber: fields.serialNumber, imei2: fields.imei2 });
    if (index % 5 === 1) await lab.take("transfer", holder, id, other);
    if (index % 5 === 2) await lab.take("returnToCustomer", holder, id, sara);
    if (index % 5 === 3) await lab.take("requestLost", holder, id, sara);
    if (index === 9 || index === 4) await lab.take("transfer", holder, id, other);
    if (index === 9 || index === 4) await lab.take("acknowledgeTransfer", other, id);
    // Only an edit makes a sample Registered after its registrant has handed it over.
    if (index === 4) await lab.edit(other, id, fields);
  }
  // A sample that is pending with its own holder.
  const fields = aSample();
  const id = await lab.register(sara, fields);
  all.push({ _id: id, serialNumber: fields.serialNumber, imei2: fields.imei2 });
  await lab.take("returnToCustomer", sara, id, sara);
  return all;
}

/** Returns every row of a scope, from one page of each status. */
async function rowsOf(by: string, list: ListName, scope: Scope, query?: TableQuery) {
  const pages = await Promise.all(
    statusesIn(list, scope).map((status) =>
      lab.as(by).query(api.samples.list, {
        list,
        scope,
        status,
        paginationOpts: FIRST_PAGE,
        ...(query ? { query: serverQuery(query) } : {}),
      }),
    ),
  );
  return pages.flatMap(({ page }) => page);
}

const idsOf = (rows: readonly Doc<"samples">[]) => rows.map(({ _id }) => _id).sort();

const condition = (list: ListName): fc.Arbitrary<Condition> =>
  fc.constantFrom(...LIST_COLUMNS[list]).chain(({ field, filter }): fc.Arbitrary<Condition> => {
    if (filter === "select") {
      const values = ["", ana, bruno, sara, "In Transit", "Registered", ...BRANDS, ...CUSTOMERS];
      return fc
        .subarray(values, { minLength: 1 })
        .map((anyOf) => ({ kind: "select", field, anyOf }));
    }
    if (filter === "text") {
      return fc
        .constantFrom("HQ", "hq0", "35", "35 00", "X")
        .map((contains) => ({ kind: "text", field, contains }));
    }
    const hour = fc.integer({ min: 0, max: 14 }).map((hours) => Date.UTC(2026, 0, 1, hours));
    return fc.record({
      kind: fc.constant("dates" as const),
      field: fc.constant(field),
      from: hour,
      before: hour,
    });
  });

const request = fc.constantFrom(...LIST_NAMES).chain((list) =>
  fc.record({
    list: fc.constant(list),
    by: fc.constantFrom(...PEOPLE),
    scope: fc.constantFrom(...SCOPES),
    query: fc.record({
      search: fc.constantFrom("", "apple", "vivo samsung", "telefonica", "35 0000", "jan 1, 2026"),
      conditions: fc.array(condition(list), { maxLength: 2 }),
    }),
  }),
);

describe("a list filtered by the server", () => {
  test("contains exactly the rows that a browser finds among all of them", async () => {
    await aLab();
    await fc.assert(
      fc.asyncProperty(request, async ({ list, by, scope, query }) => {
        fc.pre(mayUseScope(ROLES[by], list, scope));
        const all = await rowsOf(by, list, scope);
        const narrowed = await rowsOf(by, list, scope, query);

        const columns = LIST_COLUMNS[list].map((column) => fieldColumn(column));
        const isWanted = rowMatcher(columns)(query);
        expect(idsOf(narrowed.filter(isWanted))).toEqual(idsOf(all.filter(isWanted)));
        for (const id of idsOf(narrowed)) expect(idsOf(all)).toContain(id);
        // Each range adds at most its last row without a match.
        const strays = narrowed.filter((row) => !isWanted(row)).length;
        expect(strays).toBeLessThanOrEqual(statusesIn(list, scope).length);
      }),
      { numRuns: 40 },
    );
  });

  test("shows no one another person's samples, even if the filter names them", async () => {
    await aLab();
    const all: Condition = { kind: "select", field: "samplmanag", anyOf: [ana, bruno] };
    const rows = await rowsOf(bruno, "transfer", "mine", { search: "", conditions: [all] });
    expect(new Set(rows.map(({ samplmanag }) => samplmanag))).toEqual(new Set([bruno]));
    const asAll = rowsOf(bruno, "transfer", "all", { search: "HQ", conditions: [] });
    expect(await refusedCode(asAll)).toBe("NOT_ALLOWED");
  });

  test.each<[string, TableQuery]>([
    [
      "a field that is no column of it",
      { search: "", conditions: [{ kind: "text", field: "lastTransactionId", contains: "t" }] },
    ],
    ["a search longer than any value", { search: "x".repeat(256), conditions: [] }],
    [
      "a value longer than any column has",
      {
        search: "",
        conditions: [{ kind: "select", field: "brand", anyOf: ["x".repeat(256)] }],
      },
    ],
    [
      "more values than a filter has",
      {
        search: "",
        conditions: [{ kind: "select", field: "brand", anyOf: Array<string>(1_001).fill("x") }],
      },
    ],
  ])("refuses %s", async (_, query) => {
    await lab.register(ana);
    expect(await refusedCode(rowsOf(ana, "transfer", "mine", query))).toBe("INPUT_INVALID");
  });

  test("tests at most 500 rows per page, whatever the caller requests", () => {
    const capped = (numItems: number) => capScan({ numItems, cursor: null }).numItems;
    expect([1e9, 400, 0].map(capped)).toEqual([500, 400, 1]);
  });

  test("refuses an unknown time zone", async () => {
    const query = { search: "x", conditions: [], timeZone: "Mars/Olympus" };
    const args = { list: "transfer", scope: "mine", status: "In Use", query } as const;
    const answer = lab.as(ana).query(api.samples.list, { ...args, paginationOpts: FIRST_PAGE });
    expect(await refusedCode(answer)).toBe("INPUT_INVALID");
  });

  test("finds a date as shown in its reader's time zone", async () => {
    const sent = [await lab.register(ana), await lab.register(ana)];
    vi.setSystemTime(Date.UTC(2026, 0, 10, 1, 30));
    for (const id of sent) await lab.take("transfer", ana, id, bruno);
    const found = async (timeZone: string, search: string) => {
      const query = { search, conditions: [], timeZone };
      const args = { list: "transfer", scope: "mine", status: "In Transit", query } as const;
      const answer = await lab
        .as(ana)
        .query(api.samples.list, { ...args, paginationOpts: FIRST_PAGE });
      return answer.page.length;
    };
    const onlyTheLast = 1; // returned whether it matches or not
    expect(await found("UTC", "Jan 10, 2026, 01:30:00")).toBe(2);
    expect(await found("America/Sao_Paulo", "Jan 9, 2026, 22:30:00")).toBe(2);
    expect(await found("America/Sao_Paulo", "Jan 10, 2026")).toBe(onlyTheLast);
  });
});

describe("a sample looked up by its serial number or IMEI", () => {
  test("is found exactly in the lists that contain it, for every role, scope and list", async () => {
    const all = await aLab();
    for (const list of LIST_NAMES) {
      for (const by of PEOPLE) {
        for (const scope of SCOPES.filter((each) => mayUseScope(ROLES[by], list, each))) {
          const listed = await rowsOf(by, list, scope);
          for (const [index, { _id, serialNumber, imei2 }] of all.entries()) {
            const isListed = listed.some((row) => row._id === _id);
            const spaced = ` ${imei2.slice(0, 2)} ${imei2.slice(2)}`;
            const text = index % 2 === 0 ? serialNumber.toLowerCase() : spaced;
            const args = { list, scopes: [scope], text };
            const found = await lab.as(by).query(api.samples.identified, args);
            const expected = isListed ? [_id] : [];
            expect([list, by, scope, idsOf(found)]).toEqual([list, by, scope, expected]);
          }
        }
      }
    }
  });

  test("is refused in a scope that the caller does not have", async () => {
    const args = { list: "transfer", scopes: ["mine", "all"], text: "HQ1" } as const;
    const answer = lab.as(ana).query(api.samples.identified, { ...args, scopes: [...args.scopes] });
    expect(await refusedCode(answer)).toBe("NOT_ALLOWED");
  });
});

describe("the counts of a list's tabs", () => {
  test("equal the numbers of rows in them, for every role and list", async () => {
    await aLab();
    for (const list of LIST_NAMES) {
      for (const by of PEOPLE) {
        const counts = await lab.as(by).query(api.samples.counts, { list });
        for (const scope of ["addressed", "mine", "team"] as const) {
          const rows = mayUseScope(ROLES[by], list, scope) ? await rowsOf(by, list, scope) : null;
          expect([list, by, scope, counts[scope]?.count]).toEqual([list, by, scope, rows?.length]);
        }
        const shown = scopesToShow(ROLES[by], list).map((scope) => rowsOf(by, list, scope));
        const everything = new Set(idsOf((await Promise.all(shown)).flat()));
        expect([list, by, counts.everything]).toEqual([
          list,
          by,
          { count: everything.size, isMore: false },
        ]);
      }
    }
  });

  test('say "or more" beyond the rows that are counted one by one', async () => {
    const sent = await lab.registerMany(ana, 201);
    const change = { status: "In Transit", inTransitTo: bruno, pendingWith: bruno } as const;
    await lab.backend.t.run(async (ctx) => {
      for (const id of sent) await ctx.db.patch("samples", id, change);
    });
    const atLeast = { count: 200, isMore: true };
    const counts = lab.as(bruno).query(api.samples.counts, { list: "transfer" });
    expect(await counts).toMatchObject({ addressed: atLeast, everything: atLeast });
  });
});
