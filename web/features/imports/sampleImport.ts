import type { ConvexReactClient } from "convex/react";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import type { DateOrder } from "#domain/common/dateTexts";
import { deviceName } from "#domain/samples/deviceName";
import { FIELD_LABELS } from "#domain/samples/fields";
import type { ImportRow } from "#domain/imports/importResults";
import { BATCH_ROWS, MAX_BATCH_ROWS, type ImportPolicy } from "#domain/imports/importRows";
import { rowsToImport, type SheetColumns } from "#domain/imports/importSheet";
import { MAX_FILE_NAME } from "#domain/imports/imports";
import { MESSAGES } from "#domain/common/messages";
import { repeatedRows } from "#domain/imports/repeatedRows";
import type { ImportKind, ImportWords } from "./importKind";
import type { ReadFile } from "./readSheet";

export const SAMPLE_WORDS: ImportWords = {
  upload: "UPLOAD EXCEL DATA",
  finished: MESSAGES.importDone,
  imported: ["To import", "Imported"],
  updated: ["To update", "Updated"],
  next: { to: "/private", label: "Open Samples" },
};

type Options = {
  readonly client: Pick<ConvexReactClient, "mutation">;
  readonly file: Pick<ReadFile, "name" | "hash">;
  readonly columns: Pick<SheetColumns, "fields" | "dates">;
  readonly dateOrder: DateOrder | undefined;
  readonly duplicates: ImportPolicy;
  /** The interrupted import of the same file to continue; null begins a new one. */
  readonly importId: string | null;
};

/** Registers samples. The server stores which rows are done, so that an import can be resumed. */
export function sampleImport({ client, file, columns, duplicates, ...options }: Options) {
  let { importId } = options;
  const check = async (rows: readonly ImportRow[]) =>
    (await client.mutation(api.imports.check, { duplicates, rows: [...rows] })).results;
  const begin = async (rows: number, unreadable: number) => {
    if (importId !== null) return;
    const begun = newTransactionId();
    await client.mutation(api.imports.begin, {
      importId: begun,
      fileName: file.name.slice(0, MAX_FILE_NAME),
      fileHash: file.hash,
      origin: "web",
      duplicates,
      rows,
      unreadable,
    });
    importId = begun;
  };
  return {
    words: SAMPLE_WORDS,
    labels: FIELD_LABELS,
    fields: columns.fields,
    batchRows: BATCH_ROWS,
    checkRows: MAX_BATCH_ROWS,
    titleOf: (cell) => ({
      name: deviceName({ brand: cell("brand"), model: cell("model") }) || "No model",
      detail: cell("serialNumber"),
    }),
    prepare: (rows) => rowsToImport({ rows }, columns, options.dateOrder),
    completer: (rows, call) => repeatedRows(rows, duplicates, call === "check"),
    check,
    begin,
    commit: async ({ range, rows }) => {
      const args = { importId: importId ?? "", range, rows: [...rows] };
      return (await client.mutation(api.imports.commitBatch, args)).results;
    },
  } satisfies ImportKind;
}
