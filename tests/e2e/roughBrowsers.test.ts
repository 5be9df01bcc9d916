/**
 * Browsers as people have them: translating pages, forcing colours, composing words, with a wrong
 * clock, behind a proxy without WebSockets (docs/product.md, "Browsers and networks").
 */
import { createServer, request, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { MESSAGES } from "#domain/common/messages";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LAPTOP, launchBrowser, type Person } from "../support/browser/browser";
import { compose, press, typeByHand } from "../support/browser/keyboard";
import { coloursOf } from "../support/browser/pixels";
import { ENDS, scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";
import { translatePage } from "../support/browser/translator";
import { visit } from "../support/browser/visit";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";

const product = inject("product");
const unique = Date.now().toString(36);
const serialOf = (index: number) => `rough-${unique}-${index}`;

const receive = (index: number) => new RegExp(`^Receive .*${serialOf(index)}$`);

let browser: Browser;
let people: Record<"ana" | "bea" | "boss", string>;
let beas: Awaited<ReturnType<typeof demoClient>>;
let ana: Person;
/** Samples that Bea has, and hands to Ana one after another. */
const samples: Id<"samples">[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  people = await freshPeople(product, { ana: "user", bea: "user", boss: "supervisor" });
  beas = await demoClient(product.url, people.bea);
  for (let index = 0; index < 5; index++) {
    const fields = aSample({ serialNumber: serialOf(index), location: "Lisbon, Portugal" });
    const call = { transactionId: newTransactionId(), duplicates: "flag", fields } as const;
    samples.push((await beas.mutation(api.samples.register, call)).sampleId);
  }
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
});
afterAll(() => browser?.close());

/** Bea hands a sample to Ana. */
async function handOver(index: number): Promise<void> {
  const transactionId = newTransactionId();
  const sampleId = samples[index]!;
  await beas.mutation(api.custody.transfer, { sampleId, recipient: people.ana, transactionId });
}

/** Another tab of Ana's, closed after the test. */
async function anotherTab(): Promise<Page> {
  const page = await ana.context.newPage();
  onTestFinished(() => page.close());
  return page;
}

