import type { Sheet } from "./spreadsheet/sheet";

/** The program in which an import was started. */
export const IMPORT_ORIGINS = ["web", "terminal"] as const;

/** Longest name of a file that an import keeps. */
export const MAX_FILE_NAME = 255;

/**
 * Samples removed in one transaction when an import is undone: some five writes each, so another
 * person's hand-over waits for about 25 ms.
 */
export const UNDO_BATCH = 50;

/** True for a SHA-256 in hexadecimal, as `fileHash` returns. */
export function isFileHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * Returns the hash by which an interrupted import is found again: the SHA-256 of the file in
 * hexadecimal. Each sheet of a workbook with several has one of its own, as row numbers are those
 * of a sheet: the SHA-256 of the file's and the sheet's name.
 */
export async function fileHash(
  bytes: Uint8Array,
  { sheetName = "", sheetNames = [] }: Pick<Sheet, "sheetName" | "sheetNames">,
): Promise<string> {
  const ofFile = await sha256(bytes);
  if (sheetNames.length < 2) return ofFile;
  return await sha256(new TextEncoder().encode(`${ofFile} ${sheetName}`));
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
