/**
 * Prints a line of the result to stdout. Everything else goes to stderr, so that a pipe gets
 * results only.
 */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Prints a line for the person to stderr; it is never part of the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

export type TableColumn<Row> = { readonly title: string; readonly value: (row: Row) => string };

/**
 * Prints a table: on a terminal with columns padded to their widest cell; in a pipe without titles
 * and with tabs between cells, for `cut` and `awk`.
 */
export function printTable<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): void {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.value(row))));
  if (!process.stdout.isTTY) {
    for (const row of cells) print(row.join("\t"));
    return;
  }
  const titles = columns.map((column) => column.title);
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  print(line(titles));
  for (const row of cells) print(line(row));
}

/**
 * Returns text of unknown origin as one line without control characters: a model named with an
 * escape sequence must not move the cursor, nor a tab add a column.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
