import Papa from "papaparse";
import { findHeadingRow, HEADING_ROWS, type IsHeading } from "../importHeadings";
import { UnreadableSheet, type SheetRow } from "./sheet";

/**
 * Decodes a CSV file: UTF-8 or UTF-16 with a byte order mark, else UTF-8, else Windows-1252, which
 * Excel writes.
 */
export function decode(bytes: Uint8Array): { text: string; notes: string[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), notes: [] };
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return { text: new TextDecoder("utf-16be").decode(bytes), notes: [] };
  }
  if (bytes.includes(0)) throw new UnreadableSheet("it is no text; save it as .xlsx or .csv");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return { text, notes: ["The file is not UTF-8; it was read as Windows-1252. Check accents."] };
  }
}

/**
 * Returns the rows of CSV text. Row numbers count records, like a spreadsheet program, not lines: a
 * quoted cell may hold line breaks.
 *
 * @throws UnreadableSheet for a quote that is never closed, naming the row
 */
export function readCsv(text: string, isHeading: IsHeading): SheetRow[] {
  const delimiter = delimiterOf(text, isHeading);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = errors.find((error) => error.type === "Quotes");
  if (broken) {
    throw new UnreadableSheet(
      `row ${(broken.row ?? 0) + 1} has a quote that is not closed (${broken.message})`,
    );
  }
  return data.map((cells, index) => ({ row: index + 1, cells }));
}

/**
 * Returns the delimiter that gives the most headings in one row: a title with commas may stand
 * above headings with semicolons. Where no delimiter gives more than another, the one that the
 * first line has most often.
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
