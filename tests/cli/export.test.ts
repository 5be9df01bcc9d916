import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { read } from "xlsx";
import { beforeAll, describe, expect, test } from "vitest";
import { exportPages } from "../../cli/export/rows";
import { findUnreadable } from "#domain/common/plainText";
import { readRows } from "../../cli/import/columns";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { encodeRows, ROW_FORMAT, type SampleRow } from "#domain/samples/compactRows";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { exportWriter, type ExportFormat } from "#domain/exports/exportWriter";
import { COORDINATE_FIELDS, TEXT_FIELDS, type SampleInput } from "#domain/samples/fields";
import { parseFilters } from "#domain/exports/filterTexts";
import { parseImportRow } from "#domain/imports/importRows";
import { cleanSample, DEFAULT_CHOICES } from "#domain/samples/sampleRules";
import type { Status } from "#domain/custody/statuses";
import { serverWith } from "./support/serverWith";
import { built, ending, sms, startSms } from "./support/sms";
import { SMS } from "./support/terminal";

beforeAll(built);

const COLUMNS = EXPORT_COLUMNS.samples;
const newFile = (name: string) => join(mkdtempSync(join(tmpdir(), "sms-export-")), name);

/** Cells that spreadsheets misread: formulas, quotes, delimiters, line breaks, entities. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", "=", "+", "-", "@", '"', ",", ";", "\n", "\r", "\r\n", "\t", "|", "\\"),
      fc.constantFrom(
        "<b>",
        "&amp;",
        "_x000D_",
        "_x005F_",
        "NULL",
        "0012",
        "4.9E+14 V",
        " ",
        "\u00a0",
      ),
      fc.string({ unit: "binary", maxLength: 3 }).filter((text) => findUnreadable(text) === null),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** A sample as stored: every text hostile, cleaned as the server cleans it. */
const SAMPLE = fc
  .record({
    ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, HOSTILE])) as Record<
      (typeof TEXT_FIELDS)[number],
      typeof HOSTILE
    >),
    brand: HOSTILE.map((text) => `a${text}`),
    model: HOSTILE.map((text) => `${text}a`),
    serialNumber: HOSTILE.map((text) => `S${text}`),
    imei1: fc.constant("352099001761481"),
    imei2: fc.constant(""),
    slots: fc.constantFrom("Single", ""),
    hwtype: fc.constantFrom("Mobile", ""),
    devTypes: fc.constantFrom("Signed", ""),
    lat: fc.option(fc.double({ min: -90, max: 90, noNaN: true }), { nil: undefined }),
    lng: fc.option(fc.double({ min: -180, max: 180, noNaN: true }), { nil: undefined }),
    regfromlat: fc.constant(undefined),
    regfromlng: fc.constant(undefined),
    receiveDate: fc.option(fc.date({ noInvalidDate: true }).map(Number), { nil: undefined }),
    samplmanag: fc.constant("ana@lab.example"),
    lastmanag: fc.constant(""),
    status: fc.constantFrom<Status[]>("Registered", "In Use", "Returned", "Lost"),
  })
  .map((sample) => ({ ...cleanSample(sample), status: sample.status }));

type Sample = SampleInput & { status: Status };

