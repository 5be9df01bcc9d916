/** What the examination of screens finds, although it examines equal elements and colors once. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOfColors, seriousFaults } from "../support/browser/accessibility";
import { launchBrowser } from "../support/browser/browser";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const show = (body: string) =>
  page.setContent(
    `<html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
  );

/** A text in a color on a background. */
const text = (color: string, background: string) =>
  `<div style="background: ${background}"><p style="color: ${color}">Some text</p></div>`;

test("a text whose color is too near its background is a fault each time it is examined", async () => {
  await show(text("#bbb", "#fff"));
  const fault = [expect.stringMatching(/^color-contrast: <p/)];
  expect(await faultsOfColors(page)).toEqual(fault);
  expect(await faultsOfColors(page)).toEqual(fault);
});

test("a readable color is a fault on another background", async () => {
  await show(text("#555", "#fff"));
  expect(await faultsOfColors(page)).toEqual([]);
  await show(text("#555", "#444"));
  expect(await faultsOfColors(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
});

test("a readable text is a fault once something around it makes it translucent", async () => {
  await show(text("#444", "#fff"));
  expect(await faultsOfColors(page)).toEqual([]);
  await show(`<div style="opacity: 0.4">${text("#444", "#fff")}</div>`);
  expect(await faultsOfColors(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
});

test("a text above another element is examined on what is below it", async () => {
  const above = (background: string) =>
    `<div style="position: relative; height: 80px">
      <div style="background: ${background}; height: 80px"></div>
      <p style="position: absolute; top: 0; color: #333">Some text</p>
    </div>`;
  await show(above("#fff"));
  expect(await faultsOfColors(page)).toEqual([]);
  await show(above("#444"));
  expect(await faultsOfColors(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
});

test("a text that was hidden is examined once it is visible", async () => {
  await show(`<div hidden>${text("#bab", "#fff")}</div>`);
  expect(await faultsOfColors(page)).toEqual([]);
  await show(text("#bab", "#fff"));
  expect(await faultsOfColors(page)).toEqual([expect.stringMatching(/^color-contrast: <p/)]);
});

test("a button without a name is a fault, also in the second of two rows that look different", async () => {
  await show(`<ul><li><button>Open</button></li><li><button class="icon"></button></li></ul>`);
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^button-name: <button/)]);
});

describe("elements like examined ones are not examined again, but", () => {
  const button = (attributes: string, content: string) =>
    `<ul><li><button ${attributes}><span>${content}</span></button></li></ul>`;
  const field = (label: string) => `<form><p>${label}<input id="field"></p></form>`;
  test.each([
    ["a button that lost its text", button("", "Open"), button("", ""), "button-name"],
    [
      "a button whose name is empty",
      button('aria-label="Open"', ""),
      button('aria-label=""', ""),
      "button-name",
    ],
    [
      "a button whose name is no longer on the page",
      `<b id="name">Open</b>${button('aria-labelledby="name"', "")}`,
      `<b>Open</b>${button('aria-labelledby="name"', "")}`,
      "button-name",
    ],
    [
      "a field that lost its label",
      field('<label for="field">Brand</label>'),
      field('<label for="other">Brand</label>'),
      "label",
    ],
    [
      "a faulty element that was hidden",
      `<section hidden><img src="data:,"></section>`,
      `<section><img src="data:,"></section>`,
      "image-alt",
    ],
    [
      "an entry outside of its list",
      "<ul><li>One</li></ul>",
      "<section><li>One</li></section>",
      "listitem",
    ],
    [
      "a link within a link's button",
      `<p><button><i><u>Open</u></i></button></p><p><i><u><a href="/">All</a></u></i></p>`,
      `<p><button><i><u><a href="/">All</a></u></i></button></p>`,
      "nested-interactive",
    ],
  ])("%s is a fault", async (_, before, after, rule) => {
    await show(before);
    expect(await seriousFaults(page)).toEqual([]);
    await show(after);
    expect(await seriousFaults(page)).toEqual([expect.stringMatching(`^${rule}: `)]);
  });
});

test("a text that is unreadable only in another scheme is a fault of that scheme, which the page does not keep", async () => {
  await show(`<style>[data-scheme=dark] p { color: #efe; }</style>${text("", "#fef")}`);
  await page.evaluate(() => (document.documentElement.dataset["scheme"] = "light"));
  expect(await seriousFaults(page, "html", ["dark"])).toEqual([
    expect.stringMatching(/^dark: color-contrast: <p/),
  ]);
  expect(await page.evaluate(() => document.documentElement.dataset["scheme"])).toBe("light");
});
