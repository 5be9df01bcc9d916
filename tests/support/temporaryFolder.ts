import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "sms-tests-";

/**
 * Gives a test run one temporary folder, which its workers and their programs inherit, and removes
 * it with all its content at the end. Every project calls this: the first call creates it.
 */
export default function makeTemporaryFolder(): (() => void) | undefined {
  if (process.env["TMPDIR"]?.includes(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  process.env["TMPDIR"] = folder;
  // A killed server may still be writing its last file.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
