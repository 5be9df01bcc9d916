import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { API_ROOT } from "#domain/api/routes";
import { luhnDigit } from "#domain/identifiers/imei";
import { RunningProduct } from "../../support/deployments/deployment";
import { ROUGH_FILES } from "../../support/roughFiles";
import { DATA, fileWith } from "../support/files";
import { ending, freshEnvironment, sms, startSms, type Ended } from "../support/sms";

const EMAIL = "ana@lab.example";
const PASSWORD = "Lab-pass-1!";

let product: RunningProduct;
let env: NodeJS.ProcessEnv;
/** An API token of the admin. */
let apiToken: string;

/** An empty lab and its first admin, who signs up, verifies and gets the role from the terminal. */
beforeAll(async () => {
  product = await RunningProduct.start({
    args: ["--empty"],
    environment: { SMS_COMPANY_DOMAIN: "lab.example" },
  });
  env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  const client = new ConvexHttpClient(product.url, { skipConvexDeploymentUrlCheck: true });
  const signIn = (params: Record<string, unknown>) =>
    client.action(api.auth.signIn, { provider: "password", params });
  const place = {
    userLocation: "Lisbon",
    country: "Portugal",
    city: "Lisbon",
    userLat: 38.7,
    userLng: -9.1,
  };
  const person = {
    firstName: "Ana",
    lastName: "Silva",
    passport: "X1",
    phoneNumber: "+351 911 222 333",
  };
  await signIn({ flow: "signUp", email: EMAIL, password: PASSWORD, ...person, ...place });
  const outbox = await sms(["mail", "list", "--status", "queued", "--limit", "1"], env);
  const code = /Your verification code: (\d+)/.exec(outbox.stdout)?.[1];
  await signIn({ flow: "verify", email: EMAIL, password: PASSWORD, code });
  await sms(["login", "--email", EMAIL, "--password-stdin"], env, PASSWORD);
  await sms(["users", "set-role", EMAIL, "admin"], env);
  const session = await signIn({ flow: "signIn", email: EMAIL, password: PASSWORD });
  client.setAuth((session as { tokens: { token: string } }).tokens.token);
  const scopes: ["samples"] = ["samples"];
  apiToken = await client.action(api.tokens.create, { name: "Rough files", scopes, days: null });
});
afterAll(() => product.stop());

const run = (...args: string[]) => sms(args, env);

/** The figures in an import's last line, if no row was refused. */
function summaryOf({ stdout }: Ended) {
  const figures = /^(\d+) imported, (\d+) already there, 0 refused$/m.exec(stdout);
  expect(figures, stdout).not.toBeNull();
  return { imported: Number(figures?.[1]), already: Number(figures?.[2]) };
}

/** Every sample once, by serial number. */
async function storedSerials(): Promise<string[]> {
  const { stdout } = await run(
    "samples",
    "list",
    "--list",
    "delete",
    "--limit",
    "100000",
    "--json",
  );
  return stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { serialNumber: string }).serialNumber);
}

/** A valid file of `count` devices that no other test imports. */
function devices(prefix: string, tac: number, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const digits = `${tac}${String(index).padStart(6, "0")}`;
    return `${prefix}${index},Acme,A1,Single,${digits}${luhnDigit(digits)}`;
  });
  return fileWith(`${prefix}.csv`, `serialNumber,brand,model,slots,imei1\n${rows.join("\n")}\n`);
}

/** Starts an import and resolves once it has reported `count` rows. */
async function importUpTo(file: string, count: number) {
  const child = startSms(["import", file, "--json", "--batch", "25"], env);
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  for (let seen = 0; seen < count; seen++) await lines.next();
  return child;
}

describe("the first admin", () => {
  test("is made from the terminal", async () => {
    const { stdout } = await run("whoami", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ email: EMAIL, role: "admin", url: product.url });
  });
});

