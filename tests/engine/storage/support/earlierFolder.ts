import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "../../commit/support/testDatabase";

/** Creates the store folder of an earlier version from the files in `../<format>`. */
export function earlierFolder(format: "format1" | "format2"): string {
  const path = join(temporaryFolder(), "store");
  mkdirSync(path);
  for (const file of ["data.mdb", "commits.log"]) {
    writeFileSync(join(path, file), earlierFile(format, file));
  }
  return path;
}

export function earlierFile(format: "format1" | "format2", file: string): Buffer {
  return gunzipSync(readFileSync(new URL(`../${format}/${file}.gz`, import.meta.url)));
}
