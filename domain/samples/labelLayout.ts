/** What a label shows, and how large, on paper and on a label printer. Lengths in mm. */
import { deviceName } from "./deviceName";

export type Labelled = {
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
  /** "" for a device without one. */
  readonly imei1: string;
};

type LabelText = {
  readonly text: string;
  /** Size of the font. */
  readonly size: number;
  /** Lines that the text may take; the rest is cut off. */
  readonly lines: number;
  readonly isIdentifier: boolean;
};

export type LabelLayout = {
  /** Side of the QR code, at the left, with its quiet zone. */
  readonly side: number;
  /** The texts' column, at the right. */
  readonly column: { readonly left: number; readonly width: number };
  readonly texts: readonly LabelText[];
  /** Height of the bar code below the texts; null if it does not fit. */
  readonly barcodeHeight: number | null;
};

export const PADDING = 1.5;
export const GAP = 1;
/** Height of a line of text, of its font size. */
export const LEADING = 1.2;

/** Largest share of the label's width for the QR code. */
const CODE_SHARE = 0.45;
/** 8 pt on a label of usual height; higher labels have larger texts, up to twice as large. */
const TEXT = 2.8;
const USUAL_HEIGHT = 29;
/** How much larger the texts of "large" labels are. */
const LARGE = 1.4;
/** 5 pt: smaller texts cannot be read. */
const MIN_TEXT = 1.8;
/**
 * Width of a character, of its font size: of a monospaced font, rounded up, because a line that
 * just fits would wrap; and the mean of a proportional font.
 */
const MONOSPACED = 0.62;
const PROPORTIONAL = 0.52;
const NAME_LINES = 2;
/** Characters of a device's name that a line has room for, however narrow the label is. */
const NAME_CHARACTERS = 12;

const BARCODE = { min: 5, max: 8 };
/** Narrowest module of a bar code that readers resolve. */
const MIN_MODULE = 0.125;
/** Modules of one Code 128 character, and of start, check, stop and both quiet zones together. */
const MODULES = { perCharacter: 11, around: 55 };

/** Modules of a Code 128 bar code, its quiet zones included; one character can be two digits. */
export const barcodeModules = (text: string) => text.length * MODULES.perCharacter + MODULES.around;

/**
 * Lays out a label: the QR code as large as the label allows, beside it the device, its serial
 * number and its IMEI, as large as they fit in a line, and a bar code of the serial number if there
 * is room.
 *
 * @param isLarge larger texts, and the bar code only in what they leave
 */
export function layoutLabel(
  device: Labelled,
  label: { readonly width: number; readonly height: number },
  isLarge: boolean,
): LabelLayout {
  const room = label.height - 2 * PADDING;
  const side = Math.min(room, label.width * CODE_SHARE);
  const left = PADDING + side + GAP;
  const width = label.width - left - PADDING;
  const scale = Math.min(2, Math.max(1, label.height / USUAL_HEIGHT)) * (isLarge ? LARGE : 1);
  const identifiers = [device.serialNumber, device.imei1 && `IMEI ${device.imei1}`];
  const texts = shrunk(
    [
      nameText(deviceName(device), TEXT * scale, width),
      ...identifiers.filter(Boolean).map((text) => identifierText(text, TEXT * scale, width)),
    ],
    room,
  );
  const rest = room - heightOf(texts) - GAP;
  const isNarrow = width < barcodeModules(device.serialNumber) * MIN_MODULE;
  const barcodeHeight = isNarrow || rest < BARCODE.min ? null : Math.min(BARCODE.max * scale, rest);
  return { side, column: { left, width }, texts, barcodeHeight };
}

function nameText(text: string, wanted: number, width: number): LabelText {
  const size = Math.min(wanted, width / (NAME_CHARACTERS * PROPORTIONAL));
  const lines = Math.ceil((text.length * PROPORTIONAL * size) / width);
  return { text, size, lines: Math.max(1, Math.min(NAME_LINES, lines)), isIdentifier: false };
}

/** An identifier is never cut off: it is made smaller, and wraps where that is not enough. */
function identifierText(text: string, wanted: number, width: number): LabelText {
  const size = Math.max(MIN_TEXT, Math.min(wanted, width / (text.length * MONOSPACED)));
  const lines = Math.max(1, Math.ceil((text.length * MONOSPACED * size) / width - 0.001));
  return { text, size, lines, isIdentifier: true };
}

function heightOf(texts: readonly LabelText[]): number {
  return texts.reduce((sum, { size, lines }) => sum + size * lines * LEADING, 0);
}

/** Makes the texts smaller together if they are higher than the label. */
function shrunk(texts: readonly LabelText[], room: number): readonly LabelText[] {
  const factor = Math.min(1, room / heightOf(texts));
  return texts.map((text) => ({ ...text, size: text.size * factor }));
}
