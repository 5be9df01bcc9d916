import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overflow, seriousFaults } from "../support/browser/accessibility";
import type { Device, Scheme } from "./scene";
import { scenesOn } from "./scenes";
import { smallTargets } from "./smallTargets";
import { Stage } from "./stage";

/** Contrast is three quarters of axe's work, and a phone has no colour that a laptop lacks. */
const EXAMINED: Record<Device, readonly Scheme[]> = { laptop: ["light", "dark"], phone: ["light"] };

/**
 * Examines every scene of a device, in a lab of its own: each device has a file, to run beside the
 * other.
 */
export function examineScenes(device: Device): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(async () => {
    await stage?.close();
  });

  describe(`on a ${device}`, () => {
    test.each(scenesOn(device))("$name is accessible and fits the window", async (scene) => {
      const faults: string[] = [];
      await stage.show(scene, device, EXAMINED[device], async (page, scheme) => {
        // In the dark, only colours differ.
        const rules = scheme === "dark" ? { rules: ["color-contrast"] } : {};
        const found = await seriousFaults(page, rules);
        faults.push(...found.map((fault) => `${scheme}: ${fault}`));
        if ((await overflow(page)) > 0) faults.push(`${scheme}: scrolls sideways`);
        if (device === "phone") faults.push(...(await smallTargets(page)));
      });
      expect(faults).toEqual([]);
    });
  });
}
