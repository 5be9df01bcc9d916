import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OfflineStore } from "../commit/offlineStore";
import { filesPath, storePath } from "../dataFolder";
import { verified } from "../files/verifyFiles";
import type { Table } from "../storage/catalog";
import { toExportJson } from "../values/exportJson";
import {
  documentsPath,
  filePath,
  schemaPath,
  STORAGE,
  TABLES,
  UNIFORM,
  type StoredFileLine,
  type TableLine,
} from "./format";
import { ZipWriter } from "./zipWriter";

const README = `This file is a snapshot of a Convex deployment: documents and stored files.
\`npx convex import FILE\` puts it into a deployment, \`npx engine import FILE\` into a data folder.
`;

/** A row of the `_storage` table (files/storage.ts). */
type FileRow = Omit<StoredFileLine, "internalId"> & { readonly storageId: string };

/**
 * Exports a data folder that no server has open as a snapshot (format.ts). `file` appears only when
 * it is complete. Streams: memory use does not grow with the data.
 *
 * @throws DataFolderLockedError, DamagedStoreError, DamagedFileError
 */
export async function exportSnapshot(dataDir: string, file: string): Promise<void> {
  const store = await OfflineStore.open(storePath(resolve(dataDir)));
  const part = `${file}.${process.pid}.part`; // renamed to `file` only once it is complete
  const zip = new ZipWriter();
  try {
    await addAll(zip, store, filesPath(resolve(dataDir)));
    await zip.finish(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await zip.closeEntries();
    await store.close();
  }
}

async function addAll(zip: ZipWriter, store: OfflineStore, filesFolder: string): Promise<void> {
  const tables = store.tables().filter(({ name }) => !name.startsWith("_"));
  zip.add("README.md", () => [README]);
  zip.add(documentsPath(TABLES), () => tables.map(tableLine));
  for (const table of tables) {
    zip.add(documentsPath(table.name), () => documentLines(store, table));
    zip.add(schemaPath(table.name), () => [`${UNIFORM}\n`]);
  }
  const storage = store.tables().find(({ name }) => name === STORAGE);
  if (storage !== undefined) await addFiles(zip, store, storage, filesFolder);
}

async function addFiles(zip: ZipWriter, store: OfflineStore, storage: Table, filesFolder: string) {
  zip.add(documentsPath(STORAGE), () => fileLines(store, storage));
  for await (const rows of store.documents(storage)) {
    for (const { _id, storageId, sha256 } of rows as FileRow[]) {
      const path = join(filesFolder, storageId);
      zip.add(filePath(_id), () => verified(createReadStream(path), path, sha256));
    }
  }
}

const tableLine = ({ name, number }: Table) =>
  `${JSON.stringify({ name, id: number } satisfies TableLine)}\n`;

async function* documentLines(store: OfflineStore, table: Table): AsyncIterable<string> {
  for await (const documents of store.documents(table)) {
    yield documents.map((document) => `${toExportJson(document)}\n`).join("");
  }
}

async function* fileLines(store: OfflineStore, storage: Table): AsyncIterable<string> {
  for await (const rows of store.documents(storage)) {
    const lines = (rows as FileRow[]).map(fileLine);
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }
}

/** Names the fields in Convex's order. */
function fileLine({ _id, _creationTime, sha256, size, contentType, storageId }: FileRow) {
  const line = { _id, _creationTime, sha256, size, contentType, internalId: storageId };
  return line satisfies { [Field in keyof StoredFileLine]: unknown };
}
