/** Accounts, from the first person of an empty deployment on; mail is read from the outbox. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAdminKey } from "../../cli/adminKey";
import { freshEnvironment, sms } from "../cli/sms";
import { launchBrowser, Person } from "../support/browser/browser";
import { RunningProduct } from "../support/deployment";

let product: RunningProduct;
let browser: Browser;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  product = await RunningProduct.start({
    args: ["--empty"],
    environment: { SMS_COMPANY_DOMAIN: "lab.example" },
  });
  browser = await launchBrowser();
  env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const EMAIL = "nora.berg@lab.example";
const PASSWORD = "First-pass-1!";
const NEW_PASSWORD = "Second-pass-2!";

/** Finds the newest mail that matches `pattern`, and returns the text of the pattern's group. */
async function fromOutbox(pattern: RegExp): Promise<string> {
  const { stdout } = await sms(["mail", "list", "--json"], env);
  const found = stdout.split("\n").map((line) => pattern.exec(line)?.[1]);
  const newest = found.find((text) => text !== undefined);
  if (newest === undefined) throw new Error(`no mail matches ${pattern.source}:\n${stdout}`);
  return newest;
}

describe("an account", () => {
  test("a person signs up with a company address, verifies it by mail, and is signed in", async () => {
    const { page } = await Person.arrive(browser, product.url, EMAIL);
    await page.goto("/auth/sign-up");
    await page.getByLabel("First name").fill("Nora");
    await page.getByLabel("Last name").fill("Berg");
    await page.getByLabel("Passport").fill("N1234567");
    await page.getByLabel("Phone number").fill("+49 30 1234567");
    await page.getByLabel("Location", { exact: true }).fill("Berlin");
    await page.getByRole("option", { name: /^Berlin,.*Germany/ }).click();
    // The picked place fills in the country asynchronously.
    await expect.poll(() => page.getByLabel("Country").inputValue()).toBe("Germany");
    await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Berlin");
    await page.getByLabel("Email").fill("nora.berg@elsewhere.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("alert").getByText("Email must be an e-mail of the company").waitFor();
    expect(page.url()).toContain("/auth/sign-up");

    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Verification Email will be sent.").waitFor();

    // Not verified: the right password alone does not sign in.
    await page.goto("/auth/sign-in");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Please go to your email to verify").waitFor();

    await page.getByLabel("Code").fill(await fromOutbox(/verification code: (\d+)/i));
    await page.getByRole("button", { name: "Verify and sign in" }).click();
    await page.waitForURL("**/dashboard/homefs");
    await page.getByText("Nora Berg").first().waitFor();
  });

  test("resetting a password by mail invalidates the old one", async () => {
    const { page } = await Person.arrive(browser, product.url, EMAIL);
    await page.goto("/auth/reset-password");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Reset password" }).click();
    await page.waitForURL(`${product.url}/`);
    // The link in the mail fills in the code.
    await page.goto(await fromOutbox(/here: (http[^\\"]+\/auth\/reset-password\?[^\\"]+)/));
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Repeat new password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set new password" }).click();
    await page.waitForURL("**/dashboard/homefs"); // access to the mailbox proves the identity

    const elsewhere = await Person.arrive(browser, product.url, EMAIL);
    const field = (label: string) => elsewhere.page.getByLabel(label, { exact: true });
    await elsewhere.page.goto("/auth/sign-in");
    await field("Email").fill(EMAIL);
    await field("Password").fill(PASSWORD);
    await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
    const refused = elsewhere.page.getByRole("alert");
    await refused.getByText("The e-mail or the password is not right.").waitFor();
    await field("Password").fill(NEW_PASSWORD);
    await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.page.waitForURL("**/dashboard/homefs");
  });

  test("the terminal makes the first admin, who has a supervisor and cannot be locked out", async () => {
    expect(await sms(["users", "set-role", EMAIL, "admin"], env)).toMatchObject({ code: 0 });
    await sms(["login", "--email", EMAIL, "--password-stdin"], env, NEW_PASSWORD);
    const { stdout } = await sms(["users", "list", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ email: EMAIL, role: "admin", supervisor: EMAIL });

    // People cannot lock themselves, and even the server's key cannot lock the last admin.
    expect((await sms(["users", "disable", EMAIL], env)).stderr).toContain(
      "You cannot change your own",
    );
    const key = (await findAdminKey(product.url, env)).adminKey ?? "";
    const locked = await sms(["users", "disable", EMAIL], { ...env, SMS_ADMIN_KEY: key });
    expect(locked.stderr).toContain(`${EMAIL} is the last admin.`);
    expect(await sms(["whoami"], env)).toMatchObject({ code: 0 });
  });

  test("the server's log contains no password, code or token", async () => {
    const { adminKey: key } = await findAdminKey(product.url, env);
    const headers = { Authorization: `Convex ${key}` };
    const answer = await fetch(`${product.url}/api/stream_function_logs?cursor=0`, { headers });
    const log = await answer.text();
    expect(log).toContain('"identifier":"auth:signIn"');
    const outbox = (await sms(["mail", "list", "--json"], env)).stdout;
    const codes = [...outbox.matchAll(/code: (\d{8})/gi)].map(([, code = ""]) => code);
    expect(codes.length).toBeGreaterThan(1);
    const secrets = [PASSWORD, NEW_PASSWORD, key ?? "", "eyJ", "scrypt$", ...codes];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
