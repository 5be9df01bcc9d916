import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/** Spaces between two columns. */
const GAP = 2;

/**
 * Cells up to this width are not cut while their column is shown: an id has 32 characters, and most
 * e-mails have fewer.
 */
const UNCUT_WIDTH = 32;

export type MeasuredColumn = {
  /** Width of its widest cell or its title, in terminal cells. */
  readonly width: number;
  /** Columns of higher rank are dropped first; of equal ones, the last. */
  readonly rank: number;
};

/**
 * Fits the columns of a table into a terminal `available` cells wide. First drops columns until the
 * others fit with long texts cut, then cuts as little as possible. The most important column always
 * stays.
 *
 * @returns the width of each column; null for one that is dropped
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  available: number,
): (number | null)[] {
  const widths = columns.map((): number | null => null);
  const byImportance = [...columns.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  let left = available + GAP;
  for (const [place, [index, { width }]] of byImportance.entries()) {
    const least = Math.min(width, UNCUT_WIDTH) + GAP;
    if (least > left && place > 0) break;
    widths[index] = Math.min(least, left) - GAP;
    left -= least;
  }
  for (const [index, { width }] of byImportance) {
    const shown = widths[index] ?? null;
    if (shown === null || left <= 0) continue;
    const more = Math.min(width - shown, left);
    widths[index] = shown + more;
    left -= more;
  }
  return widths;
}

/** Formats one line of a table: cells in columns of these widths, cut if they are longer. */
export function tableLine(cells: readonly string[], widths: readonly (number | null)[]): string {
  return cells
    .flatMap((cell, index) => {
      const width = widths[index] ?? null;
      return width === null ? [] : [padded(cliTruncate(cell, width), width)];
    })
    .join(" ".repeat(GAP))
    .trimEnd();
}

const padded = (text: string, width: number) => text + " ".repeat(width - stringWidth(text));

/** Breaks a text between words into lines no wider than `width`, unless a single word is wider. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = `${last ?? ""} ${word}`;
    if (last === undefined || stringWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
