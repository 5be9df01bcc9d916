import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { fileWith } from "../support/files";
import { serverWith } from "../support/serverWith";
import { built, freshEnvironment, sms } from "../support/sms";

beforeAll(built);

const STAFF =
  "E-mail,Role,Samples in use,Phone\n" +
  "nora@lab.example,user,25,1\nola@lab.example,king,,2\nnora@lab.example,admin,,3\n";
const BAD_ROLE = {
  code: "NOT_A_CHOICE",
  field: "role",
  value: "king",
  reason: "Role 'king' is not one of: user, supervisor, admin",
};
const RESULTS = [
  { row: 2, outcome: "imported" },
  { row: 3, outcome: "refused", problems: [BAD_ROLE] },
];
const answering = { "peopleImports:importBatch": { value: RESULTS } };

describe("sms import --users", () => {
  test("sends the known columns, and prints a line for each problem", async () => {
    const { env, calls } = await serverWith(answering);
    const { code, stdout, stderr } = await sms(
      ["import", "--users", fileWith("s.csv", STAFF)],
      env,
    );
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      'row 4: email "nora@lab.example": The file has this e-mail twice. Row 2 of this file has it. Keep one of the rows.',
      "row 3: role: Role 'king' is not one of: user, supervisor, admin",
      "1 invited, 2 refused",
      "",
    ]);
    expect(stderr).toContain("Columns left out: Phone.");
    expect(calls.at(-1)?.args).toEqual({
      rows: [
        { row: 2, fields: { email: "nora@lab.example", role: "user", samplmax: "25" } },
        { row: 3, fields: { email: "ola@lab.example", role: "king" } },
      ],
      onDuplicate: "skip",
      dryRun: false,
    });
  });

  test("passes on the policy for existing people, and writes the refused rows to a file", async () => {
    const { env, calls } = await serverWith(answering);
    const errors = fileWith("refused.csv", "");
    const words = ["--on-duplicate", "update", "--dry-run", "--json", "--errors", errors];
    const file = fileWith("staff.csv", STAFF);
    const { stdout } = await sms(["import", "--users", file, ...words], env);
    expect(calls.at(-1)?.args).toMatchObject({ onDuplicate: "update", dryRun: true });
    const summary = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as object;
    expect(summary).toMatchObject({ summary: { imported: 1, refused: 2, rows: 3, dryRun: true } });
    expect(readFileSync(errors, "utf8").split("\r\n").slice(1)).toEqual([
      expect.stringMatching(/^3,.*king.*,ola@lab\.example,king,,2$/),
      expect.stringMatching(/^4,.*twice.*,nora@lab\.example,admin,,3$/),
      "",
    ]);
  });

  test("names the column of another heading by --map", async () => {
    const { env, calls } = await serverWith(answering);
    const file = fileWith("staff.csv", "Mailbox,Cap\nnora@lab.example,5\n");
    const map = ["--map", "Mailbox=email", "--map", "Cap=samplmax"];
    await sms(["import", "--users", file, ...map], env);
    expect(calls.at(-1)?.args["rows"]).toEqual([
      { row: 2, fields: { email: "nora@lab.example", samplmax: "5" } },
    ]);
  });

  test.each([
    ["email,Password\nn@lab.example,x\n", [], /Column "Password": passwords are not imported/],
    ["email,Password\nn@lab.example,x\n", ["--map", "Password="], /passwords are not imported/],
    ["name,role\nNora,user\n", [], /there is none for email/],
    ["email\n", ["--on-duplicate", "flag"], /for people write skip or update/],
    ["email\n", ["--resume"], /cannot be used with option '--resume'/],
    ["email\n", ["--date-order", "dmy"], /cannot be used with option '--date-order/],
    ["email\n", ["--on-duplicate-serial", "skip"], /cannot be used with .*--on-duplicate-serial/],
    ["email\n", ["--on-duplicate-imei", "flag"], /cannot be used with .*--on-duplicate-imei/],
    ["email\n", ["--map", "email=imei1"], /with one of the fields: email, role/],
  ])("exits with 2 for %j %j, and sends nothing", async (text, words, message) => {
    const { env, calls } = await serverWith({});
    const file = fileWith("staff.csv", text);
    const { code, stdout, stderr } = await sms(["import", "--users", file, ...words], env);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
    expect(calls).toEqual([]);
  });

  test("exits with 1 and the server's message for a person who is not an admin", async () => {
    const refusal = { code: "NOT_ALLOWED", message: "Your role does not allow this." };
    const { env } = await serverWith({ "peopleImports:importBatch": { refusal } });
    const { code, stderr } = await sms(["import", "--users", fileWith("s.csv", STAFF)], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("sms: Your role does not allow")]);
  });

  test("exits with 1 without a login", async () => {
    const file = fileWith("staff.csv", STAFF);
    expect((await sms(["import", "--users", file], freshEnvironment())).code).toBe(1);
  });
});
