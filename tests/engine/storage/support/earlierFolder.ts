import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "../../commit/support/testDatabase";

/** Formats of earlier versions; `../<format>` has the files of a store. */
export type EarlierFormat = "format1" | "format2" | "format3";

/** Creates the store folder of an earlier version. */
export function earlierFolder(format: EarlierFormat): string {
  const path = join(temporaryFolder(), "store");
  mkdirSync(path);
  for (const file of earlierFiles(format)) {
    writeFileSync(join(path, file), earlierFile(format, file));
  }
  return path;
}

/** Names of the files of an earlier version's store. */
export function earlierFiles(format: EarlierFormat): string[] {
  return readdirSync(new URL(`../${format}`, import.meta.url)).map((name) => name.slice(0, -3));
}

export function earlierFile(format: EarlierFormat, file: string): Buffer {
  return gunzipSync(readFileSync(new URL(`../${format}/${file}.gz`, import.meta.url)));
}
