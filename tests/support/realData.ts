import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { read, utils } from "xlsx";
import { mapHeadings } from "#domain/imports/importHeadings";

export type TextRow = { row: number; fields: Record<string, string> };

/** Path of a file with real data: tests/data/README.md. */
function realFile(name: string): string {
  return fileURLToPath(new URL(`../data/${name}`, import.meta.url));
}

/** Rows of a file with real data as an import sends them; the headings are row 1. */
export function rowsOf(name: string): TextRow[] {
  const workbook = name.endsWith(".csv")
    ? read(readFileSync(realFile(name), "utf8"), { type: "string", raw: true })
    : read(readFileSync(realFile(name)), { dense: true });
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ""];
  if (sheet === undefined) throw new Error(`${name} has no sheet`);
  const [headings = [], ...rows] = utils.sheet_to_json<string[]>(sheet, {
    header: 1,
    raw: false,
    defval: "",
  });
  const { fields } = mapHeadings(headings);
  return rows.map((cells, index) => ({
    row: index + 2,
    fields: Object.fromEntries(
      fields.flatMap((field, column) => (field === null ? [] : [[field, cells[column] ?? ""]])),
    ),
  }));
}
