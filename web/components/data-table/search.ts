import type { Columns, TableRow } from "./columns";

/** Upper case, accents and grouping spaces make no difference: `35 693803` finds `35693803…`. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/**
 * The rows with `query` in any column's text. All words must occur, in any column.
 * A query of digits and spaces is one identifier.
 *
 * Cost: one pass over the rows and columns; rows come from live queries, which keep unchanged rows
 * identical, so a row's text is made once.
 */
export function searchRows<Row extends TableRow>(
  rows: readonly Row[],
  columns: Columns<Row>,
  query: string,
): readonly Row[] {
  const isIdentifier = /^[\d\s]+$/.test(query);
  const words = isIdentifier ? [query.replace(/\s/g, "")] : fold(query).split(/\s+/);
  const wanted = words.filter(Boolean);
  if (wanted.length === 0) return rows;
  const textOf = rowTexts(columns);
  return rows.filter((row) => {
    const text = textOf(row);
    return wanted.every((word) => text.includes(word));
  });
}

const textsByColumns = new WeakMap<object, WeakMap<object, string>>();

function rowTexts<Row extends TableRow>(columns: Columns<Row>): (row: Row) => string {
  const known = textsByColumns.get(columns) ?? new WeakMap<object, string>();
  textsByColumns.set(columns, known);
  return (row) => {
    const text =
      known.get(row) ?? fold(columns.map((column) => column.meta?.text?.(row) ?? "").join("\n"));
    known.set(row, text);
    return text;
  };
}
