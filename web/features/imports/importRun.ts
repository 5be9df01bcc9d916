import { describeError } from "@/lib/connection/attempt";
import { addRange, inBatches, rowsLeft, sendBatches } from "#domain/imports/importBatches";
import type { ImportBatch, RowRange } from "#domain/imports/importBatches";
import { countRow, NO_ROWS } from "#domain/imports/importResults";
import type { ImportCounts, ImportRow, RowResult } from "#domain/imports/importResults";
import type { SheetRow } from "#domain/imports/spreadsheet/sheet";
import type { ImportKind } from "./importKind";
import { Listeners } from "@/lib/observable";

type RunOptions = {
  readonly kind: ImportKind;
  readonly rows: readonly SheetRow[];
  /** Rows that an interrupted import of the file has already imported. */
  readonly done?: readonly RowRange[] | undefined;
};

/**
 * `checking` and `sending` have calls in flight; `stopped` is an upload that was cancelled or
 * failed and can be resumed.
 */
export type Phase = "checking" | "unchecked" | "checked" | "sending" | "stopped" | "finished";

export type RunState = {
  readonly phase: Phase;
  /** Rows of the whole file by latest outcome: from the check, then from the upload. */
  readonly counts: Readonly<ImportCounts>;
  /** Rows answered in this phase, out of `total`. */
  readonly answered: number;
  readonly total: number;
  /** Why the last phase ended early, or null. */
  readonly failure: string | null;
};

/** Interval between progress updates: each one builds the list of up to 100,000 rows again. */
const PROGRESS_EVERY_MS = 200;

/**
 * The import of one file: checks every row, takes corrections, then uploads in idempotent batches.
 * A mutable object outside of React, because copying 100,000 rows at each change is too slow.
 */
export class ImportRun {
  readonly kind: ImportKind;
  readonly #rows: SheetRow[];
  readonly #indexOf: ReadonlyMap<number, number>;
  /**
   * The server's answers to the check; `#results` completes them with what only the whole file
   * shows.
   */
  readonly #checked = new Map<number, RowResult>();
  #results = new Map<number, RowResult>();
  #counts = { ...NO_ROWS };
  /** Prepared from the present rows; null after a correction. */
  #prepared: ReturnType<ImportKind["prepare"]> | null = null;
  #done: readonly RowRange[];
  #stop = new AbortController();
  /** Settles when all corrections made so far have been answered. */
  #corrections: Promise<unknown> = Promise.resolve();
  #state: RunState;
  readonly #listeners = new Listeners();

