/** What the examination of screens finds: colors are remembered, so that each is examined once. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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
