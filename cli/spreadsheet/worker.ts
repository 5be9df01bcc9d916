import { parentPort, workerData } from "node:worker_threads";
import type { Limits } from "./limits";
import { parseSheet } from "./parse";
import { UnreadableSheet, type Sheet } from "./sheet";

/** Input and output of the thread, which answers once. */
export type ParseRequest = {
  readonly bytes: Uint8Array;
  readonly limits: Limits;
  readonly mapped: readonly string[];
};
export type ParseAnswer = { readonly sheet: Sheet } | { readonly unreadable: string };

const { bytes, limits, mapped } = workerData as ParseRequest;

function answer(): ParseAnswer {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return { sheet: parseSheet(buffer, limits, mapped) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer());
