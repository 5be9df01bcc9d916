import { writeFile } from "node:fs/promises";
import JsBarcode from "jsbarcode";
import { encode } from "uqr";

/** A bar code or QR code in the camera's picture. */
type Code = { readonly kind: "qr" | "code128"; readonly text: string };

const WIDTH = 1280;
const HEIGHT = 720;
/** Luma of white and black in video, and neutral chroma. */
const [WHITE, BLACK, GREY] = [235, 16, 128];

/**
 * Writes a video for Chromium's `--use-file-for-fake-video-capture`: one still picture that shows
 * the codes one below the other.
 */
export async function writeCameraFile(path: string, codes: readonly Code[]): Promise<void> {
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const rowHeight = Math.floor(HEIGHT / codes.length);
  for (const [row, code] of codes.entries()) {
    draw(luma, modulesOf(code), row * rowHeight, rowHeight);
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  // Five pictures a second: each costs the browser as much, and all are the same.
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  await writeFile(path, Buffer.concat([header, frame, frame]));
}

/**
 * Switches for a Chromium whose camera shows the video at `path`, without asking for permission.
 */
export const cameraSwitches = (path: string): readonly string[] => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${path}`,
];

/** Rows of modules, true for a dark one; a bar code has one row. */
function modulesOf({ kind, text }: Code): readonly (readonly boolean[])[] {
  if (kind === "qr") return encode(text, { ecc: "M", border: 4 }).data;
  const drawn: { encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  return [[...(drawn.encodings?.[0]?.data ?? "")].map((module) => module === "1")];
}

/** Draws modules at the largest size that fits, centered in their part of the picture. */
function draw(luma: Buffer, modules: readonly (readonly boolean[])[], top: number, height: number) {
  const columns = modules[0]?.length ?? 0;
  const isBars = modules.length === 1;
  const size = Math.floor(
    isBars ? (WIDTH - 120) / columns : Math.min(WIDTH, height - 20) / modules.length,
  );
  const left = Math.floor((WIDTH - size * columns) / 2);
  const tall = isBars ? height - 60 : size;
  for (const [row, line] of modules.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (!isDark) continue;
      for (let y = 0; y < tall; y++) {
        const from = (top + (isBars ? 30 : 10) + row * tall + y) * WIDTH + left + column * size;
        luma.fill(BLACK, from, from + size);
      }
    }
  }
}
