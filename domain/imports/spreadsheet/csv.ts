import Papa from "papaparse";
import { findHeadingRow, HEADING_ROWS, type IsHeading } from "../importHeadings";
import { decodeAs, ENCODINGS, guessSingleByte, type Encoding } from "./encodings";
import { UnreadableSheet, type SheetRow } from "./sheet";

type Decoded = {
  readonly text: string;
  readonly encoding: Encoding;
  /** True when nothing in the file says its encoding. */
  readonly isGuessed: boolean;
  readonly notes: readonly string[];
};

/**
 * Decodes a text file: in the encoding that the person chose, else by its byte order mark, else as
 * UTF-8, else in the single-byte encoding that fits best. A note then names that encoding, with an
 * example.
 *
 * @throws UnreadableSheet for bytes that are not text
 */
export function decode(bytes: Uint8Array, chosen?: Encoding): Decoded {
  if (chosen !== undefined) return decoded(bytes, chosen);
  if (startsWith(bytes, [0xff, 0xfe])) return decoded(bytes, "utf-16le");
  if (startsWith(bytes, [0xfe, 0xff])) return decoded(bytes, "utf-16be");
  if (bytes.includes(0)) return decoded(bytes, utf16WithoutMark(bytes));
  try {
    return decoded(bytes, "utf-8");
  } catch (error) {
    if (startsWith(bytes, [0xef, 0xbb, 0xbf]) || isMostlyUtf8(bytes)) throw error;
  }
  const encoding = guessSingleByte(bytes);
  const text = decodeAs(bytes, encoding);
  const note =
    `The file is not UTF-8; it was read as ${ENCODINGS[encoding]}: “${exampleOf(text)}”. ` +
    "If this looks wrong, choose another encoding.";
  return { text, encoding, isGuessed: true, notes: [note] };
}

function decoded(bytes: Uint8Array, encoding: Encoding): Decoded {
  try {
    return { text: decodeAs(bytes, encoding), encoding, isGuessed: false, notes: [] };
  } catch (error) {
    const name = ENCODINGS[encoding];
    const row = encoding === "utf-8" ? ` in line ${brokenLine(bytes)}` : "";
    throw new UnreadableSheet(
      `it has bytes${row} that are not ${name}; save it as UTF-8, or choose its encoding`,
      { cause: error },
    );
  }
}

export function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** @throws UnreadableSheet unless zeros are where UTF-16 has them in the texts of headings */
function utf16WithoutMark(bytes: Uint8Array): Encoding {
  const zeros = [0, 0];
  bytes.subarray(0, 4_096).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > 3 && even === 0) return "utf-16le";
  if (even > 3 && odd === 0) return "utf-16be";
  throw new UnreadableSheet("it is not a text file; save it as .xlsx or .csv");
}

/** True if only a few bytes are no UTF-8: in another encoding all the other text would break. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  const foreign = text.match(/[^\0-\x7F]/gu) ?? [];
  const broken = foreign.filter((character) => character === "\uFFFD").length;
  return foreign.length > 4 * broken;
}

function brokenLine(bytes: Uint8Array): number {
  const [before = ""] = new TextDecoder("utf-8").decode(bytes).split("\uFFFD", 1);
  return before.split(/\r\n|\r|\n/).length;
}

/** Number of characters shown before and after the first non-ASCII character. */
const EXAMPLE_REACH = 25;

function exampleOf(text: string): string {
  const at = text.search(/[^\0-\x7F]/);
  const before =
    text
      .slice(Math.max(0, at - EXAMPLE_REACH), at)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  const [after = ""] = text.slice(at, at + EXAMPLE_REACH).split(/[\r\n]/, 1);
  return before + after;
}

/**
 * Returns the rows of CSV text. Row numbers count records, like a spreadsheet program, not lines: a
 * quoted cell may hold line breaks.
 *
 * @throws UnreadableSheet for a quote that is never closed, naming the row
 */
export function readCsv(content: string, isHeading: IsHeading): SheetRow[] {
  // Some programs append lines with other line ends, but Papa Parse expects one kind per file.
  const text = content.replace(/"[^"]*"|\r\n?/g, (found) => (found[0] === '"' ? found : "\n"));
  const delimiter = delimiterOf(text, isHeading);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = errors.find((error) => error.type === "Quotes");
  if (broken) {
    throw new UnreadableSheet(
      `row ${(broken.row ?? 0) + 1} has a quote that is not closed (${broken.message})`,
    );
  }
  return data.map((cells, index) => ({ row: index + 1, cells: cells.map(unwrapped) }));
}

/** Takes a text out of the formula `="00412"`, in which programs write it to keep its zeros. */
function unwrapped(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/**
 * Returns the delimiter that yields the most headings in one row, because a title with commas may
 * precede headings with semicolons. In a tie, returns the delimiter that occurs most often in the
 * first line.
 */
function delimiterOf(text: string, isHeading: IsHeading): string {
  const [first = ""] = /^.*$/m.exec(text) ?? [];
  const candidates = [",", ";", "\t", "|"].map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: HEADING_ROWS });
    const rows = data.map((cells) => cells.map((cell) => cell.trim()));
    const { headings } = findHeadingRow(rows, isHeading);
    return { delimiter, headings, cells: first.replace(/"[^"]*"/g, "").split(delimiter).length };
  });
  candidates.sort((one, other) => other.headings - one.headings || other.cells - one.cells);
  return candidates[0]?.delimiter ?? ",";
}
