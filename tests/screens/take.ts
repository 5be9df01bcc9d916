import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { ROOT } from "../support/deployments/deployment";
import { compareRuns } from "./compare";
import { DEVICES, SCHEMES, settled, type Device } from "./scene";
import { SCENES, scenesOn } from "./scenes";
import { putOn, repainted, Stage } from "./stage";
import { toWebp } from "./webp";

/**
 * Takes pictures of the screens into `.screens/<run>/`, which git ignores, and the pictures that
 * the app itself uses into `web/public/`. Scene names on the command line restrict the run.
 *
 *     npm run screens -- --run before               every scene, into .screens/before
 *     npm run screens -- transfer-list inbox-page   two scenes, into .screens/latest
 *     npm run screens -- --compare before           .screens/compare.html: before next to latest
 *
 * Exits with code 1 if a scene failed or a name is unknown.
 */
const FOLDER = join(ROOT, ".screens");

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { run: { type: "string", default: "latest" }, compare: { type: "string" } },
});
const unknown = chosen.filter((name) => !SCENES.some((scene) => scene.name === name));
if (unknown.length > 0) {
  console.error(`tests/screens/scenes/ has no scene ${unknown.join(", ")}`);
  process.exit(1);
}
if (values.compare === undefined) await takePictures(join(FOLDER, values.run));
else await compareRuns(FOLDER, values.compare, values.run);

async function takePictures(folder: string): Promise<void> {
  if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stage = await Stage.open();
  const encoder = await stage.browser.newPage();
  try {
    let count = 0;
    for (const device of DEVICES) count += await takeDevice(stage, encoder, folder, device);
    console.log(`${count} pictures in ${folder}`);
  } finally {
    await stage.close();
  }
}

/** @returns the number of pictures taken */
async function takeDevice(stage: Stage, encoder: Page, folder: string, device: Device) {
  let count = 0;
  for (const scene of scenesOn(device)) {
    if (chosen.length > 0 && !chosen.includes(scene.name)) continue;
    try {
      const page = await stage.play(scene, device);
      for (const scheme of SCHEMES) {
        await (scene.choose ?? putOn)(page, scheme);
        await settled(page); // a scheme may load its own pictures
        await repainted(page);
        if (scene.isLong) await makeWholeVisible(page);
        await take(page, encoder, join(folder, `${scene.name}-${device}-${scheme}.webp`));
        count++;
        if (!scene.inApp || device !== "laptop") continue;
        const { file, cardHeight } = scene.inApp;
        const name = scheme === "light" ? `${file}.webp` : `${file}-${scheme}.webp`;
        await take(page, encoder, join(ROOT, "web", "public", name), cardHeight);
      }
    } catch (error) {
      console.error(`${scene.name} on a ${device}:`, error);
      process.exitCode = 1;
    }
  }
  return count;
}

/** @param cardHeight px: crops to the page's card and to this height; undefined: the window */
async function take(page: Page, encoder: Page, file: string, cardHeight?: number): Promise<void> {
  const card = cardHeight && (await page.locator("main").boundingBox());
  const png = await page.screenshot({
    animations: "disabled",
    ...(card && { clip: { ...card, height: cardHeight } }),
  });
  await writeFile(file, await toWebp(encoder, png));
}

/** Makes the window as high as the page, so that sticky bars are at its end, not in the middle. */
async function makeWholeVisible(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const width = page.viewportSize()?.width ?? 0;
  await page.setViewportSize({ width, height });
}
