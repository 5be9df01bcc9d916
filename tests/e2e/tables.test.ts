/** docs/product.md, "Lists and tables": readable at every width, and restored as they were left. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { smallTargets } from "../screens/smallTargets";
import { seriousFaults } from "../support/browser/accessibility";
import { launchBrowser, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { RunningProduct } from "../support/deployments/deployment";
import { press, tabTo, typeByHand } from "../support/browser/keyboard";
import { demoAccounts } from "../support/people";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const WIDTHS = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];
/** Addresses of lists, with their pinned first heading. */
const LISTS = [
  ["/private", "Device"],
  ["/dashboard/homefstransfer", "Device"],
  ["/private/reportfs", "Device"],
  ["/dashboard/history", "What happened"],
] as const;
const REQUESTS = [
  "/dashboard/homefstransfer?filter=status%3DIn Transit",
  "/dashboard/homefsreturn?filter=status%3DIn Return",
  "/dashboard/homefsos?filter=status%3DRequest Lost",
];

let product: RunningProduct;
let browser: Browser;
let emails: Record<"user" | "admin", string>;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const accounts = await demoAccounts(product.url);
  const of = (wanted: string) => accounts.find(({ role }) => role === wanted)?.email ?? "";
  emails = { user: of("user"), admin: of("admin") };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
const scroller = (page: Page) => page.locator("div[data-rows]");
const arrive = (role: "user" | "admin", viewport?: { width: number; height: number }) =>
  signedIn(browser, product.url, emails[role], viewport);

async function openList(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await rows(page).first().waitFor();
}

/** True if the middle of the element is in the viewport and not covered. */
const isInSight = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && node.contains(hit);
  });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("the element is not drawn");
  return box;
}

/** Headings and cells whose text is cut off. */
const cutColumns = (page: Page) =>
  scroller(page).evaluate((box) => {
    const isShort = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const isCut = (cell: Element) =>
      [...cell.querySelectorAll(".truncate")].some(isShort) ||
      // A heading's resize handle extends into the next heading.
      (cell.matches("td") && isShort(cell));
    const cells = box.querySelectorAll("th, tr[aria-rowindex] > td");
    return [...cells].filter(isCut).map(({ textContent }) => textContent);
  });

/** The parts of status cells that name the person asked. */
const awaited = (page: Page) => rows(page).getByTitle(/^Waits for/);

/** Returns how each status line shows the person asked: by name, cut off or not, or by photo. */
const peopleOnShow = (page: Page) =>
  awaited(page).evaluateAll((all) =>
    all.map((node) => {
      const [photo, name] = node.children;
      const line = node.getBoundingClientRect();
      const chip = node.previousElementSibling?.getBoundingClientRect();
      if (photo === undefined || name === undefined || chip === undefined) return "nothing";
      if (Math.abs(chip.top - line.top) > 2) return "not beside the chip";
      if (name.getBoundingClientRect().top >= line.bottom) {
        const { width } = photo.getBoundingClientRect();
        return width >= 32 ? "photo" : `${width} px of a photo`;
      }
      return name.scrollWidth > name.clientWidth + 1 ? "a cut name" : "name";
    }),
  );
const WHOLE = /^(name|photo)$/;

/** Resizes the window to each of the widths, without reloading the page. */
async function atEachWidth(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await check(viewport.width);
  }
}

test("no column of a list is cut off, and the device stays in view as the others scroll", async () => {
  const person = await arrive("admin");
  const { page } = person;
  for (const [address, pinned] of LISTS) {
    await openList(page, address);
    await atEachWidth(page, async (width) => {
      const message = `${address} at ${width} px`;
      await expect.poll(() => cutColumns(page), { message }).toEqual([]);
      for (const left of [0, 10_000]) {
        await scroller(page).evaluate((box, to) => box.scrollTo({ left: to }), left);
        const heading = page.getByRole("columnheader", { name: pinned });
        await expect.poll(() => isInSight(heading), { message }).toBe(true);
      }
      // The last column but the pinned actions is reachable.
      const last = page.getByRole("columnheader").filter({ hasNotText: "Actions" }).last();
      await expect.poll(() => isInSight(last), { message }).toBe(true);
    });
  }
  await person.leave();
});

test("a status is one line at any width: the chip, and the person asked by name or photo", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await openList(page, "/private");
  for (const [density, heightPx] of [
    ["comfortable", 40],
    ["compact", 32],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("sms.table.density", chosen), density);
    for (const address of REQUESTS) {
      await openList(page, address);
      await awaited(page).first().waitFor();
      await atEachWidth(page, async (width) => {
        const message = `${density} ${address} at ${width} px`;
        const others = async () => (await peopleOnShow(page)).filter((text) => !WHOLE.test(text));
        await expect.poll(others, { message }).toEqual([]);
        const heights = async () =>
          new Set(await rows(page).evaluateAll((all) => all.map((row) => row.clientHeight)));
        await expect.poll(heights, { message }).toEqual(new Set([heightPx]));
      });
    }
  }
  await person.leave();
});

