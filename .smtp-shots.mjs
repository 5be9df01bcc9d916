import { chromium } from "playwright-core";
const url = "http://localhost:3299";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
for (const [name, opts] of [
  ["laptop-light", { viewport: { width: 1366, height: 800 }, colorScheme: "light" }],
  [
    "phone-dark",
    { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true },
  ],
]) {
  const page = await (await browser.newContext(opts)).newPage();
  page.setDefaultTimeout(100000);
  await page.goto(url + "/auth/sign-in", { timeout: 120000 });
  await page.getByLabel("Email", { exact: true }).fill("helena.duarte@lab.example");
  await page.getByLabel("Password", { exact: true }).fill("Correct-horse!1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((u) => !u.pathname.startsWith("/auth"), { timeout: 120000 });
  await page.goto(url + "/pages/mail", { timeout: 120000 });
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("article").waitFor();
  await page.waitForFunction(
    () => document.querySelector("article")?.textContent?.includes("Sent"),
    null,
    { timeout: 30000 },
  );
  await page.screenshot({ path: `/tmp/smtp/shots/mail-${name}.png` });
  await page.goto(url + "/pages/mail", { timeout: 120000 });
  await page.getByRole("button", { name: "Send a test" }).waitFor();
  await page.screenshot({ path: `/tmp/smtp/shots/maillist-${name}.png` });
  await page.goto(url + "/pages/integrations", { timeout: 120000 });
  await page.getByRole("button", { name: "Add webhook" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Slack" }).click();
  await page.screenshot({ path: `/tmp/smtp/shots/dialog-${name}.png` });
  console.log(name);
}
await browser.close();
