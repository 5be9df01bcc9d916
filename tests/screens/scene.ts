import type { Locator, Page } from "playwright-core";

/**
 * The person at the browser: nobody, somebody of the demo lab, or somebody who has just signed up.
 */
export type Who = "visitor" | "ana" | "ingrid" | "helena" | "newcomer";

/** People of the demo lab whom scenes are about. */
export const PEOPLE: Record<Exclude<Who, "visitor" | "newcomer">, string> = {
  ana: "ana.lima@lab.example",
  ingrid: "ingrid.vogel@lab.example",
  helena: "helena.duarte@lab.example",
};

/** In the order in which their pictures are taken: the last scene changes what others show. */
export const DEVICES = ["phone", "laptop"] as const;
export type Device = (typeof DEVICES)[number];

export const SCHEMES = { light: "default", dark: "dark" } as const;
export type Scheme = keyof typeof SCHEMES;

/** One screen of the app in one state, as `npm run screens` shows it and axe examines it. */
export type Scene = {
  /** Names its pictures: `transfer-list-phone-dark.webp`. */
  readonly name: string;
  readonly who: Who;
  /** The address that the scene begins at. */
  readonly path: string;
  /** Acts until the screen is as the picture shall show it. */
  readonly prepare?: (page: Page, device: Device) => Promise<unknown>;
  /** Absent: both devices have it. */
  readonly only?: Device;
  /** The whole page is in the picture, not only what fits the window. */
  readonly isLong?: true;
  /**
   * The app itself shows this scene's laptop picture: `file`.webp and `file`-dark.webp in
   * web/public. With a height in px, only so much of the page's card.
   */
  readonly inApp?: { readonly file: string; readonly cardHeight?: number };
  /** Puts the colour scheme on, where the screen itself says which one it is. */
  readonly choose?: (page: Page, scheme: Scheme) => Promise<unknown>;
};

/** The first button or link on show with that name; a table and its cards use the same ones. */
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

/** Loaded and drawn: no skeleton, no font and no picture on its way. */
export async function settled(page: Page): Promise<void> {
  // Not by role: an open menu hides the headings behind it from roles.
  await page.locator("h1, h2").filter({ visible: true }).first().waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"], .animate-pulse') &&
      document.fonts.status === "loaded" &&
      [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
}
