import type { Page } from "playwright-core";

/** Half of a PNG's size, with no edge that anybody sees. */
const QUALITY = 0.8;

/**
 * Turns a PNG into WebP with the browser's own encoder. @param page any page; a blank one will do
 */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([base64, quality]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      const webp = await canvas.convertToBlob({ type: "image/webp", quality });
      const text = new Array<string>();
      for (const byte of new Uint8Array(await webp.arrayBuffer())) {
        text.push(String.fromCharCode(byte));
      }
      return btoa(text.join(""));
    },
    [png.toString("base64"), QUALITY] as const,
  );
  return Buffer.from(encoded, "base64");
}
