import type { Locator, Page } from "playwright-core";

/**
 * The person at the browser: a visitor, a person of the demo lab, or one who has just signed up.
 */
export type Who = "visitor" | "ana" | "ingrid" | "helena" | "newcomer";

/** People of the demo lab who appear in scenes. */
export const PEOPLE: Record<Exclude<Who, "visitor" | "newcomer">, string> = {
  ana: "ana.lima@lab.example",
  ingrid: "ingrid.vogel@lab.example",
  helena: "helena.duarte@lab.example",
};

/** In the order in which pictures are taken: the last scene changes the data that others show. */
export const DEVICES = ["phone", "laptop"] as const;
export type Device = (typeof DEVICES)[number];

/** In the order in which pictures are taken. */
export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** One screen of the app in one state; `npm run screens` takes its picture and axe examines it. */
export type Scene = {
  /** Base name of its pictures: `transfer-list-phone-dark.webp`. */
  readonly name: string;
  readonly who: Who;
  /** Path at which the scene begins. */
  readonly path: string;
  /** Acts until the screen is ready for the picture. */
  readonly prepare?: (page: Page, device: Device) => Promise<unknown>;
  /** Undefined: both devices. */
  readonly only?: Device;
  /** A laptop's window that becomes a phone's shows something else than a phone. */
  readonly isPlayedTwice?: true;
  /** Only its picture is taken; says in which scenes the same elements are examined. */
  readonly examinedIn?: string;
  /** The picture shows the whole page, not only the window. */
  readonly isLong?: true;
  /**
   * The app itself uses this scene's laptop picture: `file`.webp and `file`-dark.webp in
   * web/public. With a height in px, only that much of the page's card.
   */
  readonly inApp?: { readonly file: string; readonly cardHeight?: number };
  /** Switches the color scheme, on screens that display the chosen one. */
  readonly choose?: (page: Page, scheme: Scheme) => Promise<unknown>;
};

/** The first visible button or link with that name; a table and its cards use the same names. */
export function control(page: Page, name: string | RegExp): Locator {
  return page
    .getByRole("link", { name })
    .or(page.getByRole("button", { name }))
    .filter({ visible: true })
    .first();
}

/** Follows the row's link to the form of a step: `follow(page, "Receive")`. */
export async function follow(page: Page, word: string): Promise<void> {
  await control(page, new RegExp(`^${word} [A-Z0-9]+$`)).click();
  await settled(page);
}

/** Opens the side sheet of the first sample of a list. */
export async function openSheet(page: Page): Promise<void> {
  await control(page, /[A-Z]{2}\d+K\d+$/).click();
  await page.waitForURL(/[?&]sample=/);
  await page.getByRole("dialog").waitFor();
}

/** Ticks the first `count` rows of a list. */
export async function selectRows(page: Page, count: number): Promise<void> {
  for (let row = 0; row < count; row++) {
    await page
      .getByRole("checkbox", { name: /^Select [A-Z0-9]+$/ })
      .nth(row)
      .click();
  }
  await page.getByRole("region", { name: "Selected samples" }).waitFor();
}

/** Resolves once the page is loaded and rendered: no skeleton, font or picture is pending. */
export async function settled(page: Page): Promise<void> {
  // Not by role: an open menu hides the headings behind it from the accessibility tree.
  await page.locator("h1, h2").filter({ visible: true }).first().waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"], .animate-pulse') &&
      document.fonts.status === "loaded" &&
      [...document.images].every((image) => image.complete || !image.checkVisibility()),
    undefined,
    { polling: 50 }, // in each frame, the default, the page would be drawn for it
  );
}