describe("importing real files", () => {
  test("imports samples-300.xlsx completely", async () => {
    const { code, stdout } = await run("import", `${DATA}samples-300.xlsx`);
    expect([code, stdout]).toEqual([0, "300 imported, 0 refused\n"]);
  });

  const CODE = "Dial *#06# on the device to see it.";
  /** Row 3 has the serial number and the IMEI that rows 5 and 7 repeat. */
  const BAD_ROWS = [
    /^row 5: imei1 "\d{15}": IMEI1 already exists\. Row \d of this file has it\. Correct it/,
    /^row 6: imei2 "\d{15}": IMEI1 and IMEI2 cannot be the same\. Please change it$/,
    /^row 7: serialNumber "\w+": Serial Number already exists\. Row \d of this file has it\. /,
    /^row 8: imei1 "\d+": IMEI 1 must be exactly 15 digits\. /,
    /^row 9: imei1 ".+": IMEI 1 must be exactly 15 digits\. /,
    "row 10: serialNumber: Serial Number is required. Fill in the cell.",
    "row 11: receiveDate: Received Date '31/02/2026' is not a date. Write it as year-month-day.",
    /^row 14: status: Status 'Teleported' is unknown\. /,
    /^row 15: samplmanag: Sample Manager 'nobody@nowhere\.example' is not a user\. /,
    "row 16: warning: imei1: check digit does not match",
    "row 19: hwtype: Device type 'Toaster' is not one of: Mobile, Modem, Router, Smartwatch, Tablet",
    `row 20: imei2: IMEI 2 must be exactly 15 digits. ${CODE}`,
  ].map((line): unknown => (line instanceof RegExp ? expect.stringMatching(line) : line));

  test("names every bad row of samples-40-with-problems.xlsx in a dry run, and writes nothing", async () => {
    const before = await storedSerials();
    const { code, stdout } = await run(
      "import",
      `${DATA}samples-40-with-problems.xlsx`,
      "--dry-run",
    );
    expect(stdout.trim().split("\n")).toEqual([
      ...BAD_ROWS,
      "Nothing was written: 29 to import, 11 refused, 1 with a warning",
    ]);
    expect(code).toBe(1);
    expect(await storedSerials()).toEqual(before);
  });

  test("imports the good rows of samples-40-with-problems.xlsx and names the bad ones", async () => {
    const { code, stdout } = await run("import", `${DATA}samples-40-with-problems.xlsx`);
    expect(stdout.trim().split("\n")).toEqual([
      ...BAD_ROWS,
      "29 imported, 11 refused, 1 with a warning",
    ]);
    expect(code).toBe(1);
  });

  test("stores text that looks like a formula or HTML unchanged but trimmed", async () => {
    const { stdout } = await run("samples", "list", "--list", "delete", "--limit", "40", "--json");
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
    const bySerial = new Map(rows.map((sample) => [sample["serialNumber"], sample]));
    expect(bySerial.get("ZX4010010A")?.["comments"]).toBe(
      '=HYPERLINK("http://evil.example","click")',
    );
    expect(bySerial.get("LM0010015A")?.["model"]).toBe("<img src=x onerror=alert(1)>");
    expect(bySerial.get("LM4010011A")?.["brand"]).toBe("Samsung");
    expect(bySerial.get("HQ7010016K")?.["imei1"]).toBe("352184602908382");
  });

  test("imports every row of a file once when killed in the middle and run again", async () => {
    // Only the file's first rows; every row takes equally long.
    const lines = readFileSync(`${DATA}samples-5000.csv`, "utf8").split("\n").slice(0, 801);
    const file = fileWith("samples-800.csv", `${lines.join("\n")}\n`);
    const child = await importUpTo(file, 150);
    child.kill("SIGKILL");
    await once(child, "close");
    const { imported, already } = summaryOf(await run("import", file));
    expect(already).toBeGreaterThanOrEqual(150);
    expect(imported).toBeGreaterThan(0);
    expect(imported + already).toBe(800);
    const serials = await storedSerials();
    expect(serials).toHaveLength(300 + 29 + 800);
    expect(new Set(serials).size).toBe(serials.length);
  });

  test("recognises every row in a second run", async () => {
    const { code, stdout } = await run("import", `${DATA}samples-300.xlsx`);
    expect([code, stdout]).toEqual([0, "0 imported, 300 already there, 0 refused\n"]);
  });
});

