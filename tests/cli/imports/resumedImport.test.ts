import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { NO_ROWS } from "#domain/imports/importResults";
import { fileWith, workbookOfSheets } from "../support/files";
import { serverWith } from "../support/serverWith";
import { built, freshEnvironment, sms } from "../support/sms";
import type { Call } from "../support/stubServer";

/** `sms import --resume`, against a server that has rows 2 and 3 of the file. */

beforeAll(built);

const DEVICES =
  "serialNumber,brand,model,imei1\nS1,Acme,A1,1\nS2,Acme,A1,350000000000006\nS3,Acme,A1,3\n";
const REASON = "IMEI 1 must be exactly 15 digits";
const PROBLEMS = [{ code: "IMEI1_FORMAT", field: "imei1", value: "1", reason: REASON }];

type Sent = { row: number; fields: { imei1: string } };

/** Refuses IMEIs with fewer than 15 digits. */
const commit = ({ args }: Call) => ({
  value: {
    results: (args["rows"] as Sent[]).map(({ row, fields: { imei1 } }) =>
      imei1.length < 15
        ? { row, outcome: "refused", problems: PROBLEMS }
        : { row, outcome: "imported" },
    ),
  },
});

/** An import of three rows, of which rows 2 and 3 are done. */
const INTERRUPTED = {
  importId: "import-1",
  duplicates: NAMED_POLICIES.flag,
  rows: 3,
  answered: 2,
  counts: { ...NO_ROWS, imported: 2 },
  done: [{ from: 2, to: 4 }],
  startedAt: 0,
};

/** A server whose import was interrupted after rows 2 and 3, of which it had refused `refused`. */
const interrupted = (refused: number) =>
  serverWith({
    "imports:unfinished": {
      value: { ...INTERRUPTED, counts: { ...NO_ROWS, imported: 2 - refused, refused } },
    },
    "imports:commitBatch": commit,
  });

describe("sms import --resume", () => {
  test("refuses an --errors file that already exists, and sends nothing", async () => {
    const { env, calls } = await interrupted(1);
    const errors = fileWith("refused.csv", "corrected meanwhile");
    const file = fileWith("devices.csv", DEVICES);
    const { code, stderr } = await sms(["import", file, "--resume", "--errors", errors], env);
    expect([code, stderr]).toEqual([
      2,
      `sms: --errors ${errors} is there already and may hold the refused rows of the first part: ` +
        "name another file.\n",
    ]);
    expect(readFileSync(errors, "utf8")).toBe("corrected meanwhile");
    expect(calls).toEqual([]);
  });

  test("writes the rows that are refused now to a new --errors file", async () => {
    const { env } = await interrupted(1);
    const file = fileWith("devices.csv", DEVICES);
    const errors = join(dirname(file), "refused-2.csv");
    await sms(["import", file, "--resume", "--errors", errors], env);
    expect(existsSync(errors) && readFileSync(errors, "utf8")).toMatch(
      /\r\n4,.*,S3,Acme,A1,3\r\n$/,
    );
  });

  test("exits with 1 and says so when rows were refused before and none is now", async () => {
    const { env } = await interrupted(1);
    const file = fileWith("devices.csv", DEVICES.replace(",3\n", ",350000000000014\n"));
    expect(await sms(["import", file, "--resume"], env)).toEqual({
      code: 1,
      stdout: "1 imported, 0 refused, 2 done before (1 of them refused)\n",
      stderr: "Refused before: 1. To see these rows, put --dry-run for --resume.\n",
    });
    const { stdout } = await sms(["import", file, "--resume", "--json"], env);
    const summary = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as object;
    expect(summary).toMatchObject({ summary: { refused: 0, before: 2, refusedBefore: 1 } });
  });

  test("counts an unreadable row once, which the interrupted import counted as refused", async () => {
    const { env } = await interrupted(1);
    const file = fileWith("devices.csv", `${DEVICES}S4,Acme,A1,4,one cell too many\n`);
    const { stdout } = await sms(["import", file, "--resume"], env);
    expect(stdout).toMatch(/^0 imported, 2 refused, 2 done before$/m);
  });

  test("continues with the interrupted sheet, and with no other sheet of its file", async () => {
    const begun: unknown[] = [];
    const { env, calls } = await serverWith({
      "imports:begin": ({ args }) => {
        begun.push(args["fileHash"]);
        return { value: null };
      },
      "imports:unfinished": ({ args }) => ({
        value: args["fileHash"] === begun[0] ? INTERRUPTED : null,
      }),
      "imports:commitBatch": commit,
    });
    const rows = DEVICES.trim()
      .split("\n")
      .map((line) => line.split(","));
    const file = fileWith("devices.xlsx", workbookOfSheets({ Lisbon: rows, Porto: rows }));
    const sentRows = () => ((calls.at(-1)?.args["rows"] ?? []) as Sent[]).map(({ row }) => row);
    await sms(["import", file], env);
    await sms(["import", file, "--sheet", "Lisbon", "--resume"], env);
    expect(sentRows()).toEqual([4]);
    const { stderr } = await sms(["import", file, "--sheet", "Porto", "--resume"], env);
    expect(stderr).toContain("No import of this file and sheet was interrupted");
    expect(sentRows()).toEqual([2, 3, 4]);
  });

  test.each([
    ["--on-duplicate", "flag"],
    ["--on-duplicate-imei", "flag"],
    ["--on-duplicate-serial", "reject"],
  ])("continues if %s %s is the interrupted import's policy", async (option, value) => {
    const { env, calls } = await interrupted(0);
    const file = fileWith("devices.csv", DEVICES);
    await sms(["import", file, "--resume", option, value], env);
    expect(calls.at(-1)).toMatchObject({
      path: "imports:commitBatch",
      args: { importId: "import-1" },
    });
  });

  test.each([
    ["--on-duplicate", "update"],
    ["--on-duplicate", "reject"],
    ["--on-duplicate-serial", "skip"],
    ["--on-duplicate-imei", "reject"],
  ])(
    "exits with 2 for %s %s, which differs from its policy, and sends nothing",
    async (...typed) => {
      const { env, calls } = await interrupted(0);
      const file = fileWith("devices.csv", DEVICES);
      const { code, stdout, stderr } = await sms(["import", file, "--resume", ...typed], env);
      expect([code, stdout, stderr]).toEqual([
        2,
        "",
        "sms: The interrupted import answers duplicates by --on-duplicate-serial reject " +
          "--on-duplicate-imei flag. Type these or none to go on with it, or leave out --resume to " +
          "begin anew.\n",
      ]);
      expect(calls.at(-1)?.path).toBe("imports:unfinished");
    },
  );

  test("exits with 2 together with --dry-run", async () => {
    const file = fileWith("devices.csv", DEVICES);
    const { code, stderr } = await sms(
      ["import", file, "--resume", "--dry-run"],
      freshEnvironment(),
    );
    const message = "error: option '--resume' cannot be used with option '--dry-run'";
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("exits with 0 when nothing is refused, now or before", async () => {
    const { env } = await interrupted(0);
    const file = fileWith("devices.csv", DEVICES.replace(",3\n", ",350000000000014\n"));
    expect(await sms(["import", file, "--resume"], env)).toEqual({
      code: 0,
      stdout: "1 imported, 0 refused, 2 done before\n",
      stderr: "",
    });
  });
});