test("a translated page stays alive: hand-overs arrive, counters follow, and nothing throws", async () => {
  const page = await anotherTab();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await handOver(0);
  await page.goto("/pages/inbox");
  const waiting = page.getByRole("region", { name: "Waiting for me" });
  await waiting.getByText(serialOf(0)).waitFor();
  await translatePage(page);
  const heading = waiting.getByRole("heading");
  await expect.poll(() => heading.textContent()).toBe("«Waiting for me»«1»");
  // A row is the lab's own words: they stay as they are.
  expect(await waiting.getByRole("listitem").first().textContent()).not.toContain("«");

  await handOver(1);
  await waiting.getByText(serialOf(1)).waitFor();
  await expect.poll(() => heading.textContent()).toBe("«Waiting for me»«2»");
  await waiting.getByRole("button", { name: receive(0) }).click();
  await expect.poll(() => heading.textContent()).toBe("«Waiting for me»«1»");
  await waiting.getByRole("button", { name: receive(1) }).click();
  await waiting.getByText("«Nothing is waiting for you.", { exact: false }).waitFor();

  for (const path of ["/dashboard/homefs", "/private/reportfs", "/dashboard/addsample"]) {
    await page.locator(`nav a[href^="${path}"]`).first().click();
    await page.waitForURL(`**${path}**`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await page.getByRole("button", { name: "Search and go anywhere" }).click();
  await page.getByRole("combobox").and(page.locator(":focus")).fill(serialOf(0));
  await page
    .getByRole("option")
    .filter({ hasText: serialOf(0) })
    .first()
    .click();
  await page.getByRole("dialog").getByText(serialOf(0)).first().waitFor();
  expect(await page.getByText(MESSAGES.somethingWrong).count()).toBe(0);
  expect(faults).toEqual([]);
});

describe("with colours that the system forces", () => {
  /** Expects an outline in the system's colour for what is chosen. */
  async function expectMarked(element: Locator, isMarked = true): Promise<void> {
    await element.waitFor();
    await expect
      .poll(() =>
        element.evaluate((marked) => {
          const probe = document.createElement("i");
          probe.style.color = "Highlight";
          document.body.append(probe);
          const highlight = getComputedStyle(probe).color;
          probe.remove();
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(marked);
          return outlineStyle !== "none" && outlineWidth >= "2px" && outlineColor === highlight;
        }),
      )
      .toBe(isMarked);
  }

  test("the current page, tab and row, what is chosen, and the focus stay visible", async () => {
    const page = await anotherTab();
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await handOver(2);
    await page.goto("/dashboard/homefstransfer");
    const row = page.locator(`tr[data-row="${samples[2]}"]`);
    await row.waitFor();
    await expectMarked(page.locator('nav a[href="/dashboard/homefstransfer"]').first());
    await expectMarked(page.locator('nav a[href="/dashboard/homefs"]').first(), false);
    const scopes = page.getByRole("group", { name: "Whose samples" }).locator("button");
    await expectMarked(scopes.and(page.locator("[aria-pressed=true]")));
    await expectMarked(scopes.and(page.locator("[aria-pressed=false]")).first(), false);

    await expectMarked(row, false);
    await press(page, "j");
    await expectMarked(page.locator("tr[data-cursor]"));
    await row.getByRole("checkbox").click();
    await expectMarked(page.locator('tr[aria-selected="true"]').first());
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Search and go anywhere" }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expectMarked(page.locator(":focus-visible"));
    await page.keyboard.press("Enter");
    const option = page.locator("[role=option]");
    await expectMarked(option.and(page.locator("[aria-selected=true]")));
    await expectMarked(option.and(page.locator(":not([aria-selected=true])")).first(), false);
    await page.keyboard.press("Escape");
    const menu = page.locator("[aria-haspopup=menu]").first();
    await menu.focus();
    await page.keyboard.press("Enter");
    await expectMarked(page.locator("[role^=menuitem]:focus"));
    await expectMarked(page.locator("[role^=menuitem]:not(:focus)").first(), false);
  });

  test("bars, status dots, charts and progress keep colours that differ from the page", async () => {
    const supervisor = await signedIn(browser, product.url, people.boss, LAPTOP);
    onTestFinished(() => supervisor.leave());
    const { page } = supervisor;
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await page.goto("/dashboard/homefs");
    const bars = page.locator("a[title] > span").first();
    await bars.waitFor();
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const background = canvas.replace(/[^\d,]/g, "");
    expect((await coloursOf(bars))[0]).not.toBe(background);
    for (const chart of await page.locator("svg.recharts-surface").all()) {
      expect((await coloursOf(chart)).length).toBeGreaterThan(1);
    }
    await visit(page, "/private/reportfs");
    const dot = page.locator("tbody td .rounded-full.size-1\\.5").first();
    await dot.waitFor();
    expect((await coloursOf(dot))[0]).not.toBe(background);

    await visit(page, "/private/stocktakes");
    await page.getByRole("button", { name: "New stock-take" }).first().click();
    await page.getByLabel("Name").fill(`Forced ${unique}`);
    await page.getByLabel("City").fill("Lisbon");
    await page.getByLabel("City").press("Tab");
    await page.getByRole("button", { name: "Start count" }).click();
    await page.getByLabel("Serial number or IMEI").waitFor();
    await scan(page, serialOf(2));
    await page.locator("[data-verdict]").waitFor();
    const progress = page.getByRole("progressbar").first();
    expect((await coloursOf(progress)).length).toBeGreaterThan(1);
  });
});

describe("a word that an input method composes", () => {
  let page: Page;
  beforeAll(async () => {
    page = await ana.context.newPage();
    await page.goto("/dashboard/homefstransfer");
  });
  afterAll(() => page.close());

  test("a word that an input method composes in the list's search is searched once it is whole; its Enter opens nothing", async () => {
    await visit(page, "/dashboard/homefstransfer");
    const box = page.getByRole("searchbox");
    await box.waitFor();
    await box.focus();
    await compose(page, "きゃくさま", "Enter", "客様");
    await expect.poll(() => box.inputValue()).toBe("客様");
    await page.getByText("Nothing matches “客様”").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("a word that an input method composes in the palette: Enter chooses the word and goes nowhere, Escape closes nothing", async () => {
    await visit(page, "/dashboard/homefs");
    await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
    await page.keyboard.press("Control+K");
    const field = page.getByRole("combobox").and(page.locator(":focus"));
    await field.waitFor();
    await page.getByRole("option").first().waitFor();
    for (const last of ["Enter", "Escape", "ArrowDown"]) {
      const chosen = page.locator("[role=option][aria-selected=true]");
      const before = await chosen.textContent();
      await compose(page, "ん", last, "");
      expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual([
        "/dashboard/homefs",
        "",
      ]);
      expect(await chosen.textContent()).toBe(before);
    }
    await compose(page, "もでる", "Enter", "模型");
    expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual([
      "/dashboard/homefs",
      "模型",
    ]);
  });

  test("a word that an input method composes in New Sample stays in its field and saves nothing, and a scan after it is a scan", async () => {
    await visit(page, "/dashboard/addsample");
    await page.getByLabel("Serial Number").and(page.locator(":focus")).waitFor();
    const field = page.getByLabel("Delivered by");
    await field.focus();
    await compose(page, "とうきょう", "Enter", "東京");
    await expect.poll(() => field.inputValue()).toBe("東京");
    expect(await page.locator(":focus").getAttribute("id")).toBe(await field.getAttribute("id"));
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, "356938035643809");
    await expect.poll(() => page.getByLabel("IMEI 1").inputValue()).toBe("35 693803 564380 9");
  });

  test("letters with a dead key are typed, and are no shortcut outside of a field", async () => {
    await visit(page, "/dashboard/homefstransfer");
    const box = page.getByRole("searchbox");
    await box.waitFor();
    const client = await page.context().newCDPSession(page);
    const dead = async () => {
      const key = { key: "Dead", code: "Quote", windowsVirtualKeyCode: 222 };
      await client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
      await client.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    };
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await dead();
    await scan(page, "é", { end: ENDS.none });
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
    await box.focus();
    await dead();
    await typeByHand(page, "étoile");
    await expect.poll(() => box.inputValue()).toBe("étoile");
    await page.getByText("Nothing matches “étoile”").waitFor();
  });
});

test("ages and the minute of an undo follow the server on a device whose clock is an hour ahead", async () => {
  const page = await anotherTab();
  await page.addInitScript(() => {
    const ms = 3_600_000;
    const now = Date.now.bind(Date);
    const Shifted = class extends Date {
      constructor(...given: [] | [number]) {
        super(...(given.length === 0 ? ([now() + ms] as const) : given));
      }
      static override now() {
        return now() + ms;
      }
    };
    globalThis.Date = Shifted as DateConstructor;
  });
  await handOver(4);
  await page.goto("/pages/inbox");
  const row = page
    .getByRole("listitem")
    .filter({ hasText: serialOf(4) })
    .first();
  await row.waitFor();
  await expect.poll(() => row.textContent()).toMatch(/just now/);
  expect(await page.getByRole("region", { name: "Overdue" }).count()).toBe(0);
  await row.getByRole("button", { name: receive(4) }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await page.getByText("Undone: the sample is as it was before").waitFor();
  await row.waitFor();
});

test("a proxy that blocks WebSockets is named as the cause, and the page opens once it lets them pass", async () => {
  const proxy = await proxyWithoutSockets(product.url);
  onTestFinished(proxy.stop);
  const person = await signedIn(browser, proxy.url, people.bea, LAPTOP);
  onTestFinished(() => person.leave());
  const { page } = person;
  // Three answers, each after six seconds of the page's clock.
  await page.clock.install();
  await page.goto("/pages/inbox");
  await page.clock.runFor(4_000);
  await page.getByText(MESSAGES.outOfReach).waitFor();
  await expect
    .poll(async () => {
      await page.clock.runFor(6_000);
      return await page.getByText(MESSAGES.socketBlocked).count();
    })
    .toBeGreaterThan(0);
  proxy.allowSockets();
  await expect
    .poll(async () => {
      await page.clock.runFor(16_000);
      return await page.getByRole("heading", { level: 1, name: "Inbox" }).count();
    })
    .toBe(1);
});

/** Lets requests pass, and treats an upgrade as a proxy that does not know of WebSockets does. */
async function proxyWithoutSockets(target: string) {
  const { hostname, port } = new URL(target);
  const server: Server = createServer((asked, answer) => {
    const { url: path, method, headers } = asked;
    const sent = request({ hostname, port, path, method, headers, agent: false }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  });
  server.on("upgrade", (asked, socket) => {
    if (!isOpen) return socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    const sent = request({ hostname, port, path: asked.url, headers: asked.headers, agent: false });
    sent.on("upgrade", (came, upstream) => {
      const lines = Object.entries(came.headers).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
      for (const end of [socket, upstream]) end.on("error", () => end.destroy());
    });
    sent.on("error", () => socket.destroy());
    sent.end();
  });
  let isOpen = false;
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    allowSockets: () => void (isOpen = true),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
