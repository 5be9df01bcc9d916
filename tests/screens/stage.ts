import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { api } from "../../convex/_generated/api";
import { launchBrowser, saveData } from "../support/browser/browser";
import { session } from "../support/browser/signedIn";
import { demoClient } from "../support/demoClient";
import { RunningProduct } from "../support/deployments/deployment";
import { enterScreen, hasApp, leaveScreen } from "../support/browser/visit";
import { addNewcomer } from "./newcomer";
import { PEOPLE, settled, type Device, type Scene, type Scheme, type Who } from "./scene";

/**
 * The time in every picture. The product's clock starts `AHEAD_MS` earlier and runs; a page's clock
 * is stopped.
 */
const NOW = Date.parse("2026-11-21T14:05:00Z");
const AHEAD_MS = 10 * 60_000;

type Size = { readonly width: number; readonly height: number };
export type Windows = Readonly<Record<Device, Size>>;

const WINDOWS_OF_PICTURES: Windows = {
  laptop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** A person's page, and the DevTools session that gives its window another device's size. */
type Seat = { readonly page: Page; readonly devTools: CDPSession };

/** A demo lab and the browsers of its viewers. */
export class Stage {
  readonly #seats = new Map<Who, Promise<Seat>>();
  #newcomer: Promise<string> | null = null;

  private constructor(
    readonly product: RunningProduct,
    readonly browser: Browser,
    readonly windows: Windows,
    /** Epoch ms, at which the clock of every page is stopped; null: the clock runs. */
    readonly now: number | null,
  ) {}

  /** Opens a new demo lab at the time of the pictures: it has the same dates in every run. */
  static async open(): Promise<Stage> {
    const clock = new URL("./clock.mjs", import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import ${clock}`, SCREENS_NOW: String(NOW - AHEAD_MS) };
    const product = await RunningProduct.start({ environment });
    return new Stage(product, await launchBrowser(), WINDOWS_OF_PICTURES, NOW);
  }

  /** Opens a copy of a demo lab, whose data took most of its start to generate. */
  static async copy(demoFolder: string, windows: Windows): Promise<Stage> {
    const product = await RunningProduct.start({ copyOf: demoFolder });
    return new Stage(product, await launchBrowser(), windows, null);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.product.stop();
  }

  /** Plays the scene up to the state to show, in the light scheme. */
  async play(scene: Scene, device: Device): Promise<Page> {
    const seat = await this.#seatOf(scene.who);
    const { page } = seat;
    const isReused = await isReusable(page);
    await page.context().setOffline(false);
    await page.mouse.move(-1, -1);
    // The screen is left first: giving it another size would cost as much as opening it.
    await (isReused ? leave(page, scene.path) : unload(page));
    await become(seat, device, this.windows[device]);
    await (isReused ? enterScreen(page, scene.path) : page.goto(scene.path));
    await settled(page);
    if (scene.prepare) {
      await scene.prepare(page, device);
      await settled(page);
    }
    return page;
  }

  /** Turns a person's window into a phone's, scrolled to the top. */
  async turnIntoPhone(who: Who): Promise<void> {
    const seat = await this.#seatOf(who);
    await become(seat, "phone", this.windows.phone);
    await seat.page.evaluate(() => window.scrollTo({ top: 0 }));
    await repainted(seat.page);
    await settled(seat.page);
  }

  /**
   * One page per person, signed in once. It goes from scene to scene without loading the app again,
   * which would double the work of a scene.
   */
  #seatOf(who: Who): Promise<Seat> {
    const seat = this.#seats.get(who) ?? this.#arrive(who);
    this.#seats.set(who, seat);
    return seat;
  }

  async #arrive(who: Who): Promise<Seat> {
    const { url } = this.product;
    const localStorage: { name: string; value: string }[] = [];
    if (who !== "visitor") {
      const email = await this.#emailOf(who);
      // Dismissed, as it is after an account's first minute.
      const client = await demoClient(url, email);
      await client.mutation(api.profile.dismissNotice, {});
      localStorage.push(...(await session(url, email)));
    }
    const context = await this.browser.newContext({
      baseURL: url,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      locale: "en-US",
      timezoneId: "UTC",
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    });
    await context.addInitScript(saveData);
    if (this.now !== null) await stopClock(context, url, this.now);
    const page = await context.newPage();
    return { page, devTools: await context.newCDPSession(page) };
  }

  async #emailOf(who: Exclude<Who, "visitor">): Promise<string> {
    if (who !== "newcomer") return PEOPLE[who];
    return await (this.#newcomer ??= addNewcomer(this.product));
  }
}

/**
 * Stops the clock of the context's pages. The app compares it with the `Date` header of a request
 * (web/lib/serverClock.ts), which Node writes from the machine's clock, not from the product's.
 */
async function stopClock(context: BrowserContext, url: string, now: number): Promise<void> {
  await context.clock.setFixedTime(now);
  await context.route(`${url}/`, (route) =>
    route.request().method() === "HEAD"
      ? route.fulfill({ headers: { Date: new Date(now).toUTCString() } })
      : route.fallback(),
  );
}

/** Gives the window a size, and a laptop's mouse or a phone's touch input. */
async function become({ page, devTools }: Seat, device: Device, size: Size): Promise<void> {
  const enabled = device === "phone";
  await page.setViewportSize(size);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled });
  await page.waitForFunction((is) => matchMedia("(pointer: coarse)").matches === is, enabled);
}

/**
 * True if the page can open another scene without loading the app again: it shows the app, and
 * nothing of the previous scene outlives its screen. A toast, a basket and a lost connection do.
 */
async function isReusable(page: Page): Promise<boolean> {
  if (!(await hasApp(page))) return false;
  return await page.evaluate(
    () =>
      document.querySelector("[data-sonner-toast]") === null &&
      !document.body.innerText.includes("No connection since") &&
      Object.keys(sessionStorage).every((key) => !key.startsWith("basket ")),
  );
}

/** Leaves the app as a closed tab does: only the session and what is cached remain. */
async function unload(page: Page): Promise<void> {
  await page.goto("/favicon.svg"); // away from the app, which might still write to storage
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.removeItem("theme");
  });
}

/** Leaves a screen without leaving the app. */
async function leave(page: Page, next: string): Promise<void> {
  await leaveScreen(page, next);
  await page.evaluate(() => sessionStorage.clear());
  await putOn(page, "light");
}

/** Names of the schemes in the theme panel. */
const THEMES: Record<Scheme, string> = { light: "default", dark: "dark" };

/**
 * Switches the scheme through the `storage` event, as another tab would: open menus and dialogs
 * stay open.
 */
export const putOn = (page: Page, scheme: Scheme) =>
  page.evaluate((name) => {
    localStorage.setItem("theme", name);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: name }));
    // Public pages have no theme panel, and read the stored theme only when they load.
    document.documentElement.dataset["scheme"] = name;
  }, THEMES[scheme]);

/** Resolves two frames later: everything requested before the first one is then visible. */
export const repainted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
