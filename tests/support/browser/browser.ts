import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/lib/chromium.mjs";

const browsers = new Set<Browser>();

/**
 * Launches this machine's Chromium, headless, without background connections. `more`: further
 * switches.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("No Chromium is here; `npm test` installs it");
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
  browsers.add(browser);
  browser.on("disconnected", () => browsers.delete(browser));
  return browser;
}

/** Returns the pages of all browsers that this test file has open. */
export function openPages(): Page[] {
  return [...browsers].flatMap((browser) => browser.contexts().flatMap((of) => of.pages()));
}

export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * Keys of localStorage that survive a visit: the session, and the name of the replica of samples.
 */
const KEPT_KEYS = /^(__convexAuth|sms\.copy)/;

/**
 * Runs in the page: turns on the browser's data saver. Fetching the code of all screens in the
 * background would double the work of a visit that lasts a few seconds.
 */
export function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** One person's browser context: their own cookies, storage and sockets. */
export class Person {
  readonly #keep: ((context: BrowserContext) => void) | undefined;

  private constructor(
    readonly email: string,
    readonly context: BrowserContext,
    readonly page: Page,
    keep?: (context: BrowserContext) => void,
  ) {
    this.#keep = keep;
  }

  /**
   * @param localStorage content left by earlier visits
   * @param keep receives the context of a person who leaves, for `comeBack`; without it, the
   * context is closed
   */
  static async arrive(
    browser: Browser,
    baseURL: string,
    email: string,
    viewport: { width: number; height: number } = LAPTOP,
    localStorage: { name: string; value: string }[] = [],
    keep?: (context: BrowserContext) => void,
  ): Promise<Person> {
    const context = await browser.newContext({
      baseURL,
      viewport,
      reducedMotion: "reduce",
      serviceWorkers: "block", // each would download the whole app for a visit of seconds
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
    });
    await context.addInitScript(saveData);
    return new Person(email, context, await context.newPage(), keep);
  }

  /** Opens a new tab in the browser context of a person who has left. */
  static async comeBack(
    context: BrowserContext,
    email: string,
    viewport: { width: number; height: number } = LAPTOP,
    keep?: (context: BrowserContext) => void,
  ): Promise<Person> {
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    return new Person(email, context, page, keep);
  }

  /** Closes the tab, and the browser context unless it is kept with its session. */
  async leave(): Promise<void> {
    if (this.#keep === undefined || this.page.isClosed()) return await this.context.close();
    const isSignedIn = await this.page.evaluate((source) => {
      const kept = new RegExp(source);
      const keys = Object.keys(localStorage);
      for (const key of keys) if (!kept.test(key)) localStorage.removeItem(key);
      return keys.some((key) => key.startsWith("__convexAuthJWT"));
    }, KEPT_KEYS.source);
    if (!isSignedIn) return await this.context.close();
    await Promise.all(this.context.pages().map((page) => page.close()));
    this.#keep(this.context);
  }
}
