import type { Page } from "playwright-core";

/** Navigates the loaded page as a link does. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), address);

/** True if the page has loaded the app, so that links open screens without loading it again. */
export const hasApp = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector("#root > *") !== null);

/**
 * Opens an address of the app. A page that has loaded the app does not load it again, which would
 * take two to three times the work.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (!(await hasApp(page))) return void (await page.goto(address));
  await leaveScreen(page, address);
  await enterScreen(page, address);
}

/** An almost empty screen between two others, so that nothing of the first is on the second. */
type Pause = { readonly path: string; readonly heading: string };
const IN_FRAME: Pause = { path: "/pages/terminal", heading: "Sign in from a terminal" };
const OUTSIDE: Pause = { path: "/404", heading: "Page not found." };
/** Some belong to the frame around the screens, and stay open in it. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Leaves the current screen for a pause. `next`: the address to enter after it. */
export async function leaveScreen(page: Page, next: string): Promise<void> {
  const isPlain = await page.evaluate(
    (overlays) =>
      document.querySelector("main#main") !== null && document.querySelector(overlays) === null,
    OVERLAYS,
  );
  const { path, heading } = isPlain && !next.startsWith(IN_FRAME.path) ? IN_FRAME : OUTSIDE;
  await follow(page, path);
  await page.getByRole("heading", { name: heading }).waitFor();
}

/** Enters an address after a pause. */
export async function enterScreen(page: Page, address: string): Promise<void> {
  const LEFT = "data-left";
  const heading = page.locator("h1").first();
  await heading.evaluate((element, mark) => element.toggleAttribute(mark, true), LEFT);
  await follow(page, address);
  await page.locator(`[${LEFT}]`).waitFor({ state: "detached" });
}
