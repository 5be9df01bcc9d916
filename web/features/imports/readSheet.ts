import { refusedName } from "#domain/imports/spreadsheet/fileNames";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { tooLarge, type ParseOptions } from "#domain/imports/spreadsheet/parse";
import { UnreadableSheet, type Sheet, type SheetRow } from "#domain/imports/spreadsheet/sheet";
import { workerFault } from "@/lib/workerFaults";
import type { SheetMessage, SheetRequest } from "./sheetWorker";

export type ReadFile = { readonly name: string; readonly hash: string; readonly sheet: Sheet };

export type ReadSheet = (file: File, options: ParseOptions) => Promise<ReadFile>;

/**
 * Reads a file that the person chose. The file is untrusted: its size is checked first, and a
 * worker parses it, which is terminated after a minute.
 *
 * @throws UnreadableSheet
 */
export const readSheet: ReadSheet = async (file, options) => {
  const refused = refusedName(file.name);
  if (refused !== null) throw new UnreadableSheet(refused);
  if (file.size > SHEET_LIMITS.fileBytes)
    throw new UnreadableSheet(tooLarge(file.size, SHEET_LIMITS));
  const worker = new Worker(new URL("./sheetWorker.ts", import.meta.url), { type: "module" });
  let timer: number | undefined;
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      timer = window.setTimeout(() => {
        const seconds = SHEET_LIMITS.parseMs / 1_000;
        reject(
          new UnreadableSheet(`it takes more than ${seconds} seconds to read; save it as CSV`),
        );
      }, SHEET_LIMITS.parseMs);
      worker.addEventListener("error", (event) =>
        reject(new UnreadableSheet(`it cannot be parsed (${workerFault(event)})`)),
      );
      worker.addEventListener("message", collect(file.name, resolve, reject));
      worker.postMessage({ file, options } satisfies SheetRequest);
    });
  } finally {
    window.clearTimeout(timer);
    worker.terminate();
  }
};

function collect(
  name: string,
  resolve: (read: ReadFile) => void,
  reject: (error: UnreadableSheet) => void,
) {
  const rows: SheetRow[] = [];
  let head: Extract<SheetMessage, { kind: "sheet" }> | null = null;
  return ({ data }: MessageEvent<SheetMessage>) => {
    switch (data.kind) {
      case "sheet":
        head = data;
        return;
      case "rows":
        rows.push(...data.rows);
        return;
      case "end":
        if (head) resolve({ name, hash: head.hash, sheet: { ...head.sheet, rows } });
        return;
      case "unreadable":
        reject(new UnreadableSheet(data.reason));
        return;
    }
    data satisfies never;
  };
}
