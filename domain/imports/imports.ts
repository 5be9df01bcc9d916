import { sha256 } from "../files/sha256";
import type { Sheet } from "./spreadsheet/sheet";

/** Program that started an import. */
export const IMPORT_ORIGINS = ["web", "terminal"] as const;

/** Maximum length of an import's stored file name. */
export const MAX_FILE_NAME = 255;

/**
 * Samples removed per transaction when an import is undone: about five writes each, so another
 * person's hand-over waits about 25 ms.
 */
export const UNDO_BATCH = 50;

/** True for a SHA-256 in hexadecimal, as returned by `fileHash`. */
export function isFileHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * Returns the hash by which an interrupted import is found again: the SHA-256 of the file, in
 * hexadecimal. Row numbers count within a sheet, so each sheet of a workbook with several has its
 * own hash, of the file and the sheet's name. So does a sheet imported with its hidden rows,
 * because an import without them has skipped their numbers.
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
  // Declared as always present, but browsers omit it on plain-HTTP origins.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = subtle
    ? new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>))
    : sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
