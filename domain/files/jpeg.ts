/**
 * Reads the structure of a JPEG file (ITU-T T.81, annex B) without decoding its pixels:
 *
 *   FFD8                        start of image
 *   FFxx LL LL …                segments: tables, the frame header (width, height), metadata
 *   FFDA LL LL … entropy data   one scan, or several in a progressive image
 *   FFD9                        end of image: the file's last two bytes
 *
 * A length includes its own two bytes. In entropy data, FF is followed by 00 or a restart marker.
 */

/** Maximum width and height of a person's photo, in pixels. The browser scales it to this size. */
export const MAX_PHOTO_PIXELS = 512;
/** Maximum size of a person's photo, in bytes; a JPEG of 512 by 512 pixels has about 60 KB. */
export const MAX_PHOTO_BYTES = 200 * 1024;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DHT = 0xc4;
const DRI = 0xdd;
const JFIF = 0xe0; // APP0
const APP1 = 0xe1;
const APP15 = 0xef;
const COM = 0xfe;
const BASELINE = 0xc0; // SOF0
const EXTENDED = 0xc1; // SOF1
const PROGRESSIVE = 0xc2; // SOF2

const FRAMES: ReadonlySet<number> = new Set([BASELINE, EXTENDED, PROGRESSIVE]);
/** Segments allowed in a photo: none that can contain text from a camera or a person. */
const PERMITTED: ReadonlySet<number> = new Set([JFIF, DQT, DHT, DRI, SOS, ...FRAMES]);

/** Length of a JFIF segment without a thumbnail, which would be a second, unseen image. */
const JFIF_BYTES = 16;

type Segment = {
  readonly marker: number;
  /** Offset of the segment's FF. */
  readonly start: number;
  /** Offset after the segment; for a scan, after its entropy data. */
  readonly end: number;
};

/**
 * True if `bytes` is a complete baseline or progressive JPEG of at most 512 by 512 pixels and 200
 * KB without metadata or trailing bytes. Costs one pass over the bytes.
 */
export function isPlainPhoto(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_PHOTO_BYTES) return false;
  const segments = segmentsOf(bytes);
  if (segments === null || segments.at(-1)?.end !== bytes.length - 2) return false;
  const frames = segments.filter(({ marker }) => FRAMES.has(marker));
  const [frame] = frames;
  return (
    frames.length === 1 &&
    frame !== undefined &&
    isPermittedFrame(bytes, frame) &&
    segments.some(({ marker }) => marker === SOS) &&
    segments.every((segment) => isPermitted(bytes, segment))
  );
}

/**
 * Returns the image without metadata (Exif, colour profiles, comments) and trailing bytes; null if
 * it is not a JPEG. Some browsers add metadata to the images they encode.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | null {
  const segments = segmentsOf(bytes);
  if (segments === null) return null;
  const isMetadata = ({ marker }: Segment) => marker === COM || (marker >= APP1 && marker <= APP15);
  const kept = segments.filter((segment) => !isMetadata(segment));
  const size = kept.reduce((sum, { start, end }) => sum + end - start, 0);
  const image = new Uint8Array(size + 4);
  image.set([0xff, SOI]);
  let at = 2;
  for (const { start, end } of kept) {
    image.set(bytes.subarray(start, end), at);
    at += end - start;
  }
  image.set([0xff, EOI], at);
  return image;
}

/** Returns the segments between start and end of the image; null if the structure is invalid. */
function segmentsOf(bytes: Uint8Array): Segment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const segments: Segment[] = [];
  for (let start = 2; start + 1 < bytes.length;) {
    const marker = bytes[start + 1] ?? 0;
    if (bytes[start] !== 0xff) return null;
    if (marker === EOI) return segments;
    const length = uint16(bytes, start + 2);
    const headerEnd = start + 2 + length;
    // Markers below C0 have no length and occur only in entropy data.
    if (marker < BASELINE || length < 2 || headerEnd > bytes.length) return null;
    const end = marker === SOS ? entropyEnd(bytes, headerEnd) : headerEnd;
    segments.push({ marker, start, end });
    start = end;
  }
  return null; // no end of image
}

/** Returns the offset of the first marker after the entropy data that starts at `from`. */
function entropyEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    const isMarker = bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7);
    if (isMarker) return at;
    at++;
  }
  return at;
}

/**
 * True if a photo may contain this segment. The contents of tables are checked, because text could
 * be hidden in them.
 */
function isPermitted(bytes: Uint8Array, { marker, start, end }: Segment): boolean {
  const content = bytes.subarray(start + 4, end);
  switch (marker) {
    case JFIF:
      return content.length === JFIF_BYTES - 2 && startsWithText(content, "JFIF\0");
    case DQT:
      return areTables(content, 3, () => 64);
    case DHT:
      return areTables(content, 0x13, (counts) => 16 + sum(counts.subarray(0, 16)));
    case DRI:
      return content.length === 2;
    default:
      return PERMITTED.has(marker);
  }
}

/**
 * True if `content` consists only of tables, each a byte (class and id, at most `maxId`) followed
 * by `sizeOf` bytes.
 */
function areTables(
  content: Uint8Array,
  maxId: number,
  sizeOf: (rest: Uint8Array) => number,
): boolean {
  let at = 0;
  while (at < content.length) {
    if ((content[at] ?? 0) > maxId) return false;
    at += 1 + sizeOf(content.subarray(at + 1));
  }
  return at === content.length;
}

const sum = (bytes: Uint8Array) => bytes.reduce((total, byte) => total + byte, 0);

const startsWithText = (bytes: Uint8Array, text: string) =>
  [...text].every((letter, index) => bytes[index] === letter.charCodeAt(0));

/** 8 bits per sample, grey or colour, within the permitted size. */
function isPermittedFrame(bytes: Uint8Array, { start, end }: Segment): boolean {
  const [bits, height, width] = [
    bytes[start + 4],
    uint16(bytes, start + 5),
    uint16(bytes, start + 7),
  ];
  const components = bytes[start + 9] ?? 0;
  const isSize = (pixels: number) => pixels >= 1 && pixels <= MAX_PHOTO_PIXELS;
  return (
    bits === 8 &&
    isSize(width) &&
    isSize(height) &&
    (components === 1 || components === 3) &&
    end - start === 10 + 3 * components
  );
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
