import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { API_ROOT } from "#domain/api/routes";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { repeatedRows } from "#domain/imports/repeatedRows";
import { serialNumberKey } from "#domain/identifiers/readIdentifiers";
import {
  accountsBackendAtRest,
  api,
  internal,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { SPELLINGS } from "../../support/identifierSpellings";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

const ADA = "ada@company.com";
const DEVICE = {
  imei1: "357309117710016",
  imei2: "357309117710024",
  serialNumber: "R5CT10ABCDE",
};

let backend: Backend;
let ada: Awaited<ReturnType<typeof someone>>;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  ada = await someone(backend, ADA, { role: "admin", supervisor: ADA });
});
afterEach(restore);

type Fields = ReturnType<typeof numberedSample>;
const register = async (fields: Partial<Fields>, duplicates: "flag" | "reject" = "reject") =>
  (
    await ada.as.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates,
      fields: aSample(fields),
    })
  ).sampleId;

test("the API, a basket and a list find a sample by each spelling of its identifiers", async () => {
  const ids = new Map([[DEVICE.serialNumber, await register(DEVICE)]]);
  for (const [, { serialNumber }] of SPELLINGS) {
    if (serialNumber === undefined || ids.has(serialNumber)) continue;
    ids.set(serialNumber, await register({ serialNumber }));
  }
  const token = await ada.as.action(api.tokens.create, {
    name: "Spellings",
    scopes: [...TOKEN_SCOPES],
    days: null,
  });
  const found = { api: [] as unknown[], basket: [] as unknown[], list: [] as unknown[] };
  const expected: unknown[] = [];
  for (const [text, { serialNumber = DEVICE.serialNumber }, refusedAs] of SPELLINGS) {
    expected.push([text, refusedAs === undefined ? ids.get(serialNumber) : undefined]);
    const path = `${API_ROOT}/samples/${encodeURIComponent(text)}`;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await backend.fetch(path, { method: "GET", headers });
    found.api.push([text, ((await response.json()) as { id?: string }).id]);
    const [value] = await ada.as.query(api.baskets.resolve, { values: [text] });
    found.basket.push([text, value?.outcome === "found" ? value.sample._id : undefined]);
    const [row] = await ada.as.query(api.samples.identified, {
      list: "report",
      scopes: ["all"],
      text,
    });
    found.list.push([text, row?._id]);
  }
  expect(found).toEqual({ api: expected, basket: expected, list: expected });
});

describe("a serial number in another spelling", () => {
  const SPELLED = ["rt-9001-a", "RT\u20139001\u2013A", "\uFF32\uFF34-9001-A", "RT-9001-\u0410"];

  test.each([...SPELLED, "S/N: RT-9001-A"])("%j is taken", async (serialNumber) => {
    await register({ serialNumber: "RT-9001-A" });
    expect(await refusedCode(register({ serialNumber }))).toBe("SERIAL_TAKEN");
    const warnings = await ada.as.query(api.identifiers.check, { serialNumber });
    expect(warnings.map(({ field }) => field)).toEqual(["serialNumber"]);
  });

  test("is the same row twice in a file", async () => {
    const duplicates = { serialNumber: "reject", imei: "reject" } as const;
    const rows = ["RT-9001-A", ...SPELLED].map((serialNumber, index) => {
      const imei1 = `35730911770038${index}`;
      return { row: index + 2, fields: { brand: "Ericsson", model: "R", serialNumber, imei1 } };
    });
    const { results } = await ada.as.mutation(api.imports.check, { duplicates, rows });
    const answers = results.map(repeatedRows(rows, duplicates, true));
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      "imported",
      ...SPELLED.map(() => "refused"),
    ]);
  });
});

