import { columnName, escapeGuarded, isFormula } from "./cells";

/** The XML of a workbook with one sheet named Data, all cells text (ECMA-376, part 1, §18). */

/** Rows of an Excel sheet, the headings included. */
export const MAX_SHEET_ROWS = 1_048_576;

const NAMESPACE = "http://schemas.openxmlformats.org";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * The parts beside the sheet. Style 1 marks a cell as text even if it begins like a formula, also
 * when it is edited.
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

/** Returns one row of a sheet. An empty text gets no cell. @param number of the row, from 1 */
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

/** Texts that neither XML nor Excel reads as something else: most of them. */
const PLAIN = /^[^'=+\-@&<>_\p{Cc}\uFFFE\uFFFF][^'&<>_\p{Cc}\uFFFE\uFFFF]*$/u;

/** Excel trims a text unless its spaces are to be preserved. */
function textCell(reference: string, xml: string): string {
  const t = xml.trim() === xml ? "<t>" : '<t xml:space="preserve">';
  return `<c r="${reference}" t="inlineStr"><is>${t}${xml}</t></is></c>`;
}

/** Writes a text that XML or Excel would change. Excel stores a line break as one character. */
function escapedCell(reference: string, value: string): string {
  const text = value.replace(/\r+\n?/g, "\n");
  const style = isFormula(text) ? '" s="1' : "";
  return textCell(reference + style, xmlText(escapeGuarded(text)));
}

/**
 * Escapes a text for XML. Excel writes a character that XML cannot hold as `_x000D_`, and therefore
 * a text that looks like this as `_x005F_x000D_`.
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
