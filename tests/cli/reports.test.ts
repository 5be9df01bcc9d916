import { beforeAll, describe, expect, test } from "vitest";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";

beforeAll(built);

const schedule = (id: string, name: string, dueAt?: number) => ({
  _id: id,
  name,
  frequency: "weekly",
  scope: "mine",
  state: {},
  ...(dueAt !== undefined && { dueAt }),
});
const answers = {
  "reports:list": {
    value: [
      schedule("1", "Weekly", Date.UTC(2026, 10, 23, 6)),
      schedule("2", "Two"),
      schedule("3", "Two"),
    ],
  },
  "reports:create": { value: "4" },
  "reports:setPaused": { value: null },
  "reports:remove": { value: null },
};

describe("sms reports", () => {
  test("lists the scheduled reports and their times", async () => {
    const { env } = await serverWith(answers);
    const { code, stdout } = await sms(["reports", "list"], env);
    const rows = stdout.trimEnd().split("\n");
    expect([code, rows.length]).toEqual([0, 3]);
    expect(rows[0]).toMatch(/^Weekly\tEvery Monday\t.*2026/);
    expect(rows[1]).toContain("\tpaused\t");
  });

  test("add schedules a report with the filters that its rows and its link have", async () => {
    const { env, calls } = await serverWith(answers);
    const filters = ["--filter", "brand=Apple|Nokia", "--filter", "receiveDate<2026-02-01"];
    const { code, stderr } = await sms(
      ["reports", "add", "Phones", "--frequency", "monthly", ...filters],
      env,
    );
    expect([code, stderr]).toEqual([0, "Phones: scheduled, on the first of the month\n"]);
    expect(calls.find(({ path }) => path === "reports:create")?.args).toEqual({
      name: "Phones",
      frequency: "monthly",
      scope: "everything",
      state: { filter: "brand=Apple,Nokia;receiveDate@..2026-01-31" },
      query: {
        search: "",
        conditions: [
          { kind: "select", field: "brand", anyOf: ["Apple", "Nokia"] },
          { kind: "dates", field: "receiveDate", before: Date.UTC(2026, 1, 1) },
        ],
        timeZone: "UTC",
      },
    });
  });

  test("add refuses a filter that a report cannot have, without a request", async () => {
    const { env, calls } = await serverWith(answers);
    const { code, stderr } = await sms(["reports", "add", "Phones", "--filter", "os=iOS"], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--filter "os=iOS"')]);
    expect(calls).toEqual([]);
  });

  test.each([
    ["pause", "reports:setPaused", { scheduleId: "1", isPaused: true }],
    ["resume", "reports:setPaused", { scheduleId: "1", isPaused: false }],
    ["delete", "reports:remove", { scheduleId: "1" }],
  ])("%s finds the report by its name", async (command, path, args) => {
    const { env, calls } = await serverWith(answers);
    const { code } = await sms(["reports", command, "Weekly"], env);
    expect(code).toBe(0);
    expect(calls.find((call) => call.path === path)?.args).toEqual(args);
  });

  test.each([
    ["Two", /2 reports are named "Two": give the id of one/],
    ["Three", /No scheduled report is named "Three"/],
  ])("refuses a name that does not match exactly one report: %s", async (name, message) => {
    const { env, calls } = await serverWith(answers);
    const { code, stderr } = await sms(["reports", "delete", name], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(calls.map(({ path }) => path)).not.toContain("reports:remove");
  });
});