test("the sidebar shows brand, version and the current screen at any width", async () => {
  const person = await arrive("admin");
  const { page } = person;
  const sidebar = page.locator("aside");
  const entry = sidebar.getByRole("link", { name: "Import and export" });
  await atEachWidth(page, async () => {
    await page.goto("/private/page"); // the sidebar scrolls to its entry as the page opens
    await entry.and(page.locator("[aria-current]")).waitFor();
    await expect.poll(() => isInSight(entry)).toBe(true);
    expect(await isInSight(sidebar.getByRole("link", { name: "SMS, dashboard" }))).toBe(true);
    expect(await isInSight(sidebar.getByText("SMS v1.6.5"))).toBe(true);
  });
  await person.leave();
});

test("a long description leaves a page's buttons next to the title at any width", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await page.goto("/pages/webhooks");
  const title = page.getByRole("heading", { name: "Integrations" });
  const button = page.getByRole("button", { name: "Add webhook" });
  await button.waitFor();
  const isBeside = async () => {
    const { x, width } = await boxOf(title);
    return (await boxOf(button)).x > x + width;
  };
  await atEachWidth(page, async (width) => {
    await expect.poll(isBeside, { message: `at ${width} px` }).toBe(true);
  });
  await person.leave();
});

test("Back from a step's form restores scroll, cursor, focus and filters", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await openList(page, "/dashboard/homefstransfer?filter=status%3DIn Use,Registered");
  await page.getByText(/^\d+ of \d+ samples$/).waitFor();
  await scroller(page).evaluate((box) => box.scrollTo({ top: 1_200 }));
  const isDrawn = () => rows(page).first().getAttribute("aria-rowindex");
  await expect.poll(isDrawn, { message: "rows of the new place" }).not.toBe("2");
  const id = await rows(page).nth(14).getAttribute("data-row");
  await page.locator(`tr[data-row="${id}"]`).focus();
  const scrolled = await scroller(page).evaluate((box) => box.scrollTop);
  await typeByHand(page, "t");
  await page.waitForURL(`**/private/transferfs/${id}*`);
  await page.getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  await expect.poll(() => scroller(page).evaluate((box) => box.scrollTop)).toBe(scrolled);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row")))
    .toBe(id);
  expect(new URL(page.url()).searchParams.get("filter")).toBe("status=In Use,Registered");
  await person.leave();
});

test("dragging a column's edge resizes it, on either side of the line and after a reload", async () => {
  const person = await arrive("user", { width: 1440, height: 900 });
  const { page } = person;
  await openList(page, "/dashboard/homefstransfer");
  const country = page.getByRole("columnheader", { name: "Country" });
  const widthOf = async () => Math.round((await boxOf(country)).width);
  const drag = async (besidePx: number, byPx: number) => {
    const { x, y, width, height } = await boxOf(country);
    await page.mouse.move(x + width + besidePx, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width + besidePx + byPx, y + height / 2, { steps: 4 });
    await page.mouse.up();
  };
  const before = await widthOf();
  await drag(-2, 30);
  await expect.poll(widthOf).toBe(before + 30);
  await drag(2, 10);
  await expect.poll(widthOf).toBe(before + 40);
  await page.reload();
  await expect.poll(widthOf).toBe(before + 40);
  await person.leave();
});

test("the name of the person asked is shown whole at 1440 px, also when the request is overdue", async () => {
  const person = await arrive("admin", { width: 1440, height: 900 });
  const { page } = person;
  for (const address of REQUESTS) {
    await openList(page, address);
    await awaited(page).first().waitFor();
    const shown = async () => new Set(await peopleOnShow(page));
    await expect.poll(shown, { message: address }).toEqual(new Set(["name"]));
  }
  expect(
    await rows(page)
      .getByText(/ late$/)
      .count(),
  ).toBeGreaterThan(0);
  await person.leave();
});

test("the footer shows a list's order if no heading does", async () => {
  const person = await arrive("user", { width: 1024, height: 768 });
  const { page } = person;
  await openList(page, "/dashboard/homefstransfer?cols=country");
  const order = page.getByText("Sorted by In Transit Date, newest first");
  await order.waitFor();
  await openList(page, "/dashboard/homefstransfer?cols=inTransitDate");
  await order.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await order.waitFor();
  await person.leave();
});

test("the heading of a list's own order is visible and marked as sorted", async () => {
  const person = await arrive("user", { width: 1440, height: 900 });
  const { page } = person;
  for (const [address, name] of [
    ["/dashboard/homefstransfer", "In Transit Date"],
    ["/dashboard/homefsreturn", "In Return Date"],
    ["/dashboard/homefsos", "Request Lost Date"],
    ["/private/reportfs", "Registered Date"],
    ["/dashboard/history", "Action Date"],
  ] as const) {
    await openList(page, address);
    const heading = page.getByRole("columnheader", { name });
    await heading.and(page.locator("[aria-sort]")).waitFor();
  }
  await person.leave();
});

