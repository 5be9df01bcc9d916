import { readFileSync } from "node:fs";
import { join } from "node:path";
import { storePath } from "../engine/dataFolder";
import { DATA_FILE, sizeOf, type DataFileSize } from "../engine/storage/dataFile";
import type { OurServer } from "./ours/start";

/** Bytes that a server has given the disk to write, as Linux counts them. */
export function writtenBytes({ pid }: OurServer): number {
  const counters = readFileSync(`/proc/${pid}/io`, "utf8");
  return Number(/^write_bytes: (\d+)$/m.exec(counters)![1]);
}

/** Size of a server's data file. */
export function dataFileOf({ dataDir }: OurServer): DataFileSize {
  return sizeOf(join(storePath(dataDir), DATA_FILE));
}
