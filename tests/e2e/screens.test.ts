/** Every screen of the app, on a laptop and on a phone. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { settled, type Device } from "../screens/scene";
import { SCENES } from "../screens/scenes";
import { smallTargets } from "../screens/smallTargets";
import { Stage, type Windows } from "../screens/stage";
import { overflow, seriousFaults } from "../support/browser/accessibility";

/**
 * The phone is as narrow as a laptop of 1280 px at 400 %: what fits its window fits wider ones,
 * unless they have another layout.
 */
const WINDOWS: Windows = {
  laptop: { width: 1440, height: 900 },
  phone: { width: 320, height: 844 },
};

/** Widths of other layouts, px: that of most phones, and a laptop's at 200 %. */
const OTHER_WIDTHS = [390, 640];

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.copy(inject("demoFolder"), WINDOWS);
});
afterAll(async () => {
  await stage?.close();
});

// A scene is played once, on a laptop, and its window then becomes a phone's, which has no color
// that a laptop lacks: its dark scheme is not examined.
test.each(SCENES.filter(({ examinedIn }) => examinedIn === undefined))(
  "$name is accessible and fits the window",
  async (scene) => {
    const first = scene.only ?? "laptop";
    const page = await stage.play(scene, first);
    const faults = [
      ...(await seriousFaults(page, "html", ["dark"])),
      ...(await misfits(page, first)),
    ];

    if (scene.only === undefined) {
      const isOverlaid = (await layersOf(page).count()) > 0;
      await stage.turnIntoPhone(scene.who);
      const isClosed = isOverlaid && (await layersOf(page).count()) === 0;
      if (isClosed || scene.isPlayedTwice) await stage.play(scene, "phone");
      const found = [...(await seriousFaults(page)), ...(await misfits(page, "phone"))];
      faults.push(...found.map((fault) => `phone: ${fault}`));
      if (!isOverlaid) faults.push(...(await widthFaults(page)));
    }
    expect(faults).toEqual([]);
  },
);

/** Layers above a screen. */
const layersOf = (page: Page): Locator =>
  page
    .locator("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]")
    .filter({ visible: true });

/** Screens whose other widths have been examined, by their path. */
const measured = new Set<string>();

/** Finds other widths at which a screen scrolls sideways, once for each screen. */
async function widthFaults(page: Page): Promise<string[]> {
  // Ids of samples and people end the path.
  const screen = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  if (measured.has(screen)) return [];
  measured.add(screen);
  const faults: string[] = [];
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    if ((await overflow(page)) > 0) faults.push(`at ${width} px: scrolls sideways`);
  }
  return faults;
}

/**
 * Finds content that does not fit the device's window, and on a phone controls too small for a
 * finger.
 */
async function misfits(page: Page, device: Device): Promise<string[]> {
  const faults = (await overflow(page)) > 0 ? ["scrolls sideways"] : [];
  if (device === "phone") faults.push(...(await smallTargets(page)));
  return faults.map((fault) => `${device}: ${fault}`);
}
