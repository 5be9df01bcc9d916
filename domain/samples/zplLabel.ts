/** Labels as programs of Zebra's printer language, ZPL II. */
import type { LabelFormat } from "./labelFormats";
import { barcodeModules, GAP, layoutLabel, LEADING, PADDING, type Labelled } from "./labelLayout";

/** Dots per mm of the printers, by their resolution in dpi as their makers name it. */
const DOTS_PER_MM = { 203: 8, 300: 11.8, 600: 23.6 } as const;
export type Resolution = keyof typeof DOTS_PER_MM;
export const RESOLUTIONS: readonly Resolution[] = [203, 300, 600];

/** Bytes that a QR code with error correction M holds, from version 1, of 21 modules, on. */
const QR_BYTES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
/** Largest dots per module that all printers accept. */
const MAX_MAGNIFICATION = 10;

type ZplOptions = { readonly resolution: Resolution; readonly isLarge: boolean };

/**
 * Returns the ZPL program that prints one label: a QR code of `address`, the device's name, serial
 * number and IMEI as text and, if it fits, the serial number as Code 128.
 */
export function zplLabel(
  device: Labelled,
  address: string,
  { label }: Pick<LabelFormat, "label">,
  { resolution, isLarge }: ZplOptions,
): string {
  const dots = (mm: number) => Math.round(mm * DOTS_PER_MM[resolution]);
  const { side, column, texts, barcodeHeight } = layoutLabel(device, label, isLarge);
  const magnification = Math.floor(dots(side) / qrModules(address));
  const left = dots(column.left);
  let top = PADDING;
  const fields = texts.map(({ text, size, lines }) => {
    const at = `^FO${left},${dots(top)}`;
    top += size * lines * LEADING;
    const font = `^A0N,${dots(size)},${dots(size)}`;
    return `${at}${font}^FB${dots(column.width)},${lines}^FH^FD${zplText(text)}^FS`;
  });
  const { serialNumber } = device;
  const moduleDots = Math.floor(dots(column.width) / barcodeModules(serialNumber));
  const hasBarcode = barcodeHeight !== null && moduleDots > 0;
  return [
    `^XA^CI28^PW${dots(label.width)}^LL${dots(label.height)}`,
    `^FO${dots(PADDING)},${dots(PADDING)}^BQN,2,${Math.max(1, Math.min(MAX_MAGNIFICATION, magnification))}^FH^FDMA,${zplText(address)}^FS`,
    ...fields,
    ...(hasBarcode
      ? [
          `^FO${left},${dots(top + GAP)}^BY${moduleDots}^BCN,${dots(barcodeHeight)},N,N,N^FH^FD${zplText(serialNumber)}^FS`,
        ]
      : []),
    "^XZ",
  ].join("\n");
}

/** Modules on a side of the QR code that a printer makes of the text. */
function qrModules(text: string): number {
  const bytes = new TextEncoder().encode(text).length;
  const version = QR_BYTES.findIndex((most) => bytes <= most) + 1 || QR_BYTES.length + 1;
  return 17 + 4 * version;
}

/** Escapes ZPL command characters and the escape character itself as hexadecimal bytes. */
function zplText(text: string): string {
  return text.replace(/[\^~_\\\n\r]/g, (mark) => {
    return `_${mark.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
  });
}
