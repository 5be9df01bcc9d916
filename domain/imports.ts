/** The program in which an import was started. */
export const IMPORT_ORIGINS = ["web", "terminal"] as const;

/** Longest name of a file that an import keeps. */
export const MAX_FILE_NAME = 255;

/**
 * Samples removed in one transaction when an import is undone: some five writes each, so another
 * person's hand-over waits for about 25 ms.
 */
export const UNDO_BATCH = 50;

/** A SHA-256 in hexadecimal: tells whether a file is the one of an interrupted import. */
export function isFileHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** @returns the SHA-256 of a file in hexadecimal */
export async function fileHash(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
