import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../support/browser/browser";
import { differingPixels } from "./webp";

/** Pixels that may differ before a picture counts as changed: a clock that advanced by a minute. */
const NOISE_PIXELS = 200;

/**
 * Compares two runs of `npm run screens` pixel by pixel and writes `<folder>/compare.html`, which
 * shows each changed screen before and after, side by side, and lists added and removed ones.
 *
 * @throws ENOENT if a run has no folder
 */
export async function compareRuns(folder: string, before: string, after: string): Promise<void> {
  const olds = await picturesOf(join(folder, before));
  const news = await picturesOf(join(folder, after));
  const changed: string[] = [];
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    for (const name of news.filter((picture) => olds.includes(picture))) {
      const old = await readFile(join(folder, before, name));
      const now = await readFile(join(folder, after, name));
      if (old.equals(now)) continue;
      if ((await differingPixels(page, old, now)) > NOISE_PIXELS) changed.push(name);
    }
  } finally {
    await browser.close();
  }
  const rows = [
    ...changed.map((name) => row(name, [`${before}/${name}`, `${after}/${name}`])),
    ...news.filter((name) => !olds.includes(name)).map((n) => row(`${n} (new)`, [`${after}/${n}`])),
    ...olds.filter((n) => !news.includes(n)).map((n) => row(`${n} (gone)`, [`${before}/${n}`])),
  ];
  const file = join(folder, "compare.html");
  await writeFile(file, document(`${before} → ${after}: ${changed.length} changed`, rows));
  console.log(`${changed.length} of ${news.length} screens changed: ${file}`);
}

async function picturesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".webp")).sort();
}

const row = (title: string, files: readonly string[]) => {
  const images = files.map((file) => `<a href="${file}"><img loading="lazy" src="${file}"></a>`);
  return `<h2>${title}</h2><div>${images.join("")}</div>`;
};

const document = (title: string, rows: readonly string[]) => `<!doctype html>
<meta charset="utf-8"><title>${title}</title>
<style>
  body { font: 14px system-ui; margin: 24px }
  div { display: flex; gap: 12px; align-items: flex-start }
  a { flex: 1 } img { max-width: 100%; border: 1px solid #ccc }
</style>
<h1>${title}</h1>
${rows.join("\n")}
`;
