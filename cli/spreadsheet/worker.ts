import { parentPort, workerData } from "node:worker_threads";
import type { SheetLimits } from "#domain/imports/spreadsheet/limits";
import { parseSheet, type ParseOptions } from "#domain/imports/spreadsheet/parse";
import { UnreadableSheet, type Sheet } from "#domain/imports/spreadsheet/sheet";

/** Input and output of the thread, which answers once. */
export type ParseRequest = {
  readonly bytes: Uint8Array;
  readonly limits: SheetLimits;
  readonly options: ParseOptions;
};
export type ParseAnswer = { readonly sheet: Sheet } | { readonly unreadable: string };

const { bytes, limits, options } = workerData as ParseRequest;

async function answer(): Promise<ParseAnswer> {
  try {
    return { sheet: await parseSheet(bytes, limits, options) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.postMessage(await answer());