describe("files from public bug reports", () => {
  /** The serial number of a sample as the API answers it. */
  async function fromApi(serial: string): Promise<string | undefined> {
    const headers = { Authorization: `Bearer ${apiToken}` };
    const path = `${API_ROOT}/samples/${encodeURIComponent(serial)}`;
    const answer = await fetch(`${product.url}${path}`, { headers });
    return ((await answer.json()) as { serialNumber?: string }).serialNumber;
  }

  test("are imported as a person sees them, and every other row is named", async () => {
    const results = [];
    for (const [file] of ROUGH_FILES) {
      const { stdout } = await run("import", `${DATA}rough/${file}`, "--json");
      const rows = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { row: number; outcome: string });
      const refused = rows.filter(({ outcome }) => outcome === "refused").map(({ row }) => row);
      const imported = rows.filter(({ outcome }) => outcome === "imported").length;
      results.push([file, imported, refused.toSorted((one, other) => one - other)]);
    }
    expect(results).toEqual(
      ROUGH_FILES.map(([file, { length }, refused]) => [file, length, refused]),
    );
    const serials = ROUGH_FILES.flatMap(([, stored]) => stored);
    expect(await Promise.all(serials.map(fromApi))).toEqual(serials);
  });
});

describe("importing people", () => {
  test("invites each person once, names every wrong cell, and updates existing people", async () => {
    const file = fileWith(
      "staff.csv",
      "Staff of the lab\nE-mail,Role,Supervisor,Samples in use\n" +
        `nora@lab.example,supervisor,${EMAIL},25\nola@lab.example,king,,many\n`,
    );
    const first = await run("import", "--users", file);
    expect([first.code, first.stdout]).toEqual([
      1,
      "row 4: role: Role 'king' is not one of: user, supervisor, admin\n" +
        'row 4: samplmax "many": Samples in use must be a whole number, 0 or more\n' +
        "1 invited, 1 refused\n",
    ]);
    const { stdout: mails } = await run("mail", "list", "--status", "queued", "--json");
    expect(mails.match(/"to":"nora@lab\.example"/g)).toHaveLength(1);

    const changed = fileWith("staff.csv", "email,samplmax\nnora@lab.example,30\n");
    expect((await run("import", "--users", changed)).stdout).toBe(
      "0 invited, 1 skipped, 0 refused\n",
    );
    const update = ["import", "--users", changed, "--on-duplicate", "update"];
    const dryRun = await run(...update, "--dry-run");
    expect(dryRun.stdout).toBe("Nothing was written: 0 to invite, 1 to update, 0 refused\n");
    const { code, stdout } = await run(...update);
    expect([code, stdout]).toEqual([0, "0 invited, 1 updated, 0 refused\n"]);
    expect((await run(...update)).stdout).toBe("0 invited, 1 already there, 0 refused\n");
    expect((await run("mail", "list", "--json")).stdout.match(/nora@lab\.example/g)).toHaveLength(
      1,
    );
  });
});

describe("an import that is interrupted", () => {
  test("stops between batches at Ctrl-C, and continues with the remaining rows with --resume", async () => {
    const file = devices("C", 35000001, 500);
    const child = await importUpTo(file, 50);
    child.kill("SIGINT");
    const { code, stderr } = await ending(child);
    expect(code).toBe(1);
    expect(stderr).toContain("Stopped. Run the same command with --resume to go on.");
    const { stdout } = await run("import", file, "--resume");
    const figures = /^(\d+) imported, 0 refused, (\d+) done before$/m.exec(stdout);
    const [imported, before] = [Number(figures?.[1]), Number(figures?.[2])];
    expect(before, stdout).toBeGreaterThanOrEqual(50);
    expect(imported).toBeGreaterThan(0);
    expect(imported + before).toBe(500);
  });

  test("continues by itself when the server is back after kill -9", async () => {
    const file = devices("K", 35000002, 500);
    const child = await importUpTo(file, 50);
    const ended = ending(child);
    await product.kill();
    await product.resume();
    expect(await ended).toMatchObject({ code: 0 });
    const { stdout } = await run("import", file);
    expect(stdout).toBe("0 imported, 500 already there, 0 refused\n");
  });
});
