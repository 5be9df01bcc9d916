/**
 * Bytes of a small gray JPEG as a browser produces it: the headers are valid, the pixels are not
 * decoded by anything.
 */
export function photo({
  width = 128,
  height = 128,
  extra = [] as number[],
  after = [] as number[],
} = {}) {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...[0xff, 0xe0, 0, 16, ...ascii("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...extra,
    ...[0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xc4, 0, 20, 0, 1, ...Array<number>(15).fill(0), 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xff, 0x00, 0xff, 0xd0, 0x56],
    ...[0xff, 0xd9],
    ...after,
  ]);
}

/** A segment with its own marker, such as a comment (0xfe) or Exif data (0xe1). */
export function segment(marker: number, text: string): number[] {
  return [0xff, marker, 0, text.length + 2, ...ascii(text)];
}

export const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
