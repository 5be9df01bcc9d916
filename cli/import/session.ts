import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { api } from "../../convex/_generated/api";
import type { RowRange } from "../../domain/importBatches";
import type { ImportPolicy } from "../../domain/importRows";
import { fileHash, MAX_FILE_NAME } from "../../domain/imports";
import type { Client } from "../client";
import { note } from "../output";

type Described = {
  readonly file: string;
  readonly duplicates: ImportPolicy;
  /** Rows of the file; `unreadable` of them cannot be sent. */
  readonly rows: number;
  readonly unreadable: number;
};

type BegunImport = {
  readonly importId: string;
  readonly duplicates: ImportPolicy;
  readonly done: readonly RowRange[];
  /** The number of sent rows that the interrupted import refused. */
  readonly refusedBefore: number;
};

/**
 * Begins an import, or with `resume` goes on with the interrupted one of the same file, whose
 * answer to duplicates stays what it was.
 */
export async function beginImport(
  client: Client,
  { file, ...described }: Described,
  resume: boolean,
): Promise<BegunImport> {
  const hash = await fileHash(await readFile(file));
  const found = resume ? await client.query(api.imports.unfinished, { fileHash: hash }) : null;
  if (found !== null) {
    // The server counts the unreadable rows as refused, and this run reports them once more.
    const refusedBefore = Math.max(0, found.counts.refused - described.unreadable);
    return { ...found, refusedBefore };
  }
  if (resume) note("No import of this file was interrupted; this one begins with the first row.");
  const { duplicates } = described;
  const importId = randomUUID();
  await client.mutation(api.imports.begin, {
    ...described,
    importId,
    duplicates,
    fileName: basename(file).slice(0, MAX_FILE_NAME),
    fileHash: hash,
    origin: "terminal",
  });
  return { importId, duplicates, done: [], refusedBefore: 0 };
}
