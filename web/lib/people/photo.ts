import { isPlainPhoto, MAX_PHOTO_PIXELS, withoutMetadata } from "#domain/files/jpeg";
import { convexUrl } from "@/lib/connection/convex";

/**
 * Returns the address of a person's photo. The server stores it without an origin, because the app
 * may be reachable under several host names.
 */
export function photoAddress(photoURL: string): string {
  return new URL(photoURL, convexUrl).href;
}

/** A square of an image, in its own pixels. */
export interface Square {
  left: number;
  top: number;
  size: number;
}

/** JPEG qualities to try until the file is small enough; a noisy photo may need a second try. */
const QUALITIES = [0.86, 0.7, 0.5];

/**
 * Encodes a square of an image as the JPEG that the server accepts: at most 512 pixels wide, no
 * metadata, at most 200 KB.
 *
 * @throws Error when this browser cannot produce such a file
 */
export async function squarePhoto(image: ImageBitmap, square: Square): Promise<ArrayBuffer> {
  const pixels = Math.min(MAX_PHOTO_PIXELS, Math.round(square.size));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no images");
  context.fillStyle = "white"; // background of a transparent image
  context.fillRect(0, 0, pixels, pixels);
  const { left, top, size } = square;
  context.drawImage(image, left, top, size, size, 0, 0, pixels, pixels);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", quality),
    );
    const photo = blob && withoutMetadata(new Uint8Array(await blob.arrayBuffer()));
    if (photo && isPlainPhoto(photo)) return Uint8Array.from(photo).buffer;
  }
  throw new Error("This browser makes no JPEG of at most 200 KB");
}
