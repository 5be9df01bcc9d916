import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { storeLogin } from "../../cli/config";
import { unescapeFormula } from "#domain/files/cells";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { DATA, fileWith } from "./support/files";
import { serverWith } from "./support/serverWith";
import { built, freshEnvironment, sms } from "./support/sms";
import { stubServer, type Call, type Reply } from "./support/stubServer";

beforeAll(built);

const DEVICE = "serialNumber,brand,model,imei1\nS1,Acme,A1,350000000000006\nS2,Acme,A1,12345\n";
const RESULTS = [
  { row: 2, outcome: "imported", warning: "imei1: check digit does not match" },
  {
    row: 3,
    outcome: "refused",
    problems: [
      {
        code: "IMEI1_FORMAT",
        field: "imei1",
        value: "12345",
        reason: "IMEI 1 must be exactly 15 digits",
      },
      { code: "FIELD_MISSING", field: "model", reason: "Model is required" },
    ],
  },
];

/** A server that accepts an import and answers its batches. */
const importing = (batch: Reply | ((call: Call) => Reply)) => ({
  "imports:begin": { value: null },
  "imports:commitBatch": batch,
});

describe("sms import", () => {
  test("prints a line for each problem of a row, and exits with 1", async () => {
    const { env } = await serverWith(importing({ value: { results: RESULTS } }));
    expect(await sms(["import", fileWith("devices.csv", DEVICE)], env)).toEqual({
      code: 1,
      stdout:
        "row 2: warning: imei1: check digit does not match\n" +
        'row 3: imei1 "12345": IMEI 1 must be exactly 15 digits. Dial *#06# on the device to see it.\n' +
        "row 3: model: Model is required. Fill in the cell.\n" +
        "1 imported, 1 refused, 1 with a warning\n",
      stderr: "",
    });
  });

  test("--json prints one object per row and the summary last", async () => {
    const { env } = await serverWith(importing({ value: { results: RESULTS } }));
    const { code, stdout } = await sms(["import", fileWith("devices.csv", DEVICE), "--json"], env);
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      ...RESULTS,
      {
        summary: {
          imported: 1,
          updated: 0,
          already: 0,
          skipped: 0,
          refused: 1,
          warnings: 1,
          reopened: 0,
          flagged: 0,
          rows: 2,
          before: 0,
          refusedBefore: 0,
          dryRun: false,
        },
      },
    ]);
    expect(code).toBe(1);
  });

  test("exits with 0 when every row is imported, now or before", async () => {
    const results = RESULTS.map(({ row }) => ({ row, outcome: "already" }));
    const { env } = await serverWith(importing({ value: { results } }));
    const { code, stdout } = await sms(["import", fileWith("devices.csv", DEVICE)], env);
    expect([code, stdout]).toEqual([0, "0 imported, 2 already there, 0 refused\n"]);
  });

  test("--dry-run makes the server write nothing, and reports it", async () => {
    const { env, calls } = await serverWith({
      "imports:check": { value: { results: RESULTS } },
    });
    const file = fileWith("devices.csv", DEVICE);
    const { stdout } = await sms(["import", file, "--dry-run"], env);
    expect(stdout).toContain("Nothing was written: 1 to import, 1 refused");
    expect(calls.at(-1)?.args).toMatchObject({ duplicates: NAMED_POLICIES.reject });
  });

  test("--dry-run asks about 250 rows at a time", async () => {
    const { env, calls } = await serverWith({ "imports:check": { value: { results: [] } } });
    const [headings, device] = DEVICE.split("\n");
    const file = fileWith(
      "devices.csv",
      [headings, ...Array<string | undefined>(260).fill(device)].join("\n"),
    );
    await sms(["import", file, "--dry-run"], env);
    const sizes = calls.flatMap(({ args }) =>
      Array.isArray(args["rows"]) ? args["rows"].length : [],
    );
    expect(new Set(sizes)).toEqual(new Set([250, 10]));
  });

  test("counts hidden rows, and takes them with --hidden import", async () => {
    const { env, calls } = await serverWith({ "imports:check": { value: { results: [] } } });
    const file = `${DATA}rough/07-filtered-to-2-of-6-rows.xlsx`;
    const { stderr } = await sms(["import", file, "--dry-run"], env);
    expect(stderr).toContain(
      "4 of 6 rows are hidden and were left out. To import them too, add --hidden import.",
    );
    const all = await sms(["import", file, "--dry-run", "--hidden", "import"], env);
    expect(all.stderr).not.toContain("hidden");
    const sent = calls.flatMap(({ args }) => (args["rows"] as unknown[] | undefined)?.length ?? []);
    expect(sent).toEqual([2, 6]);
  });

  test("reports a guessed encoding, and reads another one with --encoding", async () => {
    const { env, calls } = await serverWith({ "imports:check": { value: { results: [] } } });
    const file = `${DATA}rough/24b-cp1251.csv`;
    const { stderr } = await sms(["import", file, "--dry-run"], env);
    expect(stderr).toContain("was read as Windows-1251: “");
    expect(stderr).toContain("To read it in another encoding, add --encoding.");
    await sms(["import", file, "--dry-run", "--encoding", "macroman"], env);
    const read = calls.flatMap(
      ({ args }) => (args["rows"] as { fields: object }[] | undefined) ?? [],
    );
    expect(read).toMatchObject([
      { fields: { customers: "МегаФон" } },
      { fields: { customers: "ÃÂ„‡‘ÓÌ" } },
    ]);
  });

  test("--errors writes the refused rows so that they can be corrected and imported", async () => {
    const { env, calls } = await serverWith(
      importing(({ args }) => ({
        value: {
          results: (args["rows"] as { row: number }[]).map(({ row }) =>
            row === 2 ? { row, outcome: "imported" } : { ...RESULTS[1], row },
          ),
        },
      })),
    );
    const header = "serialNumber,brand,model,imei1,comments\n";
    const file = fileWith(
      "devices.csv",
      `${header}S1,Acme,A1,350000000000006,\nS2,Acme,,12345,"=1+1, ""or"" so"\nS3,A,B,1,x,y\n`,
    );
    const errors = fileWith("refused.csv", "");
    const { stderr } = await sms(["import", file, "--errors", errors], env);
    expect(stderr).toContain(`The refused rows are in ${errors}`);
    expect(readFileSync(errors, "utf8").split("\r\n")).toEqual([
      "\ufeffRow in the file,Reasons,serialNumber,brand,model,imei1,comments",
      expect.stringMatching(
        /^3,"imei1 ""12345"": .* \| model: .*",S2,Acme,,12345,"'=1\+1, ""or"" so"$/,
      ),
      expect.stringMatching(/^4,"?cell 6 .*,S3,A,B,1,x,y$/),
      "",
    ]);
    const again = await sms(["import", errors], env);
    expect(calls.at(-1)?.args).toMatchObject({
      rows: [{ row: 2, fields: { serialNumber: "S2", comments: '\'=1+1, "or" so' } }],
    });
    expect(again.stderr).not.toContain("left out");

    const workbook = fileWith("refused.xlsx", "");
    await sms(["import", file, "--errors", workbook], env);
    const [inCsv, inXlsx] = await Promise.all(
      [errors, workbook].map((each) => parseSheet(readFileSync(each), SHEET_LIMITS)),
    );
    expect(inXlsx?.headings).toEqual(inCsv?.headings);
    expect(inXlsx?.rows.map(({ cells }) => cells.map(unescapeFormula))).toEqual(
      inCsv?.rows.map(({ cells }) => cells.map(unescapeFormula)),
    );
  });

  test.each(["refused.csv", "refused.xlsx"])(
    "--errors %s is readable by its owner only, even if it replaces a file that others could read",
    async (name) => {
      const { env } = await serverWith(importing(() => ({ value: { results: [] } })));
      const file = fileWith("devices.csv", "serialNumber,brand,model,imei1\nS1,A,B,1,too many\n");
      const before = fileWith(name, "");
      chmodSync(before, 0o644);
      for (const errors of [before, join(dirname(file), name)]) {
        const { code } = await sms(["import", file, "--errors", errors], env);
        expect([code, statSync(errors).mode & 0o777]).toEqual([1, 0o600]);
        expect(readdirSync(dirname(errors)).filter((each) => each.endsWith(".part"))).toEqual([]);
      }
    },
  );

  test.each([
    ["--errors", "refused.txt", /name a \.csv or \.xlsx file/],
    ["--map", "Tag", /Write Heading=field/],
    ["--map", "Tag=colour", /with one of the fields: country, brand/],
    ["--on-duplicate", "merge", /Allowed choices are reject, flag, skip, update/],
  ])("exits with 2 for %s %s", async (option, value, message) => {
    const { code, stderr } = await sms(
      ["import", fileWith("devices.csv", DEVICE), option, value],
      freshEnvironment(),
    );
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("exits with 2 for a file that cannot be read", async () => {
    const { env } = await serverWith({});
    const { code, stderr } = await sms(["import", fileWith("devices.xlsx", "PK\x03\x04")], env);
    expect(code).toBe(2);
    expect(stderr).toMatch(/devices\.xlsx cannot be read: it is damaged/);
  });
});

describe("exit codes", () => {
  test.each([
    [["fly"]],
    [["import"]],
    [["import", "a.csv", "--batch", "251"]],
    [["samples", "list", "--list", "stolen"]],
    [["users", "set-role", "ana@lab.example", "king"]],
  ])("2: %j is wrong usage", async (args) => {
    const { code, stdout, stderr } = await sms(args, freshEnvironment());
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: /);
  });

  test("0: --help prints to stdout", async () => {
    const { code, stdout } = await sms(["import", "--help"], freshEnvironment());
    expect(code).toBe(0);
    expect(stdout).toContain("--dry-run");
  });

  test("1: there is no login, with the command that signs in", async () => {
    const { code, stderr } = await sms(["whoami"], freshEnvironment());
    expect([code, stderr]).toEqual([
      1,
      'sms: Not signed in at http://localhost:3210, or the session has ended. Run "sms login".\n',
    ]);
  });

  test("1: the stored login is for another server, naming both", async () => {
    const env = freshEnvironment({ SMS_URL: "https://other.example" });
    const login = { url: "https://sms.example", email: "ana@lab.example", refreshToken: "secret" };
    await storeLogin(login, env);
    const { code, stderr } = await sms(["whoami"], env);
    expect([code, stderr]).toEqual([
      1,
      "sms: Not signed in at https://other.example: the stored login is for " +
        'https://sms.example. Run "sms login", which replaces it, or unset SMS_URL.\n',
    ]);
  });

  test("1: the session has ended", async () => {
    const { env } = await serverWith({ "auth:signIn": { value: { tokens: null } } });
    expect((await sms(["whoami"], env)).code).toBe(1);
  });

  test("1: the server refuses, in the server's words", async () => {
    const refusal = { code: "NOT_ALLOWED", message: "Your role does not allow this." };
    const { env } = await serverWith({ "users:listWithCounts": { refusal } });
    const { code, stderr } = await sms(["users", "list"], env);
    expect([code, stderr]).toEqual([1, "sms: Your role does not allow this.\n"]);
  });

  test("3: no server listens, with the remedy", async () => {
    const gone = await stubServer(() => "hang up");
    await gone.close();
    const env = freshEnvironment({ SMS_URL: gone.url, SMS_TOKEN: "token" });
    const { code, stderr } = await sms(["samples", "list"], env);
    expect([code, stderr]).toEqual([
      3,
      `sms: Cannot reach ${gone.url}: nothing is listening there. Is the server running? ` +
        'Start it with "npm start", or set SMS_URL.\n',
    ]);
  });

  test("3: the server stops in the middle of an answer", async () => {
    const { env } = await serverWith({ "users:viewer": "break off" });
    const { code, stderr } = await sms(["whoami"], env);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^sms: Cannot reach http:\S+: its answer broke off\. Is the server/),
    ]);
  });

  test.each([
    ["no SMS server", (_request, response) => response.end("<html>"), 3, "not an SMS server"],
    [
      "one that has had enough",
      (_request, response) => response.writeHead(429).end(),
      1,
      "Too many",
    ],
    [
      "one that the call held before",
      (_request, response) =>
        response
          .writeHead(503, { "Content-Type": "application/json" })
          .end('{"code":"CallBlocked","message":"It is refused until noon."}'),
      1,
      "sms: It is refused until noon.\n",
    ],
  ] as [string, RequestListener, number, string][])(
    "what answers is %s",
    async (_what, answer, exitCode, said) => {
      const server = createServer(answer).listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
      const { port } = server.address() as AddressInfo;
      const env = freshEnvironment({ SMS_URL: `http://127.0.0.1:${port}`, SMS_TOKEN: "token" });
      const { code, stderr } = await sms(["whoami"], env);
      expect([code, stderr]).toEqual([exitCode, expect.stringContaining(said)]);
    },
  );
});

