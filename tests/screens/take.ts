import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../support/deployment";
import { DEVICES, type Device } from "./scene";
import { scenesOn } from "./scenes";
import { Stage } from "./stage";
import { toWebp } from "./webp";

/**
 * Takes the pictures of docs/screens/. Names on the command line choose scenes; without any, all are
 * taken and pictures that no scene has any more are deleted. Ends with code 1 when a scene failed.
 */
const FOLDER = join(ROOT, "docs", "screens");

const chosen = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const stage = await Stage.open();
const encoder = await stage.browser.newPage();
const taken = new Set<string>();
try {
  for (const device of DEVICES) await takeAll(device);
  if (chosen.length === 0) await deleteOthers();
  console.log(`${taken.size} pictures in docs/screens/`);
} finally {
  await stage.close();
}

async function takeAll(device: Device): Promise<void> {
  for (const scene of scenesOn(device)) {
    if (chosen.length > 0 && !chosen.includes(scene.name)) continue;
    try {
      await stage.show(scene, device, async (page, scheme) => {
        if (scene.isLong) await makeWholeVisible(page);
        const png = await page.screenshot({ animations: "disabled" });
        const file = `${scene.name}-${device}-${scheme}.webp`;
        await writeFile(join(FOLDER, file), await toWebp(encoder, png));
        taken.add(file);
      });
    } catch (error) {
      console.error(`${scene.name} on a ${device}:`, error);
      process.exitCode = 1;
    }
  }
}

/** Makes the window as high as the page: what sticks to its foot stands there, not in the middle. */
async function makeWholeVisible(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const width = page.viewportSize()?.width ?? 0;
  await page.setViewportSize({ width, height });
}

async function deleteOthers(): Promise<void> {
  for (const file of await readdir(FOLDER)) {
    if (file.endsWith(".webp") && !taken.has(file)) await rm(join(FOLDER, file));
  }
}
