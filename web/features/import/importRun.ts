import type { ConvexReactClient } from "convex/react";
import { describeError } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import type { DateOrder } from "../../../domain/dateTexts";
import { addRange, inBatches, rowsLeft, sendBatches } from "../../../domain/importBatches";
import type { ImportBatch, RowRange } from "../../../domain/importBatches";
import { countRow, NO_ROWS } from "../../../domain/importResults";
import type { ImportCounts, ImportRow, RowResult } from "../../../domain/importResults";
import { MAX_BATCH_ROWS, type ImportPolicy } from "../../../domain/importRows";
import { importRow, rowsToImport, type SheetColumns } from "../../../domain/importSheet";
import { MAX_FILE_NAME } from "../../../domain/imports";
import { repeatedRows } from "../../../domain/repeatedRows";
import type { SheetRow } from "../../../domain/spreadsheet/sheet";
import type { ReadFile } from "./readSheet";

/** An import of the same file that was interrupted. */
type Interrupted = { readonly importId: string; readonly done: readonly RowRange[] };

type RunOptions = {
  readonly client: Pick<ConvexReactClient, "mutation">;
  readonly file: ReadFile;
  readonly columns: Pick<SheetColumns, "fields" | "dates">;
  readonly dateOrder: DateOrder | undefined;
  readonly duplicates: ImportPolicy;
  readonly interrupted: Interrupted | null;
};

/**
 * `checking` and `sending` have calls under way; `stopped` is an upload that was cancelled or
 * failed and can go on.
 */
export type Phase = "checking" | "unchecked" | "checked" | "sending" | "stopped" | "finished";

export type RunState = {
  readonly phase: Phase;
  /** Rows of the whole file by their latest answer: of the check, then of the upload. */
  readonly counts: Readonly<ImportCounts>;
  /** Rows answered in this phase, of `total`. */
  readonly answered: number;
  readonly total: number;
  /** The reason why the last phase ended early. */
  readonly failure: string | null;
};

/**
 * One file on its way in: checks every row, takes corrections, then uploads in batches that the
 * server knows. It lives outside of React, because 100,000 rows are not copied at each change.
 */
export class ImportRun {
  readonly #options: RunOptions;
  readonly #rows: SheetRow[];
  readonly #indexOf: ReadonlyMap<number, number>;
  readonly #order: DateOrder | undefined;
  /** The server's answers to the check; `#results` adds what only the whole file tells. */
  readonly #checked = new Map<number, RowResult>();
  #results = new Map<number, RowResult>();
  #counts = { ...NO_ROWS };
  #done: readonly RowRange[];
  #importId: string | null;
  #stop = new AbortController();
  #state: RunState;
  readonly #listeners = new Set<() => void>();

