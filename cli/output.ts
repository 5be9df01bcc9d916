import stringWidth from "string-width";
import { oneLine } from "#domain/common/plainText";
import { cannotWrite, EXIT } from "./errors";
import { fitColumns, tableLine, wrapWords } from "./tableLayout";

/**
 * Prints a line of the result to stdout. Everything else goes to stderr, so that a pipe receives
 * only results.
 */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Prints a line for the user to stderr; it is never part of the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

let endsWithReader = true;

/** Keeps the command running after the reader of its results has gone. */
export function outliveReader(): void {
  endsWithReader = false;
}

/**
 * Treats a reader that leaves early, as in `sms samples list | head`, as normal. A command ends
 * when its results have no reader, unless it has called `outliveReader`, and when they cannot be
 * written, as on a full disk. It continues if only its notes cannot be written.
 */
export function acceptClosedPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      const { message, exitCode } = cannotWrite("stdout", error);
      note(`sms: ${message}`);
      process.exit(exitCode);
    }
    if (endsWithReader) process.exit(EXIT.done);
  });
  process.stderr.on("error", () => undefined);
}

export type TableColumn<Row> = {
  readonly title: string;
  readonly value: (row: Row) => string;
  /**
   * On a narrow terminal, columns of higher rank are dropped first; of equal ones, the last.
   * Default: 0.
   */
  readonly rank?: number;
};

/**
 * Prints a table. On a terminal, pads columns to their widest cell and drops those that do not fit.
 * In a pipe, omits titles and separates cells by tabs, for `cut` and `awk`.
 */
export function printTable<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): void {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.value(row))));
  if (!process.stdout.isTTY) {
    for (const row of cells) print(row.join("\t"));
    return;
  }
  const titles = columns.map(({ title }) => title);
  const measured = columns.map(({ rank = 0 }, index) => ({
    rank,
    width: [titles, ...cells].reduce(
      (most, row) => Math.max(most, stringWidth(row[index] ?? "")),
      0,
    ),
  }));
  const available = terminalWidth();
  const widths = fitColumns(measured, available);
  for (const row of [titles, ...cells]) print(tableLine(row, widths));
  const missing = titles.filter((_, index) => widths[index] === null);
  if (missing.length === 0) return;
  const hint = `Not shown: ${missing.join(", ")}. Widen the terminal, or add --json.`;
  wrapWords(hint, available).forEach(note);
}

/** Width of the terminal in cells; `COLUMNS` overrides the terminal's own value. */
function terminalWidth(): number {
  return Number(process.env["COLUMNS"]) || process.stdout.columns || Infinity;
}

/**
 * Formats a date as `2026-11-21 14:05 UTC`, "" for undefined: it sorts as text and does not depend
 * on the machine's time zone.
 */
export function dateText(epochMs: number | undefined): string {
  if (epochMs === undefined) return "";
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
