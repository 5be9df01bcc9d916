/** docs/product.md, "Lists and tables": readable at every width, and restored as they were left. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { smallTargets } from "../screens/smallTargets";
import { PHONE } from "../support/browser/browser";
import { typeByHand } from "../support/browser/keyboard";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const TABLET = { width: 1024, height: 768 };
const LAPTOP = { width: 1440, height: 900 };
/** Addresses of lists, with the pinned first heading and the one that the list is sorted by. */
const LISTS = [
  ["/private", "Device", null],
  ["/dashboard/homefstransfer", "Device", "In Transit Date"],
  ["/private/reportfs", "Device", "Registered Date"],
  ["/dashboard/history", "What happened", "Action Date"],
] as const;
const REQUESTS = [
  ["/dashboard/homefstransfer?filter=status%3DIn Transit", "In Transit Date"],
  ["/dashboard/homefsreturn?filter=status%3DIn Return", "In Return Date"],
  ["/dashboard/homefsos?filter=status%3DRequest Lost", "Request Lost Date"],
] as const;

/** Of a supervisor whose team no other file touches, so that no row moves meanwhile. */
let page: Page;

beforeAll(async () => {
  ({ page } = await sharedPerson("ingrid.vogel@lab.example", TABLET));
});

/** Countries in which no other file registers samples: of these, no row moves for an admin. */
const ELSEWHERE = "country%3DFrance,Germany,India,Japan,South Africa";
async function becomeAdmin(): Promise<void> {
  ({ page } = await sharedPerson("helena.duarte@lab.example", TABLET));
}

const rows = () => page.locator("tbody tr[aria-rowindex]");
const cards = () => page.locator("#main li[data-index]");
const scroller = () => page.locator("div[data-rows]");

async function openList(address: string, window = TABLET): Promise<void> {
  await page.setViewportSize(window);
  await visit(page, address);
  await rows().or(cards()).first().waitFor();
}

/** The list's own order is shown by a heading. */
const isSortedBy = (name: string) =>
  page.getByRole("columnheader", { name }).and(page.locator("[aria-sort]")).waitFor();

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
const cutColumns = () =>
  scroller().evaluate((box) => {
    const isShort = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const isCut = (cell: Element) =>
      [...cell.querySelectorAll(".truncate")].some(isShort) ||
      // A heading's resize handle extends into the next heading.
      (cell.matches("td") && isShort(cell));
    const cells = box.querySelectorAll("th, tr[aria-rowindex] > td");
    return [...cells].filter(isCut).map(({ textContent }) => textContent);
  });

/** The parts of status cells that name the person asked. */
const awaited = () => rows().getByTitle(/^Waits for/);

