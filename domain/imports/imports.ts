import { sha256 } from "../files/sha256";
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
 * of a sheet: the SHA-256 of the file's and the sheet's name. So has a sheet whose hidden rows are
 * imported, because an import without them has passed over their numbers.
 */
export async function fileHash(
  bytes: Uint8Array,
  { sheetName = "", sheetNames = [], hiddenRows }: SheetOrigin,
): Promise<string> {
  const ofFile = await hexDigest(bytes);
  const parts = [...(sheetNames.length < 2 ? [] : [sheetName])];
  if (hiddenRows?.areRead === true) parts.push("hidden rows");
  if (parts.length === 0) return ofFile;
  return await hexDigest(new TextEncoder().encode([ofFile, ...parts].join(" ")));
}

type SheetOrigin = Pick<Sheet, "sheetName" | "sheetNames" | "hiddenRows">;

async function hexDigest(bytes: Uint8Array): Promise<string> {
  // The types say that it is always there; browsers hide it on plain-HTTP origins.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = subtle
    ? new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>))
    : sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
