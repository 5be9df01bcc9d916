import type { Browser, CDPSession, Page } from "playwright-core";
import { launchBrowser, signInThroughForm } from "../support/browser/browser";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployment";
import { addNewcomer } from "./newcomer";
import { PEOPLE, SCHEMES, settled, type Device, type Scene, type Scheme, type Who } from "./scene";

/**
 * The moment of every picture. The product's clock begins a little earlier and runs; a page's
 * stands.
 */
const NOW = Date.parse("2026-11-21T14:05:00Z");
const START = NOW - 10 * 60_000;

/** Longest wait of one action of a scene, ms. */
const ACTION_TIMEOUT_MS = 10_000;

const WINDOWS: Record<Device, { width: number; height: number }> = {
  laptop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** Somebody's page, and what turns its window into another device's. */
type Seat = { readonly page: Page; readonly devTools: CDPSession };

/** A demo lab and the browsers of those who look at it. */
export class Stage {
  readonly #seats = new Map<Who, Promise<Seat>>();
  #newcomer: Promise<string> | null = null;

  private constructor(
    readonly product: RunningProduct,
    readonly browser: Browser,
  ) {}

  static async open(): Promise<Stage> {
    const clock = new URL("./clock.mjs", import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import ${clock}`, SCREENS_NOW: String(START) };
    const product = await RunningProduct.start({ environment });
    return new Stage(product, await launchBrowser());
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.product.stop();
  }

  /**
   * Plays the scene up to where it is to be seen, then calls `look` with the page in each of the
   * schemes. Returns the page, which stays as it is.
   */
  async show(
    scene: Scene,
    device: Device,
    schemes: readonly Scheme[],
    look: (page: Page, scheme: Scheme) => Promise<void>,
  ): Promise<Page> {
    const seat = await this.#seatOf(scene.who);
    const { page } = seat;
    await makeNew(page);
    await become(seat, device);
    await page.goto(scene.path);
    await settled(page);
    await scene.prepare?.(page, device);
    await settled(page);
    for (const scheme of schemes) {
      await (scene.choose ?? putOn)(page, scheme);
      await settled(page); // a scheme may bring its own pictures
      await repainted(page);
      await look(page, scheme);
    }
    return page;
  }

  /** Makes the window of a person's page the device's, at the page's top. */
  async turn(who: Who, device: Device): Promise<void> {
    const seat = await this.#seatOf(who);
    await become(seat, device);
    await seat.page.evaluate(() => window.scrollTo({ top: 0 }));
    await settled(seat.page);
    await repainted(seat.page);
  }

  /**
   * One page a person, signed in once. A page that has loaded the app before loads it again at half
   * of what it costs a new one, which has to compile it.
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
    await context.clock.setFixedTime(NOW);
    // Dismissed, as it is in every session but for its first minute.
    await context.addInitScript(() => {
      sessionStorage.setItem("sms.authenticatedNotice", "dismissed");
    });
    const page = await context.newPage();
    if (who !== "visitor") {
      await signInThroughForm(page, await this.#emailOf(who), DEMO_PASSWORD);
    }
    return { page, devTools: await context.newCDPSession(page) };
  }

  async #emailOf(who: Exclude<Who, "visitor">): Promise<string> {
    if (who !== "newcomer") return PEOPLE[who];
    return await (this.#newcomer ??= addNewcomer(this.product));
  }
}

/** Gives the window the device's size, and a mouse or a finger. */
async function become({ page, devTools }: Seat, device: Device): Promise<void> {
  const enabled = device === "phone";
  await page.setViewportSize(WINDOWS[device]);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled });
  await page.waitForFunction((is) => matchMedia("(pointer: coarse)").matches === is, enabled);
}

/** Leaves nothing of the scene before: its network, its mouse, what the tab kept, its scheme. */
async function makeNew(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.mouse.move(-1, -1);
  await page.goto("/favicon.svg"); // away from the app, which might keep something yet
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.removeItem("theme");
  });
}

/** Chooses the scheme as another tab of the app does: open menus and dialogs stay as they are. */
const putOn = (page: Page, scheme: Scheme) =>
  page.evaluate((name) => {
    localStorage.setItem("theme", name);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: name }));
    // Public pages have no theme panel, and read what is stored only when they load.
    document.documentElement.dataset["scheme"] = name;
  }, SCHEMES[scheme]);

/** Two frames later: what was asked for before the first is surely on show. */
const repainted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