test("Tab stops once in a table's heading and once in its rows, and arrow keys move within the heading", async () => {
  const person = await arrive("user");
  const { page } = person;
  await openList(page, "/dashboard/homefstransfer");
  const heading = page.locator("[data-heading-stop]");
  expect(await heading.count()).toBeGreaterThan(5);
  const part = () =>
    page.evaluate(() => document.activeElement?.closest("thead, tbody")?.tagName ?? "elsewhere");
  await page.getByRole("searchbox").focus();
  await tabTo(page, heading);
  await press(page, "ArrowRight", "ArrowRight", "End");
  await heading.last().and(page.locator(":focus")).waitFor();
  await press(page, "Tab");
  expect(await part()).toBe("TBODY");
  await press(page, "Tab");
  expect(await part()).toBe("elsewhere");
  await press(page, "Shift+Tab", "Shift+Tab");
  expect(await part()).toBe("THEAD");
  await press(page, "ArrowDown");
  await expect.poll(part).toBe("TBODY");
  await person.leave();
});

test("select all selects every matching sample, and says why no step takes so many", async () => {
  const person = await arrive("admin");
  const { page } = person;
  const calls = await demoClient(product.url, emails.admin);
  await calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample(),
  });
  await openList(page, "/private/reportfs");
  const count = "301";
  await page.getByRole("checkbox", { name: `Select all ${count}` }).click();
  await page.getByText(`${count} selected`).waitFor();
  await page.getByText("At most 300 samples at a time").waitFor();
  expect(await page.getByRole("button", { name: "Add to basket" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByText(`${count} selected`).waitFor({ state: "detached" });
  await person.leave();
});

test("the report's address finds Returned samples, and a right click opens the menu of a row", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await openList(page, "/private/reportfs?filter=status%3DReturned");
  expect(await page.title()).toContain("Sample Management System - Report Sample");
  for (const text of await rows(page).allInnerTexts()) expect(text).toContain("Returned");
  await rows(page).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open", exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await person.leave();
});

test("on a phone the page scrolls, not a box in it, and Back restores the position", async () => {
  const person = await arrive("user", PHONE);
  const { page } = person;
  await page.goto("/dashboard/homefstransfer");
  const card = page.locator("#main li[data-index]");
  await card.first().waitFor();
  await page.evaluate(() => window.scrollTo({ top: 900 }));
  const link = page.getByRole("link", { name: /^(Transfer|Receive) [A-Z0-9]+$/ });
  await link.nth(6).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await link.nth(6).click();
  await page.getByRole("link", { name: "Go Back" }).click();
  await card.first().waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await person.leave();
});

test("a list's controls on a tablet, and Dismiss on a phone, are large enough for a finger", async () => {
  const tablet = { width: 1024, height: 768 };
  for (const viewport of [tablet, PHONE]) {
    const person = await arrive("user", viewport);
    const { page, context } = person;
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.goto("/dashboard/homefstransfer");
    await page.locator("[data-rows] [data-row]").first().waitFor();
    await page.getByRole("button", { name: "Dismiss" }).waitFor();
    const small = await smallTargets(page);
    // A serial number is a link to its row, and the last row may be half in view.
    const isOther = (fault: string) => !/: (A|BUTTON Select) [A-Z0-9]+: /.test(fault);
    expect([viewport.width, small.filter(isOther)]).toEqual([viewport.width, []]);
    if (viewport === tablet) {
      const { width, height } = await boxOf(rows(page).first().locator("td").first());
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await person.leave();
  }
});

test("a card of 320 px shows the holder's whole name, whatever the country", async () => {
  const person = await arrive("admin", { width: 320, height: 640 });
  const { page } = person;
  await page.goto("/private?filter=country%3DSouth Africa");
  const names = page.locator("article p").getByTitle(/@/).locator(".truncate");
  await names.first().waitFor();
  const isCut = (all: Element[]) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
  expect((await names.evaluateAll(isCut)).length).toBe(0);
  await person.leave();
});

test("on a phone the bottom bar is above the home indicator, and covers no sample", async () => {
  const HOME_INDICATOR_PX = 34;
  const person = await arrive("user", PHONE);
  const { page, context } = person;
  const devTools = await context.newCDPSession(page);
  const insets = { bottom: HOME_INDICATOR_PX };
  await devTools.send("Emulation.setSafeAreaInsetsOverride", { insets });
  await page.goto("/dashboard/homefstransfer");
  await page.locator("#main li[data-index]").first().waitFor();

  const bar = page.locator("nav[aria-label=Main].fixed");
  const boxes = await bar.locator("a, button, svg").evaluateAll((entries) =>
    entries.map((entry) => {
      const { bottom, height } = entry.getBoundingClientRect();
      return { isIcon: entry.matches("svg"), bottom, height };
    }),
  );
  expect(boxes).toHaveLength(8);
  for (const { isIcon, bottom, height } of boxes) {
    expect(bottom).toBeLessThanOrEqual(PHONE.height - HOME_INDICATOR_PX);
    expect(height).toBeGreaterThanOrEqual(isIcon ? 20 : 44);
  }
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  const barTop = (await bar.boundingBox())!.y;
  const lastBottom = () =>
    page
      .locator("#main li[data-index]")
      .last()
      .evaluate((card) => card.getBoundingClientRect().bottom);
  await expect.poll(lastBottom).toBeLessThanOrEqual(barTop);
  await person.leave();
});
