import { parentPort, workerData } from "node:worker_threads";
import type { Limits } from "./limits";
import { parseSheet } from "./parse";
import { UnreadableSheet, type Sheet } from "./sheet";

/** Input and output of the thread, which answers once. */
export type ParseRequest = { readonly bytes: Uint8Array; readonly limits: Limits };
export type ParseAnswer = { readonly sheet: Sheet } | { readonly unreadable: string };

const { bytes, limits } = workerData as ParseRequest;

function answer(): ParseAnswer {
  try {
    return { sheet: parseSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), limits) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer());
