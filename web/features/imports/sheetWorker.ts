/** Worker that parses a spreadsheet. The page terminates it when it takes too long. */
import { fileHash } from "#domain/imports/imports";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet, type ParseOptions } from "#domain/imports/spreadsheet/parse";
import { UnreadableSheet, type Sheet, type SheetRow } from "#domain/imports/spreadsheet/sheet";

export type SheetRequest = { readonly file: Blob; readonly options: ParseOptions };

/**
 * Messages of the worker, in this order. Rows arrive in chunks, so that receiving one does not
 * block the page.
 */
export type SheetMessage =
  | { readonly kind: "sheet"; readonly sheet: Omit<Sheet, "rows">; readonly hash: string }
  | { readonly kind: "rows"; readonly rows: readonly SheetRow[] }
  | { readonly kind: "end" }
  | { readonly kind: "unreadable"; readonly reason: string };

const page = self as unknown as {
  postMessage(message: SheetMessage): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<SheetRequest>) => void): void;
};

/** Rows per message: about 5 ms to receive. */
const ROWS_PER_MESSAGE = 2_000;

async function answer({ file, options }: SheetRequest): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows, ...sheet } = await parseSheet(bytes, SHEET_LIMITS, options);
  page.postMessage({ kind: "sheet", sheet, hash: await fileHash(bytes, sheet) });
  for (let first = 0; first < rows.length; first += ROWS_PER_MESSAGE) {
    page.postMessage({ kind: "rows", rows: rows.slice(first, first + ROWS_PER_MESSAGE) });
  }
  page.postMessage({ kind: "end" });
}

page.addEventListener("message", ({ data }) => {
  answer(data).catch((error: unknown) => {
    const isKnown = error instanceof UnreadableSheet;
    const reason = isKnown ? error.message : `it cannot be parsed (${String(error)})`;
    page.postMessage({ kind: "unreadable", reason });
  });
});
