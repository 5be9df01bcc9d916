import { deviceName } from "./deviceName";

/** A page of labels, or a single label of a roll. Lengths in mm. */
export type LabelFormat = {
  readonly id: string;
  readonly name: string;
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** From the page's edges to the first label. */
  readonly margin: { readonly left: number; readonly top: number };
  /** From one label's left or top edge to the next one's. */
  readonly pitch: { readonly x: number; readonly y: number };
};

const A4 = { width: 210, height: 297 };

/**
 * Common sheets of adhesive labels, with manufacturers' product numbers, and rolls of label
 * printers.
 */
export const LABEL_FORMATS: readonly LabelFormat[] = [
  {
    id: "a4-21",
    name: "A4, 21 labels of 63.5 × 38.1 mm (Avery L7160)",
    page: A4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    margin: { left: 7.25, top: 15.15 },
    pitch: { x: 66, y: 38.1 },
  },
  {
    id: "a4-24",
    name: "A4, 24 labels of 70 × 37 mm (Avery 3474)",
    page: A4,
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    margin: { left: 0, top: 0.5 },
    pitch: { x: 70, y: 37 },
  },
  {
    id: "a4-65",
    name: "A4, 65 labels of 38.1 × 21.2 mm (Avery L7651)",
    page: A4,
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    margin: { left: 4.65, top: 10.7 },
    pitch: { x: 40.6, y: 21.2 },
  },
  roll("roll-62", "Roll, 62 × 29 mm", 62, 29),
  roll("roll-57", "Roll, 57 × 32 mm", 57, 32),
];

function roll(id: string, name: string, width: number, height: number): LabelFormat {
  const size = { width, height };
  return {
    id,
    name,
    page: size,
    label: size,
    columns: 1,
    rows: 1,
    margin: { left: 0, top: 0 },
    pitch: { x: width, y: height },
  };
}

/** A label's position: its page, from 0, and its top left corner on that page, mm. */
export type LabelPlace = { readonly page: number; readonly left: number; readonly top: number };

/**
 * Returns the position of label `index`, row by row.
 *
 * @param skipped used-up labels on the first page
 */
export function labelPlace(format: LabelFormat, index: number, skipped = 0): LabelPlace {
  const { columns, rows, margin, pitch } = format;
  const place = index + skipped;
  const onPage = place % (columns * rows);
  return {
    page: Math.floor(place / (columns * rows)),
    left: margin.left + (onPage % columns) * pitch.x,
    top: margin.top + Math.floor(onPage / columns) * pitch.y,
  };
}

type Labelled = { readonly brand: string; readonly model: string; readonly serialNumber: string };

/** Dots per mm of the most common label printers (203 dpi). */
const DOTS_PER_MM = 8;
/**
 * Width in modules of one Code 128 character, and of start, check and stop characters together; a
 * module is one dot.
 */
const MODULES = { perCharacter: 11, around: 35 };

/**
 * Returns the ZPL II program that prints one label on a Zebra printer with 203 dpi: a QR code of
 * `address`, the device's name, the serial number as text and, if it fits, as Code 128.
 */
export function zplLabel(device: Labelled, address: string, { label }: LabelFormat): string {
  const width = Math.round(label.width * DOTS_PER_MM);
  const height = Math.round(label.height * DOTS_PER_MM);
  const { serialNumber } = device;
  const left = 176; // right of the QR code, which has at most 41 modules of 4 dots
  const barcode = serialNumber.length * MODULES.perCharacter + MODULES.around;
  return [
    `^XA^CI28^PW${width}^LL${height}`,
    `^FO8,16^BQN,2,4^FH^FDMA,${zplText(address)}^FS`,
    `^FO${left},20^A0N,24,24^FB${width - left - 8},2^FH^FD${zplText(deviceName(device))}^FS`,
    `^FO${left},78^A0N,28,28^FH^FD${zplText(serialNumber)}^FS`,
    ...(left + barcode + 8 <= width
      ? [`^FO${left},116^BY1^BCN,60,N,N,N^FH^FD${zplText(serialNumber)}^FS`]
      : []),
    "^XZ",
  ].join("\n");
}

/** Escapes ZPL command characters and the escape character itself as hexadecimal bytes. */
function zplText(text: string): string {
  return text.replace(/[\^~_\\\n\r]/g, (mark) => {
    return `_${mark.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
  });
}
