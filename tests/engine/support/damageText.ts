import { readFileSync, writeFileSync } from "node:fs";

/**
 * Changes one byte of every copy of `text` in `file`: rewriting a page leaves its old copy. The
 * file's store must be closed.
 */
export function damageText(file: string, text: string): void {
  const bytes = readFileSync(file);
  for (let at = -1; (at = bytes.indexOf(text, at + 1)) >= 0;) bytes[at + 2]! ^= 1;
  writeFileSync(file, bytes);
}
