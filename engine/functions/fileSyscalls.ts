import type { ReadableStream } from "node:stream/web";
import type { WriteTransaction } from "../commit/database";
import type { FileStorage } from "../files/storage";
import { writerOf } from "./databaseSyscalls";
import { withWriteRefusal } from "./errors";
import { TransactionExecution, type Execution } from "./execution";
import { runOutside } from "./isolation";
import { withParsedArgs } from "./syscallArgs";
import { withReader } from "./withReader";

type StorageId = { readonly storageId: string };

export const fileReads = {
  "1.0/storageGetUrl": withParsedArgs((run: Execution, { storageId }: StorageId) =>
    withReader(run, (tx) => JSON.stringify(run.services.files.urlOf(tx, storageId))),
  ),
  "1.0/storageGetMetadata": withParsedArgs((run: Execution, { storageId }: StorageId) =>
    withReader(run, (tx) => JSON.stringify(run.services.files.metadataOf(tx, storageId))),
  ),
};

export const fileWrites = {
  "1.0/storageGenerateUploadUrl": ({ services }: Execution) =>
    JSON.stringify(services.files.createUploadUrl()),

  "1.0/storageDelete": withParsedArgs((run: Execution, { storageId }: StorageId) =>
    withWriter(run, (tx, afterCommit) => {
      afterCommit.push(run.services.files.remove(tx, storageId));
      return "null";
    }),
  ),

  "1.0/storageStore": withParsedArgs(
    async (run: Execution, args: { blob: string; contentType: string; sha256?: string }) =>
      JSON.stringify(await store(run, [Buffer.from(args.blob, "base64")], args)),
  ),

  "1.0/storageGet": withParsedArgs(async (run: Execution, { storageId }: StorageId) => {
    const found = await withReader(run, (tx) => run.services.files.read(tx, storageId));
    return JSON.stringify(
      found && { blob: found.bytes.toString("base64"), contentType: found.contentType },
    );
  }),
};

/** Syscalls that take live objects instead of JSON. */
export const fileBlobs = {
  "storage/storeBlob": (run: Execution, args: Record<string, unknown>) => {
    const { blob, options } = args as { blob: Blob; options?: { sha256?: string } };
    const content = blob.stream() as ReadableStream<Uint8Array>;
    return store(run, content, { contentType: blob.type, ...options });
  },
  "storage/getBlob": async (run: Execution, args: Record<string, unknown>) => {
    const { storageId } = args as StorageId;
    const found = await withReader(run, (tx) => run.services.files.read(tx, storageId));
    return found && new Blob([new Uint8Array(found.bytes)], { type: found.contentType ?? "" });
  },
};

/**
 * Stores a file and returns the id of its row. A mutation inserts the row in its own transaction;
 * an action inserts it in a separate one, which is on disk when this resolves.
 */
function store(
  run: Execution,
  content: Parameters<FileStorage["store"]>[0],
  options: { contentType: string; sha256?: string },
): Promise<string> {
  run.requireOpen("storage");
  const { files } = run.services;
  const contentType = options.contentType || null;
  return runOutside(async () => {
    if (!(run instanceof TransactionExecution)) {
      return withWriteRefusal(files.store(content, { ...options, contentType }));
    }
    const received = await files.receive(content, options.sha256);
    run.requireOpen("storage"); // the run may have ended meanwhile
    return files.add(writerOf(run), received, contentType);
  });
}

/**
 * Writes in a mutation's own transaction; for an action, in one that is on disk when this resolves.
 */
async function withWriter(
  run: Execution,
  body: (tx: WriteTransaction, afterCommit: (() => Promise<void>)[]) => string,
): Promise<string> {
  run.requireOpen("storage");
  if (run instanceof TransactionExecution) return body(writerOf(run), run.afterCommit);
  return runOutside(async () => {
    const afterCommit: (() => Promise<void>)[] = [];
    const { database } = run.services;
    const { value } = await withWriteRefusal(database.write((tx) => body(tx, afterCommit)));
    for (const effect of afterCommit) await effect();
    return value;
  });
}