describe("sms samples list", () => {
  /** A supervisor's server, with these rows in each range; a range's order is the server's. */
  async function listing(rows: Readonly<Record<string, readonly object[]>>, ...args: string[]) {
    const { env } = await serverWith({
      "users:viewer": { value: { role: "supervisor" } },
      "samples:list": ({ args: { scope, status } }) => {
        const page = rows[`${String(scope)} ${String(status)}`] ?? [];
        return { value: { page, isDone: true, continueCursor: "" } };
      },
    });
    const { code, stdout } = await sms(["samples", "list", "--json", ...args], env);
    expect(code).toBe(0);
    const printed = stdout.split("\n").filter(Boolean);
    return printed.map((line) => (JSON.parse(line) as { _id: string })._id);
  }
  const row = (_id: string, status: string, listDate: number, _creationTime: number) => ({
    _id,
    status,
    listDate,
    _creationTime,
  });

  test("--list delete merges one's own and the team's, newest registration first", async () => {
    const mine = [row("d", "Registered", 0, 40), row("b", "Registered", 0, 20)];
    const team = [row("c", "Registered", 0, 30), ...mine.slice(1), row("a", "Registered", 0, 10)];
    const ranges = { "mine Registered": mine, "team Registered": team };
    expect(await listing(ranges, "--list", "delete")).toEqual(["d", "c", "b", "a"]);
    expect(await listing(ranges, "--list", "delete", "--limit", "2")).toEqual(["d", "c"]);
    expect(await listing(ranges, "--list", "delete", "--scope", "mine")).toEqual(["d", "b"]);
  });

  test("--list lost puts samples that wait for an answer first, then the oldest", async () => {
    const ranges = {
      "mine Registered": [row("c", "Registered", 5, 1)],
      "mine Request Lost": [row("a", "Request Lost", 7, 2)],
      "team Request Lost": [row("b", "Request Lost", 9, 3)],
      "addressed Request Lost": [row("a", "Request Lost", 7, 2)],
    };
    expect(await listing(ranges, "--list", "lost")).toEqual(["a", "b", "c"]);
    expect(await listing(ranges, "--list", "lost", "--status", "Registered")).toEqual(["c"]);
  });

  test.each(["Request Lost", "request lost", "REQUEST_LOST", "request-lost"])(
    "--status takes %j",
    async (status) => {
      const ranges = { "mine Request Lost": [row("a", "Request Lost", 7, 2)] };
      expect(await listing(ranges, "--list", "Lost", "--status", status)).toEqual(["a"]);
    },
  );
});

