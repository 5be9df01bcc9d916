/** A person's own account, joining and leaving, in real browsers. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freshEnvironment, sms } from "../cli/support/sms";
import { LAPTOP, launchBrowser, Person, PHONE } from "../support/browser/browser";
import { RunningProduct } from "../support/deployments/deployment";

let product: RunningProduct;
let browser: Browser;
let env: NodeJS.ProcessEnv;

const DEMO_PASSWORD = "Demo-pass-123!";
const ADMIN = "helena.duarte@lab.example";
const ANA = "ana.lima@lab.example";

beforeAll(async () => {
  product = await RunningProduct.start({
    copyOf: inject("demoFolder"),
    environment: { SMS_DEMO_PASSWORD: DEMO_PASSWORD },
  });
  browser = await launchBrowser();
  env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function signedIn(email: string, viewport = LAPTOP, password = DEMO_PASSWORD) {
  const person = await Person.arrive(browser, product.url, email, viewport);
  await person.signIn(password);
  return person;
}

/** Draws a picture in the browser, as a file to upload. */
async function pictureFile({ page }: Person) {
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
    const ana = await signedIn(ANA);
    const { page } = ana;
    await page.getByText("User menu").click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await page.waitForURL("**/pages/profile");
    const upload = page.getByLabel("Upload: image file");
    const buffer = Buffer.from("<script>alert(1)</script>");
    await upload.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer });
    await page.getByText(/^This browser cannot read the file as an image\./).waitFor();

    await upload.setInputFiles(await pictureFile(ana));
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
    await ana.leave();
  });

  test("a new password ends the other browser's session, which the profile lists", async () => {
    const email = "bruno.costa@lab.example";
    const laptop = await signedIn(email);
    const phone = await signedIn(email, PHONE);
    await laptop.page.goto("/pages/profile");
    await laptop.page.getByRole("button", { name: /^Sign out Chrome/ }).waitFor();
    const field = (label: string) => laptop.page.getByLabel(label, { exact: true });
    await field("Current password").fill("Wrong-pass-1!");
    await field("New password").fill("Second-pass-2!");
    await field("Repeat new password").fill("Second-pass-2!");
    await laptop.page.getByRole("button", { name: "Change password" }).click();
    await laptop.page.getByText("The current password is incorrect.").waitFor();
    await field("Current password").fill(DEMO_PASSWORD);
    await laptop.page.getByRole("button", { name: "Change password" }).click();
    await phone.page.waitForURL("**/auth/sign-in**");
    await laptop.page.getByText("Your password is changed.").waitFor();
    await laptop.leave();
    await phone.leave();
    await (await signedIn(email, PHONE, "Second-pass-2!")).leave();
  });
});

describe("joining and leaving", () => {
  test("a person whom an admin invites joins on a phone, through the link in the mail", async () => {
    const email = "nora.berg@lab.example";
    const admin = await signedIn(ADMIN);
    await admin.page.goto("/pages/invitations");
    await admin.page.getByLabel("Email addresses").fill(`${email}\nnobody@elsewhere.example`);
    await admin.page.getByRole("button", { name: "Supervisor", exact: true }).click();
    await admin.page.getByRole("button", { name: "Invite", exact: true }).click();
    await admin.page.getByText("1 of 2 invited").waitFor();
    await admin.page.getByText("Not a company address").waitFor();
    const open = admin.page.getByRole("button", { name: `Revoke the invitation of ${email}` });
    await open.waitFor();

    const { stdout } = await sms(["mail", "list", "--json"], env);
    const link = /invitation: (http[^\\"]+\/auth\/invitation\?[^\\"]+)/.exec(stdout)?.[1] ?? "";
    const nora = await Person.arrive(browser, product.url, email, PHONE);
    await nora.page.goto(link);
    const field = (label: string) => nora.page.getByLabel(label, { exact: true });
    await expect.poll(() => field("Email").inputValue()).toBe(email);
    await field("First name").fill("Nora");
    await field("Last name").fill("Berg");
    await field("Passport").fill("N1234567");
    await field("Phone number").fill("+49 30 1234567");
    await field("Location").fill("Berlin");
    await nora.page.getByRole("option", { name: /^Berlin,.*Germany/ }).click();
    await field("Password").fill(DEMO_PASSWORD);
    await nora.page.getByRole("button", { name: "Join" }).click();
    await nora.page.getByText("Please repeat the password").waitFor();
    await field("Repeat password").fill(DEMO_PASSWORD);
    await nora.page.getByRole("button", { name: "Join" }).click();
    await nora.page.waitForURL("**/dashboard/homefs");
    await open.waitFor({ state: "detached" }); // live on the admin's page

    // A signed-in person is redirected from sign-up; for anyone else, the link is used up.
    await nora.page.goto("/auth/sign-up");
    await nora.page.waitForURL("**/dashboard/homefs");
    const other = await Person.arrive(browser, product.url, email, PHONE);
    await other.page.goto(link);
    await other.page.getByText("The invitation has expired or was already used.").waitFor();
    for (const person of [admin, nora, other]) await person.leave();
  });

  test("an admin hands over what a leaving person holds and locks the account; the person reads why", async () => {
    const admin = await signedIn(ADMIN);
    const yuki = await signedIn("yuki.tanaka@lab.example", PHONE);
    await admin.page.goto("/pages/employees");
    await admin.page.getByRole("link", { name: /Yuki/ }).filter({ visible: true }).first().click();
    await admin.page.getByRole("main").getByRole("button", { name: "More" }).click();
    await admin.page.getByRole("menuitem", { name: "Leaving" }).click();
    await admin.page.getByRole("heading", { name: /^Holds \d+/ }).waitFor();
    const transfer = admin.page.getByRole("button", { name: /^Transfer/ });
    await transfer.first().click();
    await admin.page.waitForURL("**/private/basket**");
    await admin.page.goBack();
    await admin.page.getByRole("button", { name: "Disable account" }).click();
    await admin.page.getByRole("button", { name: "Disable", exact: true }).click();
    await admin.page.getByText("The account is disabled").waitFor();
    await yuki.page.getByText("This account is disabled. Please ask an admin.").waitFor();
    await yuki.page.waitForURL("**/auth/sign-in**");
    await admin.leave();
    await yuki.leave();
  });
});
