import type { Square } from "@/lib/people/photo";

type Size = { readonly width: number; readonly height: number };

/** A face fills a passport photo at four times. */
export const MAX_ZOOM = 4;

/** The largest square in the middle of an image. */
export function startSquare({ width, height }: Size): Square {
  const size = Math.min(width, height);
  return { size, left: (width - size) / 2, top: (height - size) / 2 };
}

/** Moves a square within its image, by the image's pixels. */
export function moveSquare(image: Size, { size, left, top }: Square, x: number, y: number): Square {
  const within = (at: number, limit: number) => Math.min(Math.max(at, 0), limit - size);
  return { size, left: within(left + x, image.width), top: within(top + y, image.height) };
}

/** Shows the same middle `zoom` times as large as the largest square does. */
export function zoomSquare(image: Size, last: Square, zoom: number): Square {
  const size = Math.min(image.width, image.height) / zoom;
  const shift = (last.size - size) / 2;
  return moveSquare(image, { size, left: last.left + shift, top: last.top + shift }, 0, 0);
}
