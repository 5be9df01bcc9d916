// @vitest-environment node
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";
import { importBatch } from "../../support/data/importBatch";
import { rowsOf, type TextRow } from "../../support/realData";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const BATCH = 250;

type Policy = keyof typeof NAMED_POLICIES;

async function importRows(by: string, rows: TextRow[], duplicates: Policy = "reject") {
  const results = [];
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows.slice(first, first + BATCH);
    results.push(...(await importBatch(lab.as(by), batch, { duplicates })));
  }
  return results;
}

/** Returns a row of a device that no other row has, with `changes`. */
function aRow(changes: Record<string, string> = {}, row = 2): TextRow {
  const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
  return { row, fields: { brand, model, serialNumber, imei1, imei2, slots, ...changes } };
}
const importRow = async (by: string, changes: Record<string, string>, duplicates?: Policy) =>
  (await importRows(by, [aRow(changes)], duplicates))[0];
type Result = Awaited<ReturnType<typeof importRows>>[number];
const problemsOf = ({ row, problems = [] }: Result) =>
  problems.map(({ field, reason }) => [row, field, reason]);
/** The result of a row that is refused because of `field` only. */
const refusedFor = (field: string) => ({ outcome: "refused", problems: [{ field }] });
const stored = () => lab.backend.t.run((ctx) => ctx.db.query("samples").collect());

test("a check answers like an import and writes nothing", async () => {
  const bad = aRow({ imei1: "12" }, 3);
  const duplicates = NAMED_POLICIES.reject;
  const rows = [aRow(), bad];
  const { results } = await lab.as(ana).mutation(api.imports.check, { duplicates, rows });
  expect(results.map(({ outcome }) => outcome)).toEqual(["imported", "refused"]);
  expect(await stored()).toEqual([]);
  expect(await lab.faults()).toEqual([]);
});

describe("real files", () => {
  test("rows of samples-300.xlsx are imported completely, and change nothing the second time", async () => {
    // Only 100 rows, because convex-test gets slower with every row. realImport.test.ts of
    // tests/cli imports all of them.
    const rows = rowsOf("samples-300.xlsx").slice(0, 100);
    const first = await importRows(ana, rows);
    expect(first.filter(({ outcome }) => outcome !== "imported")).toEqual([]);
    const again = await importRows(ana, rows);
    expect(again.filter(({ outcome }) => outcome !== "already")).toEqual([]);
    expect((await lab.as(ana).query(api.dashboard.counts, {})).mine.Registered).toBe(100);
    expect(await lab.faults()).toEqual([]);
    const izmir = (await stored()).find(({ serialNumber }) => serialNumber === "QV6000001K");
    expect(izmir).toMatchObject({
      brand: "Samsung",
      model: "GT-P6210",
      country: "Türkiye",
      city: "İzmir",
      lat: 38.4237,
      lng: 27.1428,
      userLat: 38.4237,
      location: "İzmir, Türkiye",
      samplmanag: ana,
      receiveDate: Date.UTC(2025, 4, 5),
      phoneNumber: "+55 11 99761 9793",
      imeis: ["352899599391355", "352899597503944"],
      lastTransactionId: expect.stringMatching(/^import-/) as string,
    });
  });

  test("samples-40-with-problems.xlsx: every invalid row is reported, every valid one imported", async () => {
    const results = await importRows(ana, rowsOf("samples-40-with-problems.xlsx"));
    const refused = results.filter(({ outcome }) => outcome === "refused");
    expect(refused.flatMap(problemsOf)).toEqual([
      [5, "imei1", "IMEI1 already exists"],
      [6, "imei2", "IMEI1 and IMEI2 cannot be the same. Please change it."],
      [7, "serialNumber", "Serial Number already exists"],
      [8, "imei1", "IMEI 1 must be exactly 15 digits"],
      [9, "imei1", "IMEI 1 must be exactly 15 digits"],
      [10, "serialNumber", "Serial Number is required"],
      [11, "receiveDate", "Received Date '31/02/2026' is not a date"],
      [14, "status", "Status 'Teleported' is unknown"],
      [15, "samplmanag", "Sample Manager 'nobody@nowhere.example' is not a user"],
      [
        19,
        "hwtype",
        "Device type 'Toaster' is not one of: Mobile, Tablet, Smartwatch, Modem, Router",
      ],
      [20, "imei2", "IMEI 2 must be exactly 15 digits"],
    ]);
    expect(results.filter(({ outcome }) => outcome === "imported")).toHaveLength(29);
    expect(results.filter(({ warning }) => warning !== undefined)).toEqual([
      { row: 16, outcome: "imported", warning: "imei1: check digit does not match" },
    ]);

    const bySerial = new Map((await stored()).map((sample) => [sample.serialNumber, sample]));
    expect(bySerial.get("LM4010011A")?.brand).toBe("Samsung");
    expect(bySerial.get("HQ7010016K")?.imei1).toBe("352184602908382");
    expect(bySerial.get("LM0010015A")?.model).toBe("<img src=x onerror=alert(1)>");
    expect(bySerial.get("ZX4010010A")?.comments).toBe('=HYPERLINK("http://evil.example","click")');
    expect(await lab.faults()).toEqual([]);
  });
});

