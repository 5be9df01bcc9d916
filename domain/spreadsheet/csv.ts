import Papa from "papaparse";
import { UnreadableSheet, type SheetRow } from "./sheet";

/**
 * Decodes a CSV file: UTF-8 or UTF-16 with a byte order mark, else UTF-8, else Windows-1252, which
 * Excel writes.
 */
export function decode(bytes: Uint8Array): { text: string; notes: string[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), notes: [] };
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
export function readCsv(text: string): SheetRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  const broken = errors.find((error) => error.type === "Quotes");
  if (broken) {
    throw new UnreadableSheet(
      `row ${(broken.row ?? 0) + 1} has a quote that is not closed (${broken.message})`,
    );
  }
  return data.map((cells, index) => ({ row: index + 1, cells }));
}

/** Returns the delimiter of the headings: they have no commas in them, while cells below may. */
function delimiterOf(text: string): string {
  const headings = (/^.*$/m.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => headings.split(delimiter).length;
  return [",", ";", "\t", "|"].reduce((best, next) => (count(next) > count(best) ? next : best));
}
