import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { fileWith } from "./support/files";
import { serverWith } from "./support/serverWith";
import { built, startSms } from "./support/sms";
import type { Call } from "./support/stubServer";
import { SMS } from "./support/terminal";

/** Readers that leave early, as `head` does. */

beforeAll(built);

const DEVICES = ["serialNumber,brand,model,imei1,colour"];
const ALL_ROWS = Array.from({ length: 499 }, (_, index) => index + 2);
for (const row of ALL_ROWS) DEVICES.push(`S${row},Acme,A1,350000000000006,red`);
const FILE = fileWith("devices.csv", DEVICES.join("\n"));

/** A server that imports each row with a warning, which prints a line. */
const importing = () =>
  serverWith({
    "imports:begin": { value: null },
    "imports:commitBatch": ({ args }) => ({
      value: {
        results: (args["rows"] as { row: number }[]).map(({ row }) => ({
          row,
          outcome: "imported",
          warning: "imei1: check digit does not match",
        })),
      },
    }),
  });

/** Returns the numbers of the rows that reached the server, sorted, because batches overlap. */
const rowsSent = (calls: readonly Call[]): number[] =>
  calls
    .filter(({ path }) => path === "imports:commitBatch")
    .flatMap(({ args }) => (args["rows"] as { row: number }[]).map(({ row }) => row))
    .sort((a, b) => a - b);

test("an import sends all rows when the reader of its output leaves", async () => {
  const { env, calls } = await importing();
  const child = startSms(["import", FILE], env);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await once(child, "close")).toEqual([0, null]);
  expect(rowsSent(calls)).toEqual(ALL_ROWS);
});

test("an import sends all rows when its notes have no reader", async () => {
  const { env, calls } = await importing();
  const child = startSms(["import", FILE], env);
  child.stderr?.destroy();
  child.stdout?.resume();
  expect(await once(child, "close")).toEqual([0, null]);
  expect(rowsSent(calls)).toEqual(ALL_ROWS);
});

test("an import sends all rows when its notes cannot be written", async () => {
  const { env, calls } = await importing();
  const full = spawn("sh", ["-c", `exec ${SMS} import "${FILE}" 2> /dev/full`], { env });
  full.stdout.resume();
  expect(await once(full, "close")).toEqual([0, null]);
  expect(rowsSent(calls)).toEqual(ALL_ROWS);
});

test("a list ends without an error when its reader leaves", async () => {
  const page = Array.from({ length: 500 }, (_, index) => ({
    _id: `${index}`,
    comments: "x".repeat(1_000),
  }));
  const { env } = await serverWith({
    "users:viewer": { value: { role: "user" } },
    "samples:list": { value: { page, isDone: true, continueCursor: "" } },
  });
  const child = startSms(["samples", "list", "--json", "--limit", "500"], env);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await once(child, "close")).toEqual([0, null]);
});