describe("an imported row", () => {
  test("belongs to the importer unless it names a manager", async () => {
    await importRow(ana, { samplmanag: "" });
    expect(await stored()).toMatchObject([{ samplmanag: ana, registeredby: ana, city: "Lisbon" }]);
  });

  test("keeps the registrant of its file apart from the importer, who registers it", async () => {
    await importRow(ana, { registrantInFile: " bruno@old.example  (lab 2) " });
    await importRow(ana, { registrantInFile: "" });
    expect(await stored()).toMatchObject([
      { registeredby: ana, registrantInFile: "bruno@old.example (lab 2)" },
      { registeredby: ana },
    ]);
  });

  test("is in the city that it names, else in the first part of its location", async () => {
    const location = "Rua Augusta 12, São Paulo, Brazil";
    await importRow(ana, { location, city: "São Paulo" });
    await importRow(ana, { location, city: "" });
    expect((await stored()).map(({ city }) => city)).toEqual(["São Paulo", "Rua Augusta 12"]);
  });

  test("keeps its country, even without a location", async () => {
    const home = (await lab.as(ana).query(api.users.viewer, {}))?.country;
    await importRow(ana, { country: "Norway", location: "" });
    await importRow(ana, { country: "", location: "" });
    expect((await stored()).map(({ country }) => country)).toEqual(["Norway", home]);
    expect(home).not.toBe("Norway");
  });

  test("may name another manager if an admin or that person's supervisor imports", async () => {
    expect(await importRow(adam, { samplmanag: bruno })).toMatchObject({ outcome: "imported" });
    expect(await importRow(sara, { samplmanag: ana })).toMatchObject({ outcome: "imported" });
    expect(await importRow(sara, { samplmanag: bruno })).toMatchObject(refusedFor("samplmanag"));
    expect(await importRow(ana, { samplmanag: bruno })).toMatchObject({ outcome: "refused" });
    expect((await lab.as(bruno).query(api.dashboard.counts, {})).mine.Registered).toBe(1);
  });

  test("loses the apostrophe that an export inserted before + and =", async () => {
    await importRow(ana, { phoneNumber: "'+55 11 91757 2398", comments: "'=1+1" });
    expect(await stored()).toMatchObject([{ phoneNumber: "+55 11 91757 2398", comments: "=1+1" }]);
  });

  test("is refused for a known IMEI, or imported with a flag", async () => {
    const { imei1 } = aSample();
    await importRow(ana, { imei1 });
    expect(await importRow(ana, { imei1 })).toMatchObject(refusedFor("imei1"));
    expect(await importRow(ana, { imei1 }, "flag")).toMatchObject({ outcome: "imported" });
    expect(await importRow(ana, { imei2: imei1 }, "flag")).toMatchObject({ outcome: "imported" });
    expect((await stored()).map(({ duplicate }) => duplicate)).toEqual(["none", "imei1", "imei2"]);
    expect(await lab.faults()).toEqual([]);
  });

  test("counts as already imported only if brand, model and IMEIs are the same", async () => {
    const row = aRow();
    await importRows(ana, [row]);
    expect(await importRows(bruno, [row])).toMatchObject([{ outcome: "already" }]);
    const other = { ...row, fields: { ...row.fields, model: "another" } };
    expect(await importRows(ana, [other])).toMatchObject([
      {
        outcome: "refused",
        problems: [{ field: "serialNumber" }, { field: "imei1" }, { field: "imei2" }],
      },
    ]);
  });

  test("keeps the status of an old sample if an admin imports it, else is refused", async () => {
    expect(await importRow(adam, { status: "cdReturned" })).toMatchObject({ outcome: "imported" });
    expect(await importRow(adam, { status: "in use" })).toMatchObject({ outcome: "imported" });
    expect(await importRow(adam, { status: "In Transit" })).toMatchObject(refusedFor("status"));
    expect(await importRow(ana, { status: "Returned" })).toMatchObject(refusedFor("status"));
    expect(await importRow(ana, { status: "registered" })).toMatchObject({ outcome: "imported" });
    const [returned, inUse, registered] = await stored();
    const at = returned?.registereddate ?? 0;
    expect(returned).toMatchObject({ status: "Returned", returnedDate: at, listDate: at });
    expect(inUse).toMatchObject({ status: "In Use", listDate: inUse?.inUseDate });
    expect(registered).toMatchObject({ status: "Registered", listDate: 0 });
    expect(await lab.faults()).toEqual([]);
  });

  test("is refused for an unknown field", async () => {
    expect(await importRow(ana, { role: "admin" })).toMatchObject({ outcome: "refused" });
  });
});

test("a refused row does not block the others of its batch", async () => {
  const good = [aRow({}, 2), aRow({}, 4)];
  const bad = aRow({ imei1: "1" }, 3);
  const results = await importRows(ana, [good[0] ?? bad, bad, good[1] ?? bad]);
  expect(results.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, "imported"],
    [3, "refused"],
    [4, "imported"],
  ]);
});

