/** A person's own account, joining and leaving, in real browsers. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { Person, PHONE } from "../support/browser/browser";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD } from "../support/deployments/deployment";
import { freshPeople } from "../support/freshPeople";
import { fromOutbox } from "../support/outbox";
import { aSample, newTransactionId } from "../support/samples";

const product = inject("product");
let emails: Record<"ana" | "yuki" | "adam", string>;
/** Ana's. */
let page: Page;
/** The admin's. */
let admin: Page;

beforeAll(async () => {
  emails = await freshPeople(product, { ana: "user", yuki: "user", adam: "admin" });
  ({ page } = await sharedPerson(emails.ana));
  admin = (await sharedPerson(emails.adam)).page;
});

/** Draws a picture in the browser, as a file to upload. */
async function pictureFile() {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const context = canvas.getContext("2d");
    if (context) {
      context.fillStyle = "teal";
      context.fillRect(0, 0, 900, 600);
    }
    return canvas.toDataURL("image/png");
  });
  return {
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(url.split(",")[1] ?? "", "base64"),
  };
}

describe("a profile", () => {
  test("a photo is cropped, sent as a JPEG and shown at 128 px; a file that is not an image is refused", async () => {
    await visit(page, "/pages/profile");
    const upload = page.getByLabel("Upload: image file");
    const buffer = Buffer.from("<script>alert(1)</script>");
    await upload.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer });
    await page.getByText(/^This browser cannot read the file as an image\./).waitFor();

    await upload.setInputFiles(await pictureFile());
    await page.getByRole("button", { name: "Save picture" }).click();
    const photo = page.locator("main img[src*='/api/storage/']");
    await photo.waitFor();
    const box = await photo.boundingBox();
    expect(Math.round(box?.width ?? 0)).toBeGreaterThanOrEqual(126); // includes its border
    const answer = await page.request.get((await photo.getAttribute("src")) ?? "");
    expect(answer.headers()).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers()["content-security-policy"]).toContain("sandbox");
    const size = await photo.evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(size).toBe(512);
    await page.getByRole("button", { name: "Remove" }).click();
    await photo.waitFor({ state: "detached" });
  });

  test("two people work side by side in two tabs of one browser", async () => {
    await page.getByRole("button", { name: /User menu/ }).click();
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("menuitem", { name: "Open a second person" }).click(),
    ]);
    await tab.getByRole("button", { name: /^Ingrid Vogel/ }).click();
    await tab.waitForURL("**/dashboard/homefs");
    await tab.reload();
    await page.reload();
    await tab.getByRole("button", { name: /User menu/ }).click();
    await tab.getByRole("menu").getByText("ingrid.vogel@lab.example", { exact: true }).waitFor();
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menu").getByText(emails.ana, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await tab.close();
  });

  test("a new password ends the other browser's session, which the profile lists", async () => {
    const phone = await Person.arrive(await workerBrowser(), product.url, emails.ana, PHONE);
    await phone.page.goto("/auth/sign-in?redirect=%2Fpages%2Fprofile");
    await phone.page.getByLabel("Email", { exact: true }).fill(emails.ana);
    await phone.page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await phone.page.getByRole("button", { name: "Sign in" }).click();
    await phone.page.waitForURL("**/pages/profile");
    await visit(page, "/pages/profile");
    await page.getByRole("button", { name: /^Sign out Chrome/ }).waitFor();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field("Current password").fill("Wrong-pass-1!");
    await field("New password").fill("Second-pass-2!");
    await field("Repeat new password").fill("Second-pass-2!");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The current password is incorrect.").waitFor();
    await field("Current password").fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await phone.page.waitForURL("**/auth/sign-in**");
    await page.getByText("Your password is changed.").waitFor();
  });
});

describe("joining and leaving", () => {
  test("a person whom an admin invites joins on a phone, through the link in the mail", async () => {
    const email = emails.ana.replace("ana", "nora");
    await visit(admin, "/pages/invitations");
    await admin.getByLabel("Email addresses").fill(`${email}\nnobody@elsewhere.example`);
    await admin.getByRole("button", { name: "Supervisor", exact: true }).click();
    await admin.getByRole("button", { name: "Invite", exact: true }).click();
    await admin.getByText("1 of 2 invited").waitFor();
    await admin.getByText("Not a company address").waitFor();
    const open = admin.getByRole("button", { name: `Revoke the invitation of ${email}` });
    await open.waitFor();

    const link = /invitation: (http[^\\"]+\/auth\/invitation\?[^\\"]+)/;
    const nora = await Person.arrive(await workerBrowser(), product.url, email, PHONE);
    await nora.page.goto(await fromOutbox(product, email, link));
    const field = (label: string) => nora.page.getByLabel(label, { exact: true });
    await expect.poll(() => field("Email").inputValue()).toBe(email);
    await field("First name").fill("Nora");
    await field("Last name").fill("Berg");
    await field("Passport").fill("N1234567");
    await field("Phone number").fill("+49 30 1234567");
    await field("Location").fill("Berlin");
    await nora.page.getByRole("option", { name: /^Berlin,.*Germany/ }).click();
    await field("Password").fill(DEMO_PASSWORD);
    await field("Repeat password").fill(DEMO_PASSWORD);
    await nora.page.getByRole("button", { name: "Join" }).click();
    await nora.page.waitForURL("**/dashboard/homefs");
    await open.waitFor({ state: "detached" }); // live on the admin's page
  });

  test("an admin hands over what a leaving person holds and locks the account; the person reads why", async () => {
    const calls = await demoClient(product.url, emails.yuki);
    await calls.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: aSample(),
    });
    const yuki = await sharedPerson(emails.yuki, PHONE);
    await yuki.page.goto("/pages/inbox");
    await yuki.page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await visit(admin, `/pages/employees?q=${emails.yuki}`);
    const name = emails.yuki.replace(/@.*/, "").replace("-", " ");
    await admin.getByRole("link", { name }).filter({ visible: true }).first().click();
    await admin.getByRole("main").getByRole("button", { name: "More" }).click();
    await admin.getByRole("menuitem", { name: "Leaving" }).click();
    await admin.getByRole("heading", { name: /^Holds 1/ }).waitFor();
    await admin
      .getByRole("button", { name: /^Transfer/ })
      .first()
      .click();
    await admin.waitForURL("**/private/basket**");
    await admin.goBack();
    await admin.getByRole("button", { name: "Disable account" }).click();
    await admin.getByRole("button", { name: "Disable", exact: true }).click();
    await admin.getByText("The account is disabled").waitFor();
    await yuki.page.getByText("This account is disabled. Please ask an admin.").waitFor();
    await yuki.page.waitForURL("**/auth/sign-in**");
  });
});
