import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { refuseFilledFolder } from "../backup";
import { OfflineStore } from "../commit/offlineStore";
import { filesPath, storePath } from "../dataFolder";
import { verified } from "../files/verifyFiles";
import type { Table } from "../storage/catalog";
import { tableNumberOfId } from "../values/ids";
import type { JSONObject } from "../values/json";
import { STORAGE, type StoredFileLine } from "./format";
import { SnapshotReader } from "./snapshotReader";

/** Maximum number of documents, and of characters of their lines, per commit. */
const BATCH_DOCUMENTS = 1_000;
const BATCH_CHARS = 4 * 2 ** 20;

/** The file is not a snapshot that can be imported; the message names the file and the reason. */
class SnapshotRefused extends Error {
  override readonly name = "SnapshotRefused";
}

export type ImportReport = { readonly documents: number; readonly files: number };

/**
 * Creates the data folder `dataDir`, which must be missing or empty, from a snapshot (format.ts):
 * the same documents under the same ids, and the stored files. The deployment's first start builds
 * the indexes and checks the documents against the schema.
 *
 * Streams: memory use grows only with the number of stored files and entries.
 *
 * @throws SnapshotRefused naming the file and its fault; no folder is created then
 */
export async function importSnapshot(file: string, dataDir: string): Promise<ImportReport> {
  const target = resolve(dataDir);
  await refuseFilledFolder(target);
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.`);
  try {
    const report = await fill(draft, file);
    await rename(draft, target);
    return report;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function fill(dataDir: string, file: string): Promise<ImportReport> {
  await mkdir(filesPath(dataDir));
  const store = await OfflineStore.open(storePath(dataDir));
  try {
    const snapshot = await SnapshotReader.open(file);
    try {
      const documents = await addDocuments(snapshot, store);
      const files = await addFiles(snapshot, store, filesPath(dataDir));
      await store.saveRecords();
      return { documents, files };
    } finally {
      snapshot.close();
    }
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    // an I/O error, such as a missing file, is not the snapshot's fault
    if (syscall !== undefined) throw error;
    throw new SnapshotRefused(`${file} cannot be imported: ${message}.`, { cause: error });
  } finally {
    await store.close();
  }
}

async function addDocuments(snapshot: SnapshotReader, store: OfflineStore): Promise<number> {
  const tables: Table[] = [];
  for await (const { name, id } of snapshot.tables()) tables.push(store.addTable(name, id));
  let count = 0;
  for (const table of tables) {
    for await (const batch of batches(snapshot.documents(table.name))) {
      await store.addDocuments(table, batch);
      count += batch.length;
    }
  }
  return count;
}

async function* batches(
  documents: AsyncIterable<{ value: JSONObject; chars: number }>,
): AsyncIterable<JSONObject[]> {
  let batch: JSONObject[] = [];
  let batchChars = 0;
  for await (const { value, chars } of documents) {
    batch.push(value);
    batchChars += chars;
    if (batch.length < BATCH_DOCUMENTS && batchChars < BATCH_CHARS) continue;
    yield batch;
    [batch, batchChars] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Adds the stored files. Their bytes must have the size and hash in their metadata. */
async function addFiles(
  snapshot: SnapshotReader,
  store: OfflineStore,
  folder: string,
): Promise<number> {
  const names = snapshot.files();
  let table: Table | null = null;
  let count = 0;
  for await (const line of snapshot.fileLines()) {
    const name = names.get(line._id);
    if (name === undefined) throw new Error(`the bytes of file ${line._id} are missing`);
    const path = join(folder, line.internalId);
    const bytes = verified(snapshot.bytes(name), name, line.sha256);
    await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    if ((await stat(path)).size !== line.size) throw new Error(`file ${line._id} has another size`);
    table ??= store.addTable(STORAGE, tableNumberOfId(line._id) ?? 0);
    await store.addDocuments(table, [fileRow(line)]);
    names.delete(line._id);
    count++;
  }
  const [unknown] = names.values();
  if (unknown !== undefined) throw new Error(`${unknown} has no metadata`);
  return count;
}

/** Returns the row of a file in the `_storage` table (files/storage.ts). */
function fileRow({ internalId, ...row }: StoredFileLine): JSONObject {
  return { ...row, storageId: internalId };
}
