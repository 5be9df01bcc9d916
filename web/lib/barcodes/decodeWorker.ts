import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { DecodeAnswer, DecodeRequest } from "./decoder";

// Loads the library's WebAssembly from this app; by default it comes from a CDN. If that fails, the
// first decode reports it.
void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

/** The code formats on labels and boxes of devices. */
const FORMATS = ["QRCode", "DataMatrix", "Code128", "Code39", "Code93", "EANUPC", "ITF"] as const;
/**
 * Maximum of codes per picture: a box has a serial number, two IMEIs, and the maker's own codes.
 */
const MOST = 10;

addEventListener("message", ({ data: { id, image } }: MessageEvent<DecodeRequest>) => {
  const answer = (decoded: DecodeAnswer) => postMessage(decoded);
  decode(image).then(
    (texts) => answer({ id, texts }),
    (error: unknown) => answer({ id, fault: String(error) }),
  );
});

async function decode(image: ImageData): Promise<string[]> {
  const found = await readBarcodes(image, { formats: [...FORMATS], maxNumberOfSymbols: MOST });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text.trim());
}