test("sms --version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const answer = { code: 0, stdout: `sms ${version}\n`, stderr: "" };
  expect(await sms(["--version"], freshEnvironment())).toEqual(answer);
});

describe("sms login", () => {
  const login = ["login", "--email", "ana@lab.example", "--password-stdin"];

  test("remembers the session, so that the next command is signed in", async () => {
    const viewer = { email: "ana@lab.example", displayName: "Ana", role: "user" };
    const { env, calls } = await serverWith({ "users:viewer": { value: viewer } });
    delete env["SMS_TOKEN"];
    expect((await sms(login, env, "Secret-pass-1!\n")).code).toBe(0);
    expect(calls[0]?.args).toMatchObject({
      params: { flow: "signIn", password: "Secret-pass-1!", client: "terminal" },
    });
    const { stdout } = await sms(["whoami"], env);
    expect(stdout).toMatch(/^ana@lab\.example \(Ana, user\) at http/);
  });

  test("--print-token prints the token and remembers nothing", async () => {
    const { env } = await serverWith({});
    delete env["SMS_TOKEN"];
    expect((await sms([...login, "--print-token"], env, "Secret-pass-1!")).stdout).toBe("next\n");
    expect((await sms(["whoami"], env)).code).toBe(1);
  });

  test("refuses to ask for a password without a terminal", async () => {
    const { env } = await serverWith({
      "config:public": { value: { issuerLabel: null, baseUrl: "https://sms.example" } },
    });
    const { code, stderr } = await sms(["login"], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining("give --email")]);
  });
});

test("a server on this computer is asked for plain answers: compressing them takes longer", async () => {
  const asked: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    asked.push(headers["accept-encoding"]);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  await sms(["whoami"], freshEnvironment({ SMS_URL: `http://127.0.0.1:${port}`, SMS_TOKEN: "t" }));
  expect(asked).toEqual(["identity"]);
});

describe("plain http", () => {
  const WARNING =
    /^Warning: (\S+) is not encrypted: anyone on the network path can read your password/gm;
  // No computer answers there: the domain "invalid" does not exist (RFC 6761).
  const whoami = (SMS_URL: string) =>
    sms(["whoami"], freshEnvironment({ SMS_URL, SMS_TOKEN: "t" }));

  test("plain http to another computer gives one warning before anything is sent", async () => {
    const { stderr } = await whoami("http://sms.invalid");
    expect([...stderr.matchAll(WARNING)].map(([, url]) => url)).toEqual(["http://sms.invalid"]);
  });

  test.each(["https://sms.invalid", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"])(
    "gives no warning with %s",
    async (url) => expect((await whoami(url)).stderr).not.toMatch(WARNING),
  );
});
