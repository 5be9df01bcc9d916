import type { Square } from "@/lib/people/photo";

type Size = { readonly width: number; readonly height: number };

/** At this zoom, the face of a passport photo fills the square. */
export const MAX_ZOOM = 4;

/** The largest square in the center of an image. */
export function startSquare({ width, height }: Size): Square {
  const size = Math.min(width, height);
  return { size, left: (width - size) / 2, top: (height - size) / 2 };
}

/** Moves a square within its image, by image pixels. */
export function moveSquare(image: Size, { size, left, top }: Square, x: number, y: number): Square {
  const within = (at: number, limit: number) => Math.min(Math.max(at, 0), limit - size);
  return { size, left: within(left + x, image.width), top: within(top + y, image.height) };
}

/** Scales the square around its center to 1/`zoom` of the largest one. */
export function zoomSquare(image: Size, last: Square, zoom: number): Square {
  const size = Math.min(image.width, image.height) / zoom;
  const shift = (last.size - size) / 2;
  return moveSquare(image, { size, left: last.left + shift, top: last.top + shift }, 0, 0);
}
