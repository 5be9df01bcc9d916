/** The XML of a workbook with one sheet named Data, all cells as text (ECMA-376, part 1, §18). */
import { columnName, escapeGuarded, isFormula } from "./cells";

/** Rows of an Excel sheet, including the headings. */
export const MAX_SHEET_ROWS = 1_048_576;

const NAMESPACE = "http://schemas.openxmlformats.org";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * The parts other than the sheet. Style 1 formats a cell as text, even if it starts like a formula,
 * and keeps it text when it is edited.
 */
export const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${XML}<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${NAMESPACE}/spreadsheetml/2006/main" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${NAMESPACE}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${XML}<styleSheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
};

export const SHEET_PART = "xl/worksheets/sheet1.xml";
export const SHEET_START = `${XML}<worksheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><sheetData>`;
export const SHEET_END = "</sheetData></worksheet>";

/**
 * Returns one row of a sheet. Empty texts get no cell.
 *
 * @param number row number, from 1
 */
export function sheetRow(cells: readonly string[], number: number): string {
  let xml = `<row r="${number}">`;
  for (const [column, text] of cells.entries()) {
    if (text === "") continue;
    const reference = `${(COLUMN_NAMES[column] ??= columnName(column))}${number}`;
    xml += PLAIN.test(text) ? textCell(reference, text) : escapedCell(reference, text);
  }
  return `${xml}</row>`;
}

const COLUMN_NAMES: string[] = [];

/** Texts without characters that XML or Excel would interpret: most of them. */
const PLAIN = /^[^'=+\-@&<>_\p{Cc}\uFFFE\uFFFF][^'&<>_\p{Cc}\uFFFE\uFFFF]*$/u;

/** Excel trims a text unless its spaces are preserved explicitly. */
function textCell(reference: string, xml: string): string {
  const t = xml.trim() === xml ? "<t>" : '<t xml:space="preserve">';
  return `<c r="${reference}" t="inlineStr"><is>${t}${xml}</t></is></c>`;
}

/**
 * Writes a text that XML or Excel would change. Excel stores a line break as a single character.
 */
function escapedCell(reference: string, value: string): string {
  const text = value.replace(/\r+\n?/g, "\n");
  const style = isFormula(text) ? '" s="1' : "";
  return textCell(reference + style, xmlText(escapeGuarded(text)));
}

/**
 * Escapes a text for XML. Excel represents a character that XML cannot contain as `_x000D_`, and
 * therefore a text of that form as `_x005F_x000D_`.
 */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      return `_x${code}_`;
    })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
