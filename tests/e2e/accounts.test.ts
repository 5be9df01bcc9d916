/** Accounts, from the first person of an empty deployment on; mail is read from the outbox. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAdminKey } from "../../cli/adminKey";
import { freshEnvironment, sms } from "../cli/support/sms";
import { appCode } from "../support/authenticator";
import { seriousFaults } from "../support/browser/accessibility";
import { launchBrowser, Person, PHONE } from "../support/browser/browser";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { freshPeople } from "../support/freshPeople";

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

/** Recovery codes of EMAIL that no test has used. */
const spare: string[] = [];

async function typePassword(page: Page, email: string, password: string) {
  await page.goto("/auth/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Serious accessibility faults, and whether the page is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...(await seriousFaults(page)), ...(isWider ? ["wider than the window"] : [])];
}

async function uidOf(email: string): Promise<string> {
  const { stdout } = await sms(["users", "show", email, "--json"], env);
  return (JSON.parse(stdout) as { _id: string })._id;
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
    await refused.getByText("The e-mail or password is incorrect.").waitFor();
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

  test("a second factor is set up in the profile, and asked for by browser and terminal", async () => {
    const nora = await Person.arrive(browser, product.url, EMAIL, PHONE);
    await nora.signIn(NEW_PASSWORD);
    await nora.page.goto("/pages/profile");
    await nora.page.getByRole("button", { name: "Set up" }).click();
    const dialog = nora.page.getByRole("dialog");
    const secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
    await dialog.getByLabel("Code from your authenticator app").fill(appCode(secret));
    await dialog.getByLabel("Your password", { exact: true }).fill(NEW_PASSWORD);
    expect(await faultsOf(nora.page)).toEqual([]);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const codes = await dialog.getByRole("list", { name: "Recovery codes" }).innerText();
    const [recoveryCode = "", ...others] = codes.trim().split(/\s+/);
    expect(others).toHaveLength(9);
    spare.push(...others.slice(1));
    expect(await faultsOf(nora.page)).toEqual([]);
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await nora.page.getByText("10 recovery codes left").waitFor();

    const { page } = await Person.arrive(browser, product.url, EMAIL, PHONE);
    await typePassword(page, EMAIL, NEW_PASSWORD);
    // The next code: the present one may have been used.
    const code = appCode(secret, 1);
    const field = page.getByLabel("Enter the code from your authenticator app");
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/dashboard/homefs");

    const again = (await Person.arrive(browser, product.url, EMAIL, PHONE)).page;
    await typePassword(again, EMAIL, NEW_PASSWORD);
    await again.getByLabel("Enter the code from your authenticator app").fill(code);
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await again.getByText("The code is incorrect or was already used.").waitFor();
    await again.getByRole("button", { name: "Use a recovery code" }).click();
    await again.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await again.waitForURL("**/dashboard/homefs");

    const login = ["login", "--email", EMAIL, "--password-stdin"];
    expect(await sms(login, env, NEW_PASSWORD)).toMatchObject({ code: 2 });
    const done = await sms([...login, "--code", others[0] ?? ""], env, NEW_PASSWORD);
    expect(done).toMatchObject({ code: 0 });
    expect(await fromOutbox(/(You have \d recovery codes left)/)).toBe(
      "You have 8 recovery codes left",
    );
  });

  test("a role that needs a second factor sets it up while signing in; an admin resets it", async () => {
    const { ana } = await freshPeople(product, { ana: "user" });
    expect(await sms(["users", "second-factor", "user"], env)).toMatchObject({ code: 0 });
    const { page } = await Person.arrive(browser, product.url, ana, PHONE);
    await typePassword(page, ana, DEMO_PASSWORD);
    await page.getByRole("heading", { name: "Set up your second factor" }).waitFor();
    const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
    await page.getByLabel("Enter the code from your authenticator app").fill(appCode(secret));
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Turn on and sign in" }).click();
    await page.getByRole("button", { name: "Make recovery codes" }).click();
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.waitForURL("**/dashboard/homefs");

    const admin = await Person.arrive(browser, product.url, EMAIL);
    const uid = await uidOf(ana);
    await typePassword(admin.page, EMAIL, NEW_PASSWORD);
    await admin.page.getByRole("button", { name: "Use a recovery code" }).click();
    await admin.page.getByLabel("Recovery code").fill(spare.pop() ?? "");
    await admin.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await admin.page.waitForURL("**/dashboard/homefs");
    await admin.page.goto(`/pages/editemployees/${uid}`);
    await admin.page.getByText("On: signing in takes the password and a code.").waitFor();
    const reset = admin.page.getByRole("button", { name: "Reset second factor" });
    const form = admin.page.locator("form").filter({ has: reset });
    await form.getByLabel("Reason").fill("Lost her phone");
    await reset.click();
    await admin.page.getByText("Required by the role, not set up yet").waitFor();
    await page.waitForURL("**/auth/sign-in*");
    const { stdout } = await sms(["audit", "--action", "Second Factor Reset", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ person: ana, reason: "Lost her phone" });
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
