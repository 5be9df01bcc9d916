import type { Browser, CDPSession, Page, Route } from "playwright-core";
import { api } from "../../convex/_generated/api";
import { launchBrowser, signInThroughForm } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { enterScreen, hasApp, leaveScreen } from "../support/browser/visit";
import { addNewcomer } from "./newcomer";
import { PEOPLE, SCHEMES, settled, type Device, type Scene, type Scheme, type Who } from "./scene";

/**
 * The time in every picture. The product's clock starts `AHEAD_MS` earlier and runs; a page's clock
 * is stopped.
 */
const NOW = Date.parse("2026-11-21T14:05:00Z");
const AHEAD_MS = 10 * 60_000;

/** Timeout of one action of a scene, ms. */
const ACTION_TIMEOUT_MS = 10_000;

const WINDOWS: Record<Device, { width: number; height: number }> = {
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
    /** Epoch ms, on every page. */
    readonly now: number,
  ) {}

  /** Opens a new demo lab at the time of the pictures: it has the same dates in every run. */
  static async open(): Promise<Stage> {
    const clock = new URL("./clock.mjs", import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import ${clock}`, SCREENS_NOW: String(NOW - AHEAD_MS) };
    const product = await RunningProduct.start({ environment });
    return new Stage(product, await launchBrowser(), NOW);
  }

  /** Opens a copy of a demo lab, whose data took most of its start to generate. */
  static async copy(demoFolder: string): Promise<Stage> {
    const product = await RunningProduct.start({ copyOf: demoFolder });
    return new Stage(product, await launchBrowser(), Date.now() + AHEAD_MS);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.product.stop();
  }

  /**
   * Plays the scene up to the state to show, then calls `look` with the page in each of the
   * schemes. Returns the page in its final state.
   */
  async show(
    scene: Scene,
    device: Device,
    schemes: readonly Scheme[],
    look: (page: Page, scheme: Scheme) => Promise<void>,
  ): Promise<Page> {
    const seat = await this.#seatOf(scene.who);
    const { page } = seat;
    const open = (await isReusable(page)) ? reopen : load;
    await page.context().setOffline(false);
    await page.mouse.move(-1, -1);
    await become(seat, device);
    await open(page, scene.path);
    await settled(page);
    await scene.prepare?.(page, device);
    await settled(page);
    for (const scheme of schemes) {
      await (scene.choose ?? putOn)(page, scheme);
      await settled(page); // a scheme may load its own pictures
      await repainted(page);
      await look(page, scheme);
    }
    return page;
  }

  /** Gives a person's window the size of the device, scrolled to the top. */
  async turn(who: Who, device: Device): Promise<void> {
    const seat = await this.#seatOf(who);
    await become(seat, device);
    await seat.page.evaluate(() => window.scrollTo({ top: 0 }));
    await settled(seat.page);
    await repainted(seat.page);
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
    const context = await this.browser.newContext({
      baseURL: this.product.url,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      locale: "en-US",
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    await context.clock.setFixedTime(this.now);
    await context.route(`${this.product.url}/`, (route) => answerAt(this.now, route));
    const page = await context.newPage();
    if (who !== "visitor") {
      const email = await this.#emailOf(who);
      // Dismissed, as it is after an account's first minute.
      const client = await demoClient(this.product.url, email);
      await client.mutation(api.profile.dismissNotice, {});
      await signInThroughForm(page, email, DEMO_PASSWORD);
    }
    return { page, devTools: await context.newCDPSession(page) };
  }

  async #emailOf(who: Exclude<Who, "visitor">): Promise<string> {
    if (who !== "newcomer") return PEOPLE[who];
    return await (this.#newcomer ??= addNewcomer(this.product));
  }
}

/**
 * The app compares its clock with the `Date` header of this request (web/lib/serverClock.ts), which
 * Node writes from the machine's clock, not from the product's.
 */
const answerAt = (now: number, route: Route) =>
  route.request().method() === "HEAD"
    ? route.fulfill({ headers: { Date: new Date(now).toUTCString() } })
    : route.fallback();

/** Gives the window the device's size, and a mouse or touch input. */
async function become({ page, devTools }: Seat, device: Device): Promise<void> {
  const enabled = device === "phone";
  await page.setViewportSize(WINDOWS[device]);
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

/** Loads the app at the path, as in a new tab, in the light scheme. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto("/favicon.svg"); // away from the app, which might still write to storage
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.removeItem("theme");
  });
  await page.goto(path);
}

/** Opens the path without loading the app again, in the light scheme. */
async function reopen(page: Page, path: string): Promise<void> {
  await leaveScreen(page, path);
  await page.evaluate(() => sessionStorage.clear());
  await putOn(page, "light");
  await enterScreen(page, path);
}

/**
 * Switches the scheme through the `storage` event, as another tab would: open menus and dialogs
 * stay open.
 */
const putOn = (page: Page, scheme: Scheme) =>
  page.evaluate((name) => {
    localStorage.setItem("theme", name);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: name }));
    // Public pages have no theme panel, and read the stored theme only when they load.
    document.documentElement.dataset["scheme"] = name;
  }, SCHEMES[scheme]);

/** Resolves two frames later: everything requested before the first one is then visible. */
const repainted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
