import type { Locator } from "playwright-core";

/**
 * Returns the colours of an element as it is drawn, `r,g,b`, most frequent first. Rare ones, such
 * as those of smoothed edges, are left out.
 */
export async function coloursOf(element: Locator): Promise<string[]> {
  const png = await element.screenshot({ animations: "disabled" });
  return await element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const least = data.length / 4 / 200;
    return [...counts]
      .filter(([, count]) => count >= least)
      .sort(([, one], [, other]) => other - one)
      .map(([colour]) => colour);
  }, png.toString("base64"));
}
