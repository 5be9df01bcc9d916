/** Every screen of the app, on a laptop and on a phone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { settled, type Device, type Scheme } from "../screens/scene";
import { SCENES } from "../screens/scenes";
import { smallTargets } from "../screens/smallTargets";
import { Stage } from "../screens/stage";
import { faultsOfColors, overflow, seriousFaults } from "../support/browser/accessibility";

/** Layers above a screen. A phone opens them differently, for example from its edge. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** A phone has no color that a laptop lacks, so its dark screens are not examined. */
const SCHEMES: Record<Device, readonly Scheme[]> = { laptop: ["dark", "light"], phone: ["light"] };

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.copy(inject("demoFolder"));
});
afterAll(async () => {
  await stage?.close();
});

// A scene is played once, on a laptop, and its window is then resized to a phone's, with the same
// colors. Only a scene with a layer is played on both.
test.each(SCENES)("$name is accessible and fits the window", async (scene) => {
  const faults: string[] = [];
  const play = (device: Device) =>
    stage.show(scene, device, SCHEMES[device], async (page, scheme) => {
      // In the dark scheme, only colors differ.
      const find = scheme === "dark" ? faultsOfColors : seriousFaults;
      faults.push(...(await find(page)).map((fault) => `${scheme}: ${fault}`));
      faults.push(...(await misfits(page, device)));
    });

  const page = await play(scene.only ?? "laptop");
  if (scene.only === undefined) {
    const isOverlaid = (await page.locator(OVERLAYS).filter({ visible: true }).count()) > 0;
    if (isOverlaid) {
      await play("phone");
    } else {
      await stage.turn(scene.who, "phone");
      const found = await seriousFaults(page);
      faults.push(...found.map((fault) => `phone: ${fault}`), ...(await misfits(page, "phone")));
      faults.push(...(await zoomFaults(page)));
    }
  }
  expect(faults).toEqual([]);
});

/** A laptop of 1280 × 1024 px, zoomed in: the window has that many CSS px. */
const ZOOMED = { "200 %": { width: 640, height: 512 }, "400 %": { width: 320, height: 256 } };

/** Finds zooms at which the page scrolls sideways. */
async function zoomFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [zoom, size] of Object.entries(ZOOMED)) {
    await page.setViewportSize(size);
    await settled(page);
    if ((await overflow(page)) > 0) faults.push(`at ${zoom}: scrolls sideways`);
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
