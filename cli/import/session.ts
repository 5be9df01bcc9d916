import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { RowRange } from "#domain/imports/importBatches";
import { NAMED_POLICIES, type ImportPolicy } from "#domain/imports/importRows";
import { fileHash, MAX_FILE_NAME } from "#domain/imports/imports";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import type { Client } from "../client";
import { CliError, EXIT } from "../errors";
import { note } from "../output";

type Described = {
  readonly file: string;
  /** The sheet that was read from the file. */
  readonly sheet: Sheet;
  /** Policies for duplicates that the user typed. */
  readonly typed: Partial<ImportPolicy>;
  /** Rows of the file; `unreadable` of them cannot be sent. */
  readonly rows: number;
  readonly unreadable: number;
};

type ImportSession = {
  readonly importId: string;
  readonly duplicates: ImportPolicy;
  readonly done: readonly RowRange[];
  /** Number of rows that the interrupted import refused, without the unreadable ones. */
  readonly refusedBefore: number;
};

/**
 * Begins an import, or with `resume` continues the interrupted one of the same file, which keeps
 * its policy for duplicates.
 *
 * @throws CliError if another policy was typed
 */
export async function beginImport(
  client: Client,
  { file, sheet, typed, ...counted }: Described,
  resume: boolean,
): Promise<ImportSession> {
  const hash = await fileHash(await readFile(file), sheet);
  const found = resume ? await client.query(api.imports.unfinished, { fileHash: hash }) : null;
  if (found !== null) return resumed(found, typed, counted.unreadable);
  if (resume) {
    note("No import of this file and sheet was interrupted; this one begins with the first row.");
  }
  const importId = randomUUID();
  const duplicates = policyOf(typed);
  await client.mutation(api.imports.begin, {
    ...counted,
    importId,
    duplicates,
    fileName: basename(file).slice(0, MAX_FILE_NAME),
    fileHash: hash,
    origin: "terminal",
  });
  return { importId, duplicates, done: [], refusedBefore: 0 };
}

/** Returns the typed policies for duplicates, completed with the defaults. */
export function policyOf(typed: Partial<ImportPolicy>): ImportPolicy {
  return { ...NAMED_POLICIES.reject, ...typed };
}

type Interrupted = NonNullable<FunctionReturnType<typeof api.imports.unfinished>>;

function resumed(
  { importId, duplicates, done, counts }: Interrupted,
  typed: Partial<ImportPolicy>,
  unreadable: number,
): ImportSession {
  const { serialNumber, imei } = { ...duplicates, ...typed };
  if (serialNumber !== duplicates.serialNumber || imei !== duplicates.imei) {
    throw new CliError(
      "The interrupted import answers duplicates by " +
        `--on-duplicate-serial ${duplicates.serialNumber} --on-duplicate-imei ${duplicates.imei}. ` +
        "Type these or none to go on with it, or leave out --resume to begin anew.",
      EXIT.usage,
    );
  }
  // The server counts unreadable rows as refused, and this run reports them again.
  return { importId, duplicates, done, refusedBefore: Math.max(0, counts.refused - unreadable) };
}
