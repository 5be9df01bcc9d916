import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { UnsecuredJWT } from "jose";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, LAPTOP } from "../support/browser/browser";
import { freshPeople } from "../support/freshPeople";
import { signedIn } from "../support/browser/signedIn";

const product = inject("product");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/**
 * Opens `path` with an empty cache. Returns the addresses of the JavaScript received until the
 * network has been quiet for half a second: what index.html loads, what that imports, and what the
 * page prefetches. This excludes the app's screens, which the shell prefetches only for signed-in
 * people.
 */
async function scriptsOf(path: string): Promise<string[]> {
  const context = await browser.newContext({ baseURL: product.url, viewport: LAPTOP });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("javascript")) scripts.push(response.url());
  });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();
  return scripts;
}

/** @returns bytes of the response's body on the wire */
async function bytesOf(address: string, encoding: string): Promise<number> {
  const [response] = (await once(
    get(address, { headers: { "Accept-Encoding": encoding } }),
    "response",
  )) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return bytes;
}

/**
 * Maximum bytes of JavaScript per page. Browsers request Brotli over TLS and on this computer; over
 * plain HTTP in a lab's network they request gzip, so both apply.
 */
const BUDGETS = [
  { path: "/", gzip: 109_000, brotli: 95_000 },
  { path: "/auth/sign-in", gzip: 149_500, brotli: 131_000 },
];

test.each(BUDGETS)(
  "a first visit of $path loads at most $gzip bytes of JavaScript with gzip, $brotli with Brotli",
  async ({ path, gzip, brotli }) => {
    const scripts = await scriptsOf(path);
    // A page that loaded nothing would fit every budget.
    expect(scripts.length).toBeGreaterThan(3);
    for (const [encoding, maxBytes] of [
      ["gzip", gzip],
      ["gzip, deflate, br, zstd", brotli],
    ] as const) {
      const sizes = await Promise.all(scripts.map((script) => bytesOf(script, encoding)));
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
      const list = scripts.map((script, index) => `${script}: ${sizes[index]}`).join("\n");
      expect(total, `${encoding}:\n${list}`).toBeLessThanOrEqual(maxBytes);
    }
  },
);

test("a visitor's first page requests its own code before any code runs", async () => {
  const context = await browser.newContext({ baseURL: product.url, viewport: LAPTOP });
  const page = await context.newPage();
  // A screen leads to sign-in. Hold back all code until the code of sign-in has been requested.
  const asked = page.waitForRequest(/\/sign-in-[^/]*\.js$/);
  await page.route("**/*.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/private/reportfs");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await context.close();
});

describe("a first visit of a list", () => {
  test("loads few JavaScript files, and requests the screen's files before any code runs", async () => {
    const { reader } = await freshPeople(product, { reader: "admin" });
    const { context, page } = await signedIn(browser, product.url, reader, LAPTOP);
    const files: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) files.push(request.url());
    });
    // Hold back all code until the screen's file has been requested.
    const asked = page.waitForRequest(/\/ReportScreen-[^/]*\.js$/);
    await page.route("**/*.js", async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto("/private/reportfs");
    await page.locator("tbody tr[aria-rowindex]").first().waitFor();
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(50);
    await context.close();
  });

  test("signs in once, with the stored token, and queries the viewer along with it", async () => {
    const { reader } = await freshPeople(product, { reader: "admin" });
    const { context, page } = await signedIn(browser, product.url, reader, LAPTOP);
    const { frames, calls, sent } = trafficOf(page);
    await page.goto("/private/reportfs");
    await page.locator("tbody tr[aria-rowindex]").first().waitFor();
    await expect.poll(() => calls.some((body) => body.includes("sampleFeed:page"))).toBe(true);
    expect(sent('"type":"Authenticate"')).toHaveLength(1);
    expect(calls.filter((body) => body.includes("auth:signIn"))).toEqual([]);
    const token = frames.findIndex((frame) => frame.includes('"type":"Authenticate"'));
    const viewer = frames.findIndex((frame) => frame.includes("users:viewer"));
    expect(token).toBeGreaterThan(-1);
    expect(viewer).toBeGreaterThan(token);
    expect(frames.slice(token, viewer)).not.toContain("received");
    await context.close();
  });

  test("renews an expired stored token, and signs in once, with the new one", async () => {
    const { reader } = await freshPeople(product, { reader: "admin" });
    const { context, page } = await signedIn(browser, product.url, reader, LAPTOP);
    await page.goto("/favicon.svg"); // on the app's origin, without the app
    const expired = new UnsecuredJWT().setExpirationTime(0).encode();
    await page.evaluate((token) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("__convexAuthJWT"));
      localStorage.setItem(key!, token);
    }, expired);
    const { calls, sent } = trafficOf(page);
    await page.goto("/private/reportfs");
    await page.locator("tbody tr[aria-rowindex]").first().waitFor();
    expect(calls.filter((body) => body.includes("auth:signIn"))).toHaveLength(1);
    expect(sent('"type":"Authenticate"')).toHaveLength(1);
    expect(sent('"type":"Connect"')).toHaveLength(1);
    expect(sent(expired)).toEqual([]);
    await context.close();
  });
});

/**
 * Records what `page` sends from now on: socket frames ("received" between them) and request
 * bodies.
 */
function trafficOf(page: Page) {
  const frames: string[] = [];
  const calls: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => frames.push(String(payload)));
    socket.on("framereceived", () => frames.push("received"));
  });
  page.on("request", (request) => calls.push(request.postData() ?? ""));
  const sent = (text: string) => frames.filter((frame) => frame.includes(text));
  return { frames, calls, sent };
}