describe("two samples that earlier versions took for two", () => {
  const [FIRST, SECOND] = ["RT-9001-A", "RT\u20139001\u2013A"] as const;

  /** Stores the pair as the version before did: serial numbers as they were typed. */
  async function storePair() {
    const first = await register({ serialNumber: FIRST });
    const second = await register({ serialNumber: "RT-9001-B" });
    await backend.run(async (ctx) => {
      await ctx.db.patch("samples", second, { serialNumber: SECOND });
      const rows = await ctx.db.query("identifiers").collect();
      const row = rows.find((each) => each.sampleId === second && each.kind === "serialNumber")!;
      await ctx.db.patch("identifiers", row._id, { key: serialNumberKey(SECOND) });
    });
    return { first, second };
  }

  test("stay, are listed by sms check, and no third one joins them", async () => {
    const { first, second } = await storePair();
    const { faults } = await backend.action(internal.check.run, {});
    expect(faults).toEqual([
      `serialNumber RT-9001-A is borne by two samples, ${first} and ${second}`,
    ]);
    expect(await refusedCode(register({ serialNumber: "rt-9001-a" }))).toBe("SERIAL_TAKEN");
  });

  test("may each be edited, without a warning of the other", async () => {
    const { first, second } = await storePair();
    for (const [sampleId, serialNumber] of [
      [first, FIRST],
      [second, SECOND],
    ] as const) {
      const warnings = await ada.as.query(api.identifiers.check, {
        serialNumber,
        exceptSampleId: sampleId,
      });
      expect(warnings).toEqual([]);
      await ada.as.mutation(api.samples.edit, {
        transactionId: newTransactionId(),
        sampleId,
        duplicates: "reject",
        fields: aSample({ serialNumber, comments: "seen" }),
      });
      const stored = await backend.run((ctx) => ctx.db.get("samples", sampleId));
      expect(stored).toMatchObject({ serialNumber, comments: "seen" });
    }
  });

  test("are each found by their own spelling; another spelling means both", async () => {
    const { first, second } = await storePair();
    const resolve = async (text: string) => {
      const [value] = await ada.as.query(api.baskets.resolve, { values: [text] });
      return value?.outcome === "found" ? value.sample._id : value?.outcome;
    };
    expect(await resolve("rt-9001-a")).toBe(first);
    expect(await resolve(SECOND)).toBe(second);
    expect(await resolve("\uFF32\uFF34-9001-A")).toBe("ambiguous");
  });

  test("are each updated by a row in their own spelling, and by no other", async () => {
    const { first, second } = await storePair();
    const importId = newTransactionId();
    const duplicates = { serialNumber: "update", imei: "reject" } as const;
    const rows = [FIRST, SECOND, "\uFF32\uFF34-9001-A"].map((serialNumber, index) => ({
      row: index + 2,
      fields: { serialNumber, comments: `row ${index + 2}` },
    }));
    const { results } = await ada.as.mutation(api.imports.check, { duplicates, rows });
    expect(results.map(({ outcome }) => outcome)).toEqual(["updated", "updated", "refused"]);
    await ada.as.mutation(api.imports.begin, {
      ...{ importId, duplicates, rows: rows.length, unreadable: 0 },
      ...{ fileName: "pair.csv", fileHash: "a".repeat(64), origin: "terminal" },
    });
    const range = { from: 2, to: 5 };
    await ada.as.mutation(api.imports.commitBatch, { importId, range, rows });
    const stored = await backend.run(async (ctx) => [
      await ctx.db.get("samples", first),
      await ctx.db.get("samples", second),
    ]);
    expect(stored).toMatchObject([
      { serialNumber: FIRST, comments: "row 2" },
      { serialNumber: SECOND, comments: "row 3" },
    ]);
  });
});

test("codes of one box that name two samples are not clear", async () => {
  await register(DEVICE);
  await register({ imei1: "357309117700389", serialNumber: "OTHER001" });
  const [mixed] = await ada.as.query(api.baskets.resolve, {
    values: ["IMEI: 357309117710016, SN: OTHER001"],
  });
  expect(mixed?.outcome).toBe("ambiguous");
});

test("a code with an IMEI that two samples have means the one with its serial number", async () => {
  const first = await register(DEVICE, "flag");
  await register({ ...DEVICE, imei2: "", slots: "Single", serialNumber: "OTHER001" }, "flag");
  const [value] = await ada.as.query(api.baskets.resolve, {
    values: ["IMEI: 357309117710016, SN: R5CT10ABCDE"],
  });
  expect(value).toMatchObject({ outcome: "found", sample: { _id: first } });
});