/** Rows that clash in every way: few IMEIs and serial numbers, in either slot. */
const CLASHING_ROWS = fc.array(
  fc.record({
    imei1: fc.constantFrom("352099001761481", "352099001761499", "490154203237518"),
    imei2: fc.constantFrom("352099001761481", "352099001761499", "012345678901237", ""),
    serialNumber: fc.constantFrom("S1", " s1", "HQ10000100", "HQ10000101", "HQ10000102", ""),
    slots: fc.constantFrom("Single", "Dual"),
  }),
  { minLength: 2, maxLength: 10 },
);

describe("a refused row", () => {
  test("lists all its problems, each with its cell and the owner of the identifier", async () => {
    const { imei1, serialNumber } = aSample();
    await importRow(ana, { imei1, serialNumber });
    const wrong = {
      imei1,
      serialNumber: serialNumber.toLowerCase(),
      brand: "",
      samplmanag: "ghost@company.com",
      status: "In Use",
      receiveDate: "31/02/2026",
    };
    const result = await importRow(ana, wrong);
    expect(result?.problems?.map(({ field, value }) => [field, value])).toEqual([
      ["brand", ""],
      ["receiveDate", "31/02/2026"],
      ["serialNumber", serialNumber.toLowerCase()],
      ["imei1", imei1],
      ["samplmanag", "ghost@company.com"],
      ["status", "In Use"],
    ]);
    expect(result?.problems?.find(({ field }) => field === "imei1")?.sample).toMatchObject({
      serialNumber,
      samplmanag: ana,
      status: "Registered",
    });
  });

  test("does not reveal a sample that the caller may not see", async () => {
    const { imei1 } = aSample();
    await importRow(ana, { imei1 });
    const [problem] = (await importRow(bruno, { imei1 }))?.problems ?? [];
    expect(problem).toEqual({
      code: "IMEI1_TAKEN",
      reason: "IMEI1 already exists",
      field: "imei1",
      value: imei1,
    });
  });
});

describe("the duplicate policy skip", () => {
  test("leaves out rows with a known serial number or IMEI, but no invalid row", async () => {
    const first = aRow();
    await importRows(ana, [first]);
    const { serialNumber = "", imei1 = "" } = first.fields;
    expect((await importRow(ana, { serialNumber }, "skip"))?.outcome).toBe("skipped");
    expect((await importRow(ana, { imei1 }, "skip"))?.outcome).toBe("skipped");
    expect((await importRow(ana, { imei1, brand: "" }, "skip"))?.outcome).toBe("refused");
    expect((await importRow(ana, {}, "skip"))?.outcome).toBe("imported");
    expect(await stored()).toHaveLength(2);
  });
});

test.each(["reject", "flag", "skip"] as const)(
  "a batch with duplicates %s gives the answers and samples of its rows one by one",
  async (duplicates) => {
    const outcome = async (batches: TextRow[][]) => {
      lab = await ConvexLab.open();
      const results = [];
      for (const batch of batches) results.push(...(await importRows(ana, batch, duplicates)));
      expect(await lab.faults()).toEqual([]);
      // Ids differ between deployments.
      for (const { problems = [] } of results) {
        for (const { sample } of problems) if (sample) sample.sampleId = "" as Id<"samples">;
      }
      return { results, flags: (await stored()).map(({ duplicate }) => duplicate) };
    };
    const property = fc.asyncProperty(CLASHING_ROWS, async (clashing) => {
      const rows = clashing.map((fields, index) => aRow(fields, index + 2));
      const oneByOne = await outcome(rows.map((row) => [row]));
      expect(await outcome([rows])).toEqual(oneByOne);
    });
    await fc.assert(property, { numRuns: 10 });
  },
);

test.each([
  ["reject", "refused", "none"],
  ["flag", "imported", "imei2"],
] as const)(
  "duplicates %s: a row that repeats an IMEI of its batch is %s",
  async (duplicates, outcome, duplicate) => {
    const first = aRow();
    const { imei1 = "", serialNumber = "" } = first.fields;
    const sameImei = aRow({ imei2: imei1 });
    const sameSerial = aRow({ serialNumber: ` ${serialNumber.toLowerCase()}` });
    const afterRefused = aRow({ imei1: sameSerial.fields["imei1"] ?? "" });
    const rows = [first, first, sameImei, sameSerial, afterRefused];
    const results = await importRows(ana, rows, duplicates);
    expect(results.map((result) => result.outcome)).toEqual([
      "imported",
      "already",
      outcome,
      "refused",
      "imported",
    ]);
    const flags = (await stored()).map((sample) => sample.duplicate);
    expect(flags).toEqual(outcome === "refused" ? ["none", "none"] : ["none", duplicate, "none"]);
  },
);

test("more than 250 rows in one batch are refused", async () => {
  const rows = Array.from({ length: 251 }, (_, index) => aRow({}, index + 2));
  expect(await refusedCode(importBatch(lab.as(ana), rows))).toBe("BATCH_TOO_LARGE");
  expect(await stored()).toEqual([]);
});
