/** An account from its sign-up to its second factor, on a phone; mail is read from the outbox. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { findAdminKey } from "../../cli/adminKey";
import { appCode } from "../support/authenticator";
import { overflow, seriousFaults } from "../support/browser/accessibility";
import { Person, PHONE } from "../support/browser/browser";
import { visit } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";
import { fromOutbox } from "../support/outbox";

const product = inject("product");
const EMAIL = `nora-${randomBytes(3).toString("hex")}@lab.example`;
const PASSWORD = "First-pass-1!";
const NEW_PASSWORD = "Second-pass-2!";

let page: Page;
const codes: string[] = [];

beforeAll(async () => {
  ({ page } = await Person.arrive(await workerBrowser(), product.url, EMAIL, PHONE));
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const isIn = () => page.waitForURL("**/dashboard/homefs");

async function signOut() {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/sign-in");
}
async function signIn(password: string) {
  await field("Email").fill(EMAIL);
  await field("Password").fill(password);
  await press("Sign in");
}

/** Serious accessibility faults, and whether the page is wider than its window. */
async function faults(): Promise<string[]> {
  return [...(await seriousFaults(page)), ...((await overflow(page)) > 0 ? ["too wide"] : [])];
}

describe("an account", () => {
  test("a person signs up with a company address, verifies it by mail, and is signed in", async () => {
    await page.goto("/auth/sign-up");
    await field("First name").fill("Nora");
    await field("Last name").fill("Berg");
    await field("Passport").fill("N1234567");
    await field("Phone number").fill("+49 30 1234567");
    await field("Location").fill("Berlin");
    await page.getByRole("option", { name: /^Berlin,.*Germany/ }).click();
    // The picked place fills in the country asynchronously.
    await expect.poll(() => field("Country").inputValue()).toBe("Germany");
    await field("Email").fill("nora.berg@elsewhere.example");
    await field("Password").fill(PASSWORD);
    await field("Repeat password").fill(PASSWORD);
    await press("Sign up");
    await page.getByRole("alert").getByText("Email must be an e-mail of the company").waitFor();
    await field("Email").fill(EMAIL);
    await press("Sign up");
    await page.getByText("Verification Email will be sent.").waitFor();

    // Not verified: the right password alone does not sign in.
    await page.goto("/auth/sign-in");
    await signIn(PASSWORD);
    await page.getByText("Please go to your email to verify").waitFor();
    codes.push(await fromOutbox(product, EMAIL, /verification code: (\d+)/i));
    await field("Code").fill(codes[0]!);
    await press("Verify and sign in");
    await isIn();
  });

  test("a new password is chosen through the link in a mail, which signs in", async () => {
    await signOut();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The form of the page before has a field of the same name.
    await page.getByRole("button", { name: "Reset password", exact: true }).waitFor();
    await field("Email").fill(EMAIL);
    await press("Reset password");
    await page.waitForURL(`${product.url}/`);
    // The link in the mail fills in the code.
    const link = /here: (http[^\\"]+\/auth\/reset-password\?[^\\"]+)/;
    await page.goto(await fromOutbox(product, EMAIL, link));
    await field("New password").fill(NEW_PASSWORD);
    await field("Repeat new password").fill(NEW_PASSWORD);
    await press("Set new password");
    await isIn(); // access to the mailbox proves the identity
  });

  test("a second factor is set up in the profile, and asked for at sign-in; a used code is refused", async () => {
    await visit(page, "/pages/profile");
    await press("Set up");
    const dialog = page.getByRole("dialog");
    const secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
    const used = appCode(secret);
    await dialog.getByLabel("Code from your authenticator app").fill(used);
    await dialog.getByLabel("Your password", { exact: true }).fill(NEW_PASSWORD);
    expect(await faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const list = await dialog.getByRole("list", { name: "Recovery codes" }).innerText();
    expect(list.trim().split(/\s+/)).toHaveLength(10);
    expect(await faults()).toEqual([]);
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 recovery codes left").waitFor();

    await signOut();
    await signIn(NEW_PASSWORD);
    const asked = page.getByLabel("Enter the code from your authenticator app");
    expect(await asked.getAttribute("autocomplete")).toBe("one-time-code");
    await asked.fill(used);
    expect(await faults()).toEqual([]);
    await press("Sign in");
    await page.getByText("The code is incorrect or was already used.").waitFor();
    const next = appCode(secret, 1);
    await asked.fill(`${next.slice(0, 3)} ${next.slice(3)}`);
    await press("Sign in");
    await isIn();
  });

  test("the server's log contains no password, code or token", async () => {
    const { adminKey: key } = await findAdminKey(product.url, { SMS_DATA_DIR: product.dataDir });
    const headers = { Authorization: `Convex ${key}` };
    const answer = await fetch(`${product.url}/api/stream_function_logs?cursor=0`, { headers });
    const log = await answer.text();
    expect(log).toContain('"identifier":"auth:signIn"');
    codes.push(await fromOutbox(product, EMAIL, /code: (\d{8})/i));
    const secrets = [PASSWORD, NEW_PASSWORD, key ?? "", "eyJ", "scrypt$", ...codes];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
