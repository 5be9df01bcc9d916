import type { Page } from "playwright-core";

/** Half of a PNG's size, without visible artifacts at edges. */
const QUALITY = 0.8;

/** Converts a PNG to WebP with the browser's own encoder. @param page any page, even a blank one */
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

/**
 * Counts the pixels in which two pictures differ visibly: by more than 24 of 255 in a channel.
 * Pictures of different sizes differ in every pixel of the larger one.
 *
 * @param page any page, even a blank one
 */
export function differingPixels(page: Page, first: Buffer, second: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/webp" }));
          const { width, height } = bitmap;
          const context = new OffscreenCanvas(width, height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          return { width, height, data: context?.getImageData(0, 0, width, height).data };
        }),
      );
      if (!a?.data || !b?.data) throw new Error("a picture could not be decoded");
      if (a.width !== b.width || a.height !== b.height) {
        return Math.max(a.width * a.height, b.width * b.height);
      }
      let count = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const isSame = [0, 1, 2].every(
          (channel) =>
            Math.abs((a.data?.[at + channel] ?? 0) - (b.data?.[at + channel] ?? 0)) <= 24,
        );
        if (!isSame) count++;
      }
      return count;
    },
    [first.toString("base64"), second.toString("base64")] as const,
  );
}