  constructor({ kind, rows, done = [] }: RunOptions) {
    this.kind = kind;
    this.#rows = [...rows];
    this.#indexOf = new Map(this.#rows.map(({ row }, index) => [row, index]));
    this.#done = done;
    this.#state = {
      phase: "unchecked",
      counts: NO_ROWS,
      answered: 0,
      total: this.#rows.length,
      failure: null,
    };
  }

  readonly subscribe = this.#listeners.add;

  /** Returns the same object until something has changed. */
  readonly state = (): RunState => this.#state;

  /** The rows with all corrections applied, in the order of the file. */
  get rows(): readonly SheetRow[] {
    return this.#rows;
  }

  resultOf(row: number): RowResult | undefined {
    return this.#results.get(row);
  }

  /** True for a row whose outcome is final. */
  isDone(row: number): boolean {
    if (this.#state.phase === "finished") return true;
    return this.#done.some(({ from, to }) => from <= row && row < to);
  }

  /** True for a row that cannot be corrected any more: it is imported, or may be in flight. */
  isFixed(row: number): boolean {
    return this.#state.phase === "sending" || this.isDone(row);
  }

  /** Asks the server for every row's outcome; writes nothing. */
  async check(): Promise<void> {
    this.#stop = new AbortController();
    const { rows, refused } = this.#prepare();
    this.#checked.clear();
    this.#results = new Map();
    this.#counts = { ...NO_ROWS };
    this.#take(refused);
    const complete = this.#completer(rows);
    await this.#run("checking", "checked", inBatches(rows, this.kind.checkRows), {
      send: (batch) => this.kind.check(batch.rows),
      onResults: (results) => {
        for (const result of results) this.#checked.set(result.row, result);
        this.#take(results.map(complete));
      },
    });
  }

  /**
   * Corrects a cell, and checks its row again, as well as rows that only the old cell kept from
   * being checked (its duplicates). Corrections run one after the other. A correction that rejects,
   * with the server's refusal, changes nothing.
   */
  async edit(row: number, column: number, text: string): Promise<void> {
    if (this.isFixed(row)) return;
    const correction = this.#corrections.then(() => this.#correct(row, column, text.trim()));
    this.#corrections = correction.catch(() => undefined);
    await correction;
  }

  async #correct(row: number, column: number, text: string): Promise<void> {
    const index = this.#indexOf.get(row);
    const before = index === undefined ? undefined : this.#rows[index];
    if (index === undefined || before === undefined || before.cells[column] === text) return;
    const cells = Array.from(before.cells);
    while (cells.length <= column) cells.push("");
    cells[column] = text;
    const unasked = new Set(this.#prepare().refused.map((refused) => refused.row));
    const { [column]: _, ...faults } = before.faults ?? {};
    this.#replace(index, { ...before, cells, faults });
    const asked = this.#prepare().rows.filter((each) => each.row === row || unasked.has(each.row));
    try {
      const results = asked.length === 0 ? [] : await this.kind.check(asked);
      for (const result of results) this.#checked.set(result.row, result);
    } catch (error) {
      this.#replace(index, before);
      throw error;
    }
    this.#completeAll();
  }

  /**
   * Imports every row that has no final outcome, after the pending corrections. Can be called again
   * after a stop.
   */
  async upload(): Promise<void> {
    this.#stop = new AbortController();
    this.#show({ phase: "sending", answered: 0, failure: null });
    await this.#corrections;
    const { rows, refused } = this.#prepare();
    const complete = this.kind.completer(rows, "commit");
    const left = rowsLeft(rows, this.#done);
    try {
      await this.kind.begin(this.#rows.length, refused.length);
    } catch (error) {
      this.#show({ phase: "stopped", failure: describeError(error).message });
      return;
    }
    await this.#run("sending", "finished", inBatches(left, this.kind.batchRows, this.#done), {
      send: (batch) => this.#commit(batch),
      onResults: (results) => this.#take(results.map(complete)),
    });
  }

  /** Stops after the batches in flight. */
  cancel(): void {
    this.#stop.abort();
  }

  async #run(
    phase: "checking" | "sending",
    end: Phase,
    batches: readonly ImportBatch[],
    calls: Pick<Parameters<typeof sendBatches>[1], "send" | "onResults">,
  ): Promise<void> {
    const total = batches.reduce((sum, { rows }) => sum + rows.length, 0);
    let answered = 0;
    let reportedAt = -Infinity;
    this.#show({ phase, answered, total, failure: null });
    const onResults = (results: readonly RowResult[]) => {
      answered += results.length;
      calls.onResults(results);
      const now = performance.now();
      if (now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      this.#show({ answered });
    };
    const early = phase === "checking" ? "unchecked" : "stopped";
    try {
      await sendBatches(batches, { send: calls.send, onResults, signal: this.#stop.signal });
      this.#show({ phase: answered === total ? end : early, answered });
    } catch (error) {
      this.#show({ phase: early, answered, failure: describeError(error).message });
    }
  }

  #prepare(): ReturnType<ImportKind["prepare"]> {
    return (this.#prepared ??= this.kind.prepare(this.#rows));
  }

  #replace(index: number, row: SheetRow): void {
    this.#rows[index] = row;
    this.#prepared = null;
  }

  async #commit(batch: ImportBatch): Promise<readonly RowResult[]> {
    const results = await this.kind.commit(batch);
    this.#done = addRange(this.#done, batch.range);
    return results;
  }

  /**
   * Completes answers as the import will, also for rows that an interrupted import has imported.
   */
  #completer(rows: readonly ImportRow[]): (result: RowResult) => RowResult {
    const complete = this.kind.completer(rows, "check");
    return (result) => {
      const completed = complete(result);
      const { row, outcome } = completed;
      return this.isDone(row) && outcome !== "refused" ? { row, outcome: "already" } : completed;
    };
  }

  #completeAll(): void {
    const { rows, refused } = this.#prepare();
    this.#results = new Map();
    this.#counts = { ...NO_ROWS };
    this.#take(refused);
    const complete = this.#completer(rows);
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
    this.#listeners.notify();
  }
}
