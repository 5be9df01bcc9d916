import { stripVTControlCharacters } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { serverWith } from "./support/serverWith";
import { built } from "./support/sms";
import { openTerminal, SMS } from "./support/terminal";

/** Tables of `sms` on pseudo-terminals of several widths. */

beforeAll(built);

const SAMPLE = {
  _id: "k57aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  country: "Brazil",
  samplmanag: "marcos.andrade@lab.example",
  customers: "Vodafone",
  brand: "小米",
  model: "Redmi Note 13",
  serialNumber: "HQ7001001A",
  imei1: "350000000000006",
  imei2: "350000000000014",
  status: "In Transit",
  inTransitTo: "ana.lima@lab.example",
  inTransitDate: Date.UTC(2026, 10, 20),
  listDate: 1,
};

/** Lists one sample on a terminal; returns what it shows, line by line. */
async function listOn(setup: string): Promise<string[]> {
  const { env } = await serverWith({
    "users:viewer": { value: { role: "admin" } },
    "samples:list": ({ args }) => ({
      value: {
        page: args["status"] === SAMPLE.status ? [SAMPLE] : [],
        isDone: true,
        continueCursor: "",
      },
    }),
  });
  const terminal = openTerminal(`${setup} ${SMS} samples list`, env);
  expect(await terminal.ended).toBe(0);
  return stripVTControlCharacters(terminal.written()).trim().split("\r\n");
}

test("a table shows all its columns where they fit", async () => {
  const lines = await listOn("stty cols 220;");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Country +User +Customers .*In Use Date$/);
});

test.each([
  { columns: 80, titles: /^User +Brand +Model +Serial Number +Status$/, missing: "IMEI" },
  { columns: 60, titles: /^User +Serial Number +Status$/, missing: "Model" },
])("a table in $columns columns wraps no line and names what it leaves out", async (width) => {
  const lines = await listOn(`stty cols ${width.columns};`);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(width.columns);
  const [titles, row, ...hint] = lines;
  expect(titles).toMatch(width.titles);
  expect(row).toMatch(/^marcos\.andrade@lab\.example .*HQ7001001A +In Transit$/);
  expect(hint.join(" ")).toMatch(/^Not shown: Country, .*Widen the terminal, or add --json\.$/);
  expect(hint.join(" ").toLowerCase()).toContain(width.missing.toLowerCase());
});

test("COLUMNS overrides the width that the terminal reports", async () => {
  const [titles] = await listOn("stty cols 220; COLUMNS=60");
  expect(titles).toMatch(/^User +Serial Number +Status$/);
});
