import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../support/deployment";
import { DEVICES, type Device } from "./scene";
import { SCENES, scenesOn } from "./scenes";
import { Stage } from "./stage";
import { toWebp } from "./webp";

/**
 * Takes the pictures of docs/screens/ and those that the app shows of itself. Names on the command
 * line choose scenes; without any, all are taken, and pictures that no scene has any more are
 * deleted. Writes the folder's index. Ends with code 1 when a scene failed or a name is no scene's.
 */
const FOLDER = join(ROOT, "docs", "screens");

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !SCENES.some((scene) => scene.name === name));
if (unknown.length > 0) {
  console.error(`tests/screens/scenes/ has no scene ${unknown.join(", ")}`);
  process.exit(1);
}
await mkdir(FOLDER, { recursive: true });
const stage = await Stage.open();
const encoder = await stage.browser.newPage();
const taken = new Set<string>();
try {
  for (const device of DEVICES) await takeAll(device);
  if (chosen.length === 0) await deleteOthers();
  await writeFile(join(FOLDER, "README.md"), index(await readdir(FOLDER)));
  console.log(`${taken.size} pictures`);
} finally {
  await stage.close();
}

async function takeAll(device: Device): Promise<void> {
  for (const scene of scenesOn(device)) {
    if (chosen.length > 0 && !chosen.includes(scene.name)) continue;
    try {
      await stage.show(scene, device, ["light", "dark"], async (page, scheme) => {
        if (scene.isLong) await makeWholeVisible(page);
        await take(page, join(FOLDER, `${scene.name}-${device}-${scheme}.webp`));
        if (!scene.inApp || device !== "laptop") return;
        const { file, cardHeight } = scene.inApp;
        const name = scheme === "light" ? `${file}.webp` : `${file}-${scheme}.webp`;
        await take(page, join(ROOT, "web", "public", name), cardHeight);
      });
    } catch (error) {
      console.error(`${scene.name} on a ${device}:`, error);
      process.exitCode = 1;
    }
  }
}

/** @param cardHeight px: only so much of the page's card, not the window */
async function take(page: Page, file: string, cardHeight?: number): Promise<void> {
  const card = cardHeight && (await page.locator("main").boundingBox());
  const png = await page.screenshot({
    animations: "disabled",
    ...(card && { clip: { ...card, height: cardHeight } }),
  });
  await writeFile(file, await toWebp(encoder, png));
  taken.add(basename(file));
}

/**
 * Makes the window as high as the page: what sticks to its foot stands there, not in the middle.
 */
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

/** All pictures on one page, as code hosts show it. */
function index(pictures: readonly string[]): string {
  const sections = SCENES.map(({ name }) => {
    const files = pictures.filter((file) =>
      DEVICES.some((device) => file.startsWith(`${name}-${device}-`)),
    );
    const images = files.sort().map((file) => {
      const width = file.includes("-phone-") ? "22%" : "48%";
      return `<img src="${file}" width="${width}" alt="${file.replace(".webp", "")}">`;
    });
    return `## ${name}\n\n${images.join("\n")}\n`;
  });
  const intro =
    "`npm run screens` takes these pictures of the demo lab: laptop and phone, light and dark.";
  return `# Screens\n\n${intro}\n\n${sections.join("\n")}`;
}