  constructor(options: RunOptions) {
    const { file, columns, dateOrder, interrupted } = options;
    this.#options = options;
    this.#rows = [...file.sheet.rows];
    this.#indexOf = new Map(this.#rows.map(({ row }, index) => [row, index]));
    this.#order = dateOrder ?? (columns.dates.kind === "known" ? columns.dates.order : undefined);
    this.#importId = interrupted?.importId ?? null;
    this.#done = interrupted?.done ?? [];
    this.#state = {
      phase: "unchecked",
      counts: NO_ROWS,
      answered: 0,
      total: this.#rows.length,
      failure: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something has changed. */
  readonly state = (): RunState => this.#state;

  /** The rows with the corrections made so far, in the order of the file. */
  get rows(): readonly SheetRow[] {
    return this.#rows;
  }

  get columns() {
    return this.#options.columns;
  }

  resultOf(row: number): RowResult | undefined {
    return this.#results.get(row);
  }

  /** True for a row that the server has an answer for already. */
  isDone(row: number): boolean {
    return this.#done.some(({ from, to }) => from <= row && row < to);
  }

  /** Asks the server about every row, and writes nothing. */
  async check(): Promise<void> {
    const { rows, refused } = this.#rowsToSend();
    this.#checked.clear();
    this.#results = new Map();
    this.#counts = { ...NO_ROWS };
    for (const result of refused) this.#checked.set(result.row, result);
    this.#take(refused);
    const complete = this.#completing(rows);
    await this.#run("checking", "checked", inBatches(rows, MAX_BATCH_ROWS), {
      send: (batch) => this.#ask(batch.rows),
      onResults: (results) => {
        for (const result of results) this.#checked.set(result.row, result);
        this.#take(results.map(complete));
      },
    });
  }

  /** Corrects a cell, and asks about its row again. Rejects with the server's refusal. */
  async edit(row: number, column: number, text: string): Promise<void> {
    const index = this.#indexOf.get(row);
    const before = index === undefined ? undefined : this.#rows[index];
    if (index === undefined || before === undefined || this.isDone(row)) return;
    const cells = Array.from(before.cells);
    while (cells.length <= column) cells.push("");
    cells[column] = text.trim();
    const after = { ...before, cells };
    this.#rows[index] = after;
    const [result] = await this.#ask([importRow(after, this.#options.columns.fields, this.#order)]);
    if (result) this.#checked.set(row, result);
    this.#completeAll();
  }

  /** Registers every row that has no answer yet. It can be called again after it was stopped. */
  async upload(): Promise<void> {
    const { rows, refused } = this.#rowsToSend();
    const complete = repeatedRows(rows, this.#options.duplicates, false);
    const left = rowsLeft(rows, this.#done);
    const total = left.length;
    this.#show({ phase: "sending", answered: 0, total, failure: null });
    try {
      await this.#begin(refused.length);
    } catch (error) {
      this.#show({ phase: "stopped", failure: describeError(error).message });
      return;
    }
    await this.#run("sending", "finished", inBatches(left, MAX_BATCH_ROWS, this.#done), {
      send: (batch) => this.#commit(batch),
      onResults: (results) => this.#take(results.map(complete)),
    });
  }

  /** Stops after the batches that are on their way. */
  cancel(): void {
    this.#stop.abort();
  }

  async #run(
    phase: "checking" | "sending",
    end: Phase,
    batches: readonly ImportBatch[],
    calls: Pick<Parameters<typeof sendBatches>[1], "send" | "onResults">,
  ): Promise<void> {
    this.#stop = new AbortController();
    const total = batches.reduce((sum, { rows }) => sum + rows.length, 0);
    let answered = 0;
    this.#show({ phase, answered, total, failure: null });
    const onResults = (results: readonly RowResult[]) => {
      answered += results.length;
      calls.onResults(results);
      this.#show({ answered });
    };
    const early = phase === "checking" ? "unchecked" : "stopped";
    try {
      await sendBatches(batches, { send: calls.send, onResults, signal: this.#stop.signal });
      this.#show({ phase: answered === total ? end : early });
    } catch (error) {
      this.#show({ phase: early, failure: describeError(error).message });
    }
  }

  #rowsToSend() {
    const { columns } = this.#options;
    return rowsToImport({ rows: this.#rows }, columns, this.#order);
  }

  async #ask(rows: readonly ImportRow[]): Promise<RowResult[]> {
    const { client, duplicates } = this.#options;
    return (await client.mutation(api.imports.check, { duplicates, rows: [...rows] })).results;
  }

  async #begin(unreadable: number): Promise<void> {
    if (this.#importId !== null) return;
    const { client, file, duplicates } = this.#options;
    const importId = newTransactionId();
    await client.mutation(api.imports.begin, {
      importId,
      fileName: file.name.slice(0, MAX_FILE_NAME),
      fileHash: file.hash,
      origin: "web",
      duplicates,
      rows: this.#rows.length,
      unreadable,
    });
    this.#importId = importId;
  }

  async #commit({ range, rows }: ImportBatch): Promise<RowResult[]> {
    const importId = this.#importId ?? "";
    const args = { importId, range, rows: [...rows] };
    const { results } = await this.#options.client.mutation(api.imports.commitBatch, args);
    this.#done = addRange(this.#done, range);
    return results;
  }

  /** Answers as the import will, also for rows that an interrupted import has brought. */
  #completing(rows: readonly ImportRow[]): (result: RowResult) => RowResult {
    const complete = repeatedRows(rows, this.#options.duplicates, true);
    return (result) => {
      const completed = complete(result);
      const { row, outcome } = completed;
      return this.isDone(row) && outcome !== "refused" ? { row, outcome: "already" } : completed;
    };
  }

  #completeAll(): void {
    const { rows, refused } = this.#rowsToSend();
    this.#results = new Map();
    this.#counts = { ...NO_ROWS };
    this.#take(refused);
    const complete = this.#completing(rows);
    this.#take(rows.flatMap(({ row }) => this.#checked.get(row) ?? []).map(complete));
    this.#show({});
  }

  #take(results: readonly RowResult[]): void {
    for (const result of results) {
      const before = this.#results.get(result.row);
      if (before) countRow(this.#counts, before, -1);
      countRow(this.#counts, result);
      this.#results.set(result.row, result);
    }
  }

  #show(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes, counts: { ...this.#counts } };
    for (const listener of this.#listeners) listener();
  }
}