/** Returns how each status line shows the person asked: by name, cut off or not, or by photo. */
const peopleOnShow = () =>
  awaited().evaluateAll((all) =>
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

test("no column of a list is cut off, the device stays in view as others scroll, and the own order has a heading", async () => {
  for (const [address, pinned, order] of LISTS) {
    await openList(address);
    if (order !== null) await isSortedBy(order);
    for (const window of [TABLET, LAPTOP]) {
      await page.setViewportSize(window);
      const message = `${address} at ${window.width} px`;
      await expect.poll(cutColumns, { message }).toEqual([]);
      for (const left of [0, 10_000]) {
        await scroller().evaluate((box, to) => box.scrollTo({ left: to }), left);
        const heading = page.getByRole("columnheader", { name: pinned });
        await expect.poll(() => isInSight(heading), { message }).toBe(true);
      }
      // The last column but the pinned actions is reachable.
      const last = page.getByRole("columnheader").filter({ hasNotText: "Actions" }).last();
      await expect.poll(() => isInSight(last), { message }).toBe(true);
    }
  }
});

test("a status is one line: the chip and the person asked, by name or photo, by whole name on a laptop", async () => {
  const expectOneLine = async (heightPx: number) => {
    for (const [window, whole] of [
      [TABLET, /^(name|photo)$/],
      [LAPTOP, /^name$/],
    ] as const) {
      await page.setViewportSize(window);
      const message = `${page.url()} at ${window.width} px`;
      const others = async () => (await peopleOnShow()).filter((text) => !whole.test(text));
      await expect.poll(others, { message }).toEqual([]);
      const heights = async () =>
        new Set(await rows().evaluateAll((all) => all.map((row) => row.clientHeight)));
      await expect.poll(heights, { message }).toEqual(new Set([heightPx]));
    }
  };
  for (const [address, order] of REQUESTS) {
    await openList(address);
    await awaited().first().waitFor();
    await isSortedBy(order);
    await expectOneLine(40);
  }
  const late = rows().getByText(/ late$/);
  expect(await late.count()).toBeGreaterThan(0);
  await page.evaluate(() => localStorage.setItem("sms.table.density", "compact"));
  await openList(REQUESTS[2][0]);
  await awaited().first().waitFor();
  await expectOneLine(32);
  await page.evaluate(() => localStorage.removeItem("sms.table.density"));
});

test("dragging a column's edge resizes it, on either side of the line and after a reload", async () => {
  await openList("/dashboard/homefstransfer", LAPTOP);
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
});

test("the footer shows a list's order if no heading does", async () => {
  const order = page.getByText("Sorted by In Transit Date, newest first");
  await openList("/dashboard/homefstransfer?cols=country");
  await order.waitFor();
  await openList("/dashboard/homefstransfer?cols=inTransitDate");
  await order.waitFor({ state: "detached" });
  await page.setViewportSize(PHONE);
  await order.waitFor();
});

test("on a phone the bottom bar is above the home indicator, and covers no sample", async () => {
  const HOME_INDICATOR_PX = 34;
  const devTools = await page.context().newCDPSession(page);
  const insets = { bottom: HOME_INDICATOR_PX };
  await devTools.send("Emulation.setSafeAreaInsetsOverride", { insets });
  await openList("/dashboard/homefstransfer", PHONE);
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
  const barTop = (await bar.boundingBox())!.y;
  // Cards that load later make the page longer.
  const lastBottom = () =>
    cards()
      .last()
      .evaluate((card) => {
        window.scrollTo({ top: document.body.scrollHeight });
        return card.getBoundingClientRect().bottom;
      });
  await expect.poll(lastBottom).toBeLessThanOrEqual(barTop);
  await devTools.detach();
});

test("a list's controls on a tablet are large enough for a finger", async () => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await openList("/dashboard/homefstransfer");
  const small = await smallTargets(page);
  // A serial number is a link to its row, and the last row may be half in view.
  const isOther = (fault: string) => !/: (A|BUTTON Select) [A-Z0-9]+: /.test(fault);
  expect(small.filter(isOther)).toEqual([]);
  const { width, height } = await boxOf(rows().first().locator("td").first());
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});

test("a right click opens the menu of a row; Back from a step's form restores scroll, cursor, focus and filters", async () => {
  await becomeAdmin();
  await openList(`/dashboard/homefstransfer?filter=status%3DIn Use,Registered;${ELSEWHERE}`);
  await page.getByText(/^\d+ of \d+ samples$/).waitFor();
  await rows().first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });

  const filtered = new URL(page.url()).search;
  await scroller().evaluate((box) => box.scrollTo({ top: 1_200 }));
  const isDrawn = () => rows().first().getAttribute("aria-rowindex");
  await expect.poll(isDrawn, { message: "rows of the new place" }).not.toBe("2");
  const id = await rows().nth(14).getAttribute("data-row");
  await page.locator(`tr[data-row="${id}"]`).focus();
  const scrolled = await scroller().evaluate((box) => box.scrollTop);
  await typeByHand(page, "t");
  await page.waitForURL(`**/private/transferfs/${id}*`);
  await page.getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await page.goBack();
  await rows().first().waitFor();
  await expect.poll(() => scroller().evaluate((box) => box.scrollTop)).toBe(scrolled);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row")))
    .toBe(id);
  expect(page.url()).toContain(filtered);
});

test("on a phone the page scrolls, not a box in it, and Back restores the position", async () => {
  await page.setViewportSize(PHONE);
  // Loaded anew: the router restores the position of its own entries of the browser's history.
  await page.goto(`/dashboard/homefstransfer?filter=${ELSEWHERE}`);
  await cards().first().waitFor();
  await page.evaluate(() => window.scrollTo({ top: 900 }));
  const link = page.getByRole("link", { name: /^(Transfer|Receive) [A-Z0-9]+$/ });
  await link.nth(6).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await link.nth(6).click();
  await page.getByRole("link", { name: "Go Back" }).click();
  await cards().first().waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test("a card of 320 px shows the holder's whole name, whatever the country", async () => {
  await openList("/private?filter=country%3DSouth Africa", { width: 320, height: 640 });
  const names = page.locator("article p").getByTitle(/@/).locator(".truncate");
  await names.first().waitFor();
  const isCut = (all: Element[]) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
  expect((await names.evaluateAll(isCut)).length).toBe(0);
});