async function exported(format: ExportFormat, rows: readonly object[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const writer = exportWriter(format, COLUMNS, (bytes) => void pieces.push(bytes));
  await writer.write(rows);
  await writer.end();
  return Buffer.concat(pieces);
}

/** The samples that an import would register from an exported file. */
async function imported(file: Buffer): Promise<Sample[]> {
  return readRows(await parseSheet(file, SHEET_LIMITS)).rows.map(({ fields }) => {
    const { input, status, problems } = parseImportRow(fields, DEFAULT_CHOICES, "reject");
    expect(problems.filter(({ code }) => code !== "FIELD_TOO_LONG")).toEqual([]);
    return { ...input, status };
  });
}

/** A line break in a cell of Excel is one character. */
const excelText = (text: string) => text.replace(/\r+\n?/g, "\n");

describe.each([
  ["csv", (text: string) => text],
  ["xlsx", excelText],
] as const)("a %s export", (format, asCell) => {
  test("imports as the same samples, whatever their texts are", async () => {
    const property = fc.asyncProperty(
      fc.array(SAMPLE, { minLength: 1, maxLength: 3 }),
      async (samples) => {
        const back = await imported(await exported(format, samples));
        const fields = [...TEXT_FIELDS, ...COORDINATE_FIELDS, "receiveDate", "status"] as const;
        for (const [index, sample] of samples.entries()) {
          for (const field of fields) {
            const value = sample[field];
            const expected = typeof value === "string" ? asCell(value) : value === 0 ? 0 : value;
            expect([field, back[index]?.[field]]).toEqual([field, expected]);
          }
        }
        expect(await imported(await exported(format, back))).toEqual(back);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

test("a coordinate of 0 is no blank cell", async () => {
  const [line = ""] = (await exported("csv", [{ serialNumber: "S1", lat: 0, lng: 0 }]))
    .toString()
    .split("\n")
    .slice(1);
  expect(line.split(",").filter((cell) => cell.trim() === "0")).toHaveLength(2);
});

test("a workbook has one sheet named Data, dates as text under a heading that names the zone", async () => {
  const row = { serialNumber: "S1", comments: "=1+1", receiveDate: Date.UTC(2024, 2, 5, 14, 5, 9) };
  const book = read(await exported("xlsx", [row]), { dense: false });
  expect(book.SheetNames).toEqual(["Data"]);
  const sheet = book.Sheets["Data"] ?? {};
  const texts = Object.values(sheet).map((cell: { v?: unknown; f?: string }) => [cell.v, cell.f]);
  expect(texts).toContainEqual(["Received Date (UTC)", undefined]);
  expect(texts).toContainEqual(["2024-03-05 14:05:09", undefined]);
  expect(texts).toContainEqual(["=1+1", undefined]);
});

describe("sms export", () => {
  const sample = (index: number, status: Status): SampleRow =>
    ({
      _id: `id${index}`,
      _creationTime: index,
      ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, ""])),
      serialNumber: `S${index}`,
      brand: "=Acme",
      status,
      duplicate: "none",
      registereddate: Date.UTC(2026, 0, index),
      listDate: 0,
    }) as unknown as SampleRow;
  const place = { "exports:begin": { value: "place" }, "exports:end": { value: null } };
  const pages = {
    ...place,
    "users:viewer": { value: { role: "admin", email: "adam@lab.example" } },
    "sampleFeed:page": ({ args }: { args: Record<string, unknown> }) => ({
      value:
        args["cursor"] === null
          ? { format: ROW_FORMAT, rows: encodeRows([sample(1, "In Use")]), cursor: "next" }
          : { format: ROW_FORMAT, rows: encodeRows([sample(2, "Lost")]), cursor: null },
    }),
  };

  test("writes all pages of an admin's samples as csv, safe for spreadsheets", async () => {
    const { env } = await serverWith(pages);
    const { code, stdout } = await sms(["export", "samples"], env);
    const lines = stdout.trimEnd().split("\r\n");
    expect([code, lines.length]).toEqual([0, 3]);
    expect(lines[0]).toMatch(/^country,brand,model,devTypes/);
    expect(lines[1]).toContain(",'=Acme,");
    expect(lines[2]).toContain(",2026-01-02T00:00:00.000Z,");
  });

  test("the request for the next page leaves before the rows of a page are written", async () => {
    const asked: unknown[] = [];
    const query = async (_: unknown, { cursor }: { cursor: string | null }) => {
      for (let step = 0; step < 50; step++) await Promise.resolve(); // fetch takes some 20 too
      asked.push(cursor);
      return pages["sampleFeed:page"]({ args: { cursor } }).value;
    };
    const reader = { query } as unknown as Parameters<typeof exportPages>[0];
    await exportPages(reader, "admin", "samples", []).next();
    expect(asked).toEqual([null, "next"]);
  });

  test.each([
    ["user", "mine", ["brand"]],
    ["admin", "all", ["email", "brand"]],
  ] as const)(
    "the server filters the history of one %s as far as it can, and the terminal filters the rest",
    async (role, scope, known) => {
      const records = ["ana", "bea"].flatMap((email) =>
        ["Late", undefined].map((reason) => ({ email, reason, brand: "Acme" })),
      );
      const asked: { scope: string; query: { conditions: { field: string }[] } }[] = [];
      const query = (_: unknown, args: (typeof asked)[number]) => {
        asked.push(args);
        return Promise.resolve({ page: records, isDone: true, continueCursor: "" });
      };
      const reader = { query } as unknown as Parameters<typeof exportPages>[0];
      const filters = ["email=ana", "reason~late", "brand=Acme"];
      const found: object[] = [];
      for await (const rows of exportPages(
        reader,
        role,
        "history",
        parseFilters("history", filters),
      )) {
        found.push(...rows);
      }
      expect(found).toEqual([records[0]]);
      expect(
        asked.map((args) => [args.scope, args.query.conditions.map(({ field }) => field)]),
      ).toEqual([[scope, known]]);
    },
  );

  test("--format jsonl prints an object a row, of the rows that meet the filters", async () => {
    const { env } = await serverWith(pages);
    const run = async (...filters: string[]) => {
      const args = filters.flatMap((filter) => ["--filter", filter]);
      const { stdout } = await sms(["export", "samples", "--format", "jsonl", ...args], env);
      return stdout
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { serialNumber: string }).serialNumber);
    };
    expect(await run("status=Lost|Returned")).toEqual(["S2"]);
    expect(await run("status=lost|RETURNED")).toEqual(["S2"]);
    expect(await run("registereddate<2026-01-02", "brand~acme")).toEqual(["S1"]);
    expect(await run("registereddate>=2026-01-03")).toEqual([]);
  });

  test("writes a file in one move, in the format of its name", async () => {
    const { env } = await serverWith(pages);
    const file = newFile("samples.json");
    expect(await sms(["export", "samples", "--output", file], env)).toMatchObject({
      code: 0,
      stdout: "",
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveLength(2);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "leaves no file when %s ends it",
    async (signal) => {
      const { env, calls } = await serverWith({
        ...pages,
        "sampleFeed:page": (call) =>
          call.args["cursor"] === null ? pages["sampleFeed:page"](call) : "stall",
      });
      const file = newFile("samples.csv");
      const child = startSms(["export", "samples", "--output", file], env);
      await expect.poll(() => calls.at(-1)?.args["cursor"]).toBe("next");
      expect(readdirSync(dirname(file))).toEqual([expect.stringMatching(/\.part$/)]);
      child.kill(signal);
      expect(await once(child, "close")).toEqual([null, signal]);
      expect(readdirSync(dirname(file))).toEqual([]);
    },
  );

  test("takes an export slot before it reads, and releases it at the end", async () => {
    const { env, calls } = await serverWith(pages);
    expect((await sms(["export", "samples"], env)).code).toBe(0);
    const paths = calls.map(({ path }) => path).filter((path) => path !== "auth:signIn");
    expect(paths).toEqual([
      "users:viewer",
      "exports:begin",
      "sampleFeed:page",
      "sampleFeed:page",
      "exports:end",
    ]);
    expect(calls.at(-1)?.args).toEqual({ exportId: "place" });
  });

  test("reports that too many exports are running, and writes nothing", async () => {
    const message = "2 of your exports are running.";
    const { env, calls } = await serverWith({
      ...pages,
      "exports:begin": { refusal: { code: "EXPORTS_FULL", message } },
    });
    const file = newFile("samples.csv");
    const { code, stderr } = await sms(["export", "samples", "--output", file], env);
    expect([code, stderr]).toEqual([1, `sms: ${message}\n`]);
    expect(readdirSync(dirname(file))).toEqual([]);
    expect(calls.map(({ path }) => path)).not.toContain("sampleFeed:page");
  });

  test("leaves other files alone, even one that is named like a draft", async () => {
    const { env } = await serverWith(pages);
    const file = newFile("samples.csv");
    writeFileSync(`${file}.part`, "of mine");
    expect((await sms(["export", "samples", "--output", file], env)).code).toBe(0);
    expect(readFileSync(`${file}.part`, "utf8")).toBe("of mine");
    expect(readdirSync(dirname(file))).toEqual(["samples.csv", "samples.csv.part"]);
  });

  test("refuses a folder as its file before it asks the server", async () => {
    const { env, calls } = await serverWith(pages);
    const folder = dirname(newFile("samples.csv"));
    const { code, stderr } = await sms(["export", "samples", "--output", folder], env);
    expect([code, stderr, calls]).toEqual([
      2,
      `sms: ${folder} cannot be written: it is a folder. Name a file in it.\n`,
      [],
    ]);
  });

  test("refuses a pipe or a device as its file, because it would replace it", async () => {
    const { env, calls } = await serverWith(pages);
    const pipe = newFile("pipe");
    execFileSync("mkfifo", [pipe]);
    const { code, stderr } = await sms(["export", "samples", "--output", pipe], env);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toContain(`${pipe} cannot be written: it is not a regular file.`);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  test("reports a file that cannot be written, and leaves no draft", async () => {
    const { env } = await serverWith(pages);
    const file = newFile("samples.csv");
    const limited = `ulimit -f 0; exec ${SMS} export samples --output "${file}"`;
    const { code, stderr } = await ending(spawn("sh", ["-c", limited], { env }));
    expect([code, stderr]).toEqual([
      2,
      `sms: ${file} cannot be written: EFBIG: file too large, write.\n`,
    ]);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  test("reports that stdout cannot be written", async () => {
    const { env } = await serverWith(pages);
    const full = spawn("sh", ["-c", `exec ${SMS} export samples > /dev/full`], { env });
    const { code, stderr } = await ending(full);
    expect([code, stderr]).toEqual([
      2,
      "sms: stdout cannot be written: ENOSPC: no space left on device, write.\n",
    ]);
  });

  test("gives a person who is not an admin each sample of their lists once", async () => {
    const { env, calls } = await serverWith({
      ...place,
      "users:viewer": { value: { role: "user", email: "ana@lab.example" } },
      "samples:list": ({ args }: { args: Record<string, unknown> }) => ({
        value: {
          page: args["status"] === "In Transit" ? [sample(1, "In Transit")] : [],
          isDone: true,
          continueCursor: "",
        },
      }),
    });
    const { stdout } = await sms(["export", "samples", "--format", "jsonl"], env);
    expect(stdout.trim().split("\n")).toHaveLength(1);
    const asked = calls.filter(({ path }) => path === "samples:list").map(({ args }) => args);
    expect(asked).toContainEqual(expect.objectContaining({ list: "transfer", scope: "addressed" }));
    expect(asked).not.toContainEqual(expect.objectContaining({ scope: "all" }));
  });

  test.each([
    [["--format", "xlsx"], /add --output FILE\.xlsx/],
    [["--output", "samples.xls"], /name a file in \.csv, .*, or add --format/],
    [["--filter", "colour=red"], /with one of the fields: country, brand/],
    [["--filter", "status=Broken"], /"Broken" is not one of Registered, In Transit/],
    [["--filter", "receiveDate=today"], /receiveDate is a date: compare it by >= or </],
    [["--filter", "receiveDate>=03/02/2024"], /write the day as YYYY-MM-DD/],
  ])("exits with 2 for %j", async (args, message) => {
    const { env } = await serverWith(pages);
    const { code, stderr } = await sms(["export", "samples", ...args], env);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
