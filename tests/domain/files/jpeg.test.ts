import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainPhoto, MAX_PHOTO_BYTES, withoutMetadata } from "#domain/files/jpeg";
import { ascii, photo, segment } from "../../support/data/photos";
import { property } from "../../support/property";

const SCRIPT = "<script>alert(1)</script>";

describe("a person's photo", () => {
  test("a JPEG of at most 512 by 512 pixels without metadata is accepted", () => {
    expect(isPlainPhoto(photo())).toBe(true);
    expect(isPlainPhoto(photo({ width: 512, height: 512 }))).toBe(true);
  });

  test.each([
    ["nothing", new Uint8Array()],
    ["a text", Uint8Array.from(ascii(SCRIPT))],
    ["an SVG", Uint8Array.from(ascii(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`))],
    ["a PNG", Uint8Array.from([0x89, ...ascii("PNG\r\n\u001a\n"), 0, 0, 0, 13])],
    ["a start of a JPEG with a script", Uint8Array.from([0xff, 0xd8, 0xff, ...ascii(SCRIPT)])],
    ["a JPEG without its end", photo().subarray(0, -2)],
    ["a JPEG without a scan", Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])],
    ["one that is too wide", photo({ width: 513 })],
    ["one that is too high", photo({ height: 4000 })],
    ["one of no height", photo({ height: 0 })],
    ["bytes after the end", photo({ after: [0] })],
    ["a script after the end", photo({ after: ascii(SCRIPT) })],
    ["a second image after the end", photo({ after: [...photo()] })],
    ["a comment", photo({ extra: segment(0xfe, SCRIPT) })],
    ["Exif data", photo({ extra: segment(0xe1, "Exif\0\0") })],
    ["a colour profile", photo({ extra: segment(0xe2, "ICC_PROFILE\0") })],
    ["an Adobe segment", photo({ extra: segment(0xee, "Adobe") })],
    ["a JFIF segment with a thumbnail", photo({ extra: segment(0xe0, "JFIF\0 a thumbnail") })],
    ["a table that is a text", photo({ extra: segment(0xdb, SCRIPT) })],
    ["a Huffman table that is a text", photo({ extra: segment(0xc4, SCRIPT) })],
    ["a lossless frame", photo({ extra: segment(0xc3, "") })],
    ["two frames", photo({ extra: [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0] })],
    ["a segment that ends after the file", photo({ extra: [0xff, 0xfe, 0xff, 0xff] })],
    ["a file above 200 KB", withBytes(MAX_PHOTO_BYTES)],
  ])("is refused as %s", (_, bytes) => {
    expect(isPlainPhoto(bytes)).toBe(false);
  });

  test("loses its metadata and the bytes after its end before it is sent", () => {
    const extra = [...segment(0xe1, "Exif\0\0 GPS"), ...segment(0xfe, SCRIPT)];
    const plain = withoutMetadata(photo({ extra, after: ascii(SCRIPT) }));
    expect(plain).toEqual(photo());
    expect(withoutMetadata(Uint8Array.from(ascii(SCRIPT)))).toBeNull();
  });

  property([fc.uint8Array({ maxLength: 300 }), fc.nat(300)], { numRuns: 2_000 })(
    "no bytes make the check throw or loop forever",
    (noise, at) => {
      const bytes = photo();
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      const plain = withoutMetadata(bytes);
      if (isPlainPhoto(bytes)) expect(plain).toEqual(bytes);
    },
  );
});

/** Returns a photo whose scan data makes the file longer than `size` bytes. */
function withBytes(size: number): Uint8Array {
  const start = photo().subarray(0, -2);
  return Uint8Array.from([...start, ...Array<number>(size).fill(1), 0xff, 0xd9]);
}
