import type { ImportCounts, RowResult } from "#domain/imports/importResults";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { CliError, EXIT } from "../errors";
import { note, outliveReader, print, printJson } from "../output";
import { writeRefusedRows } from "./refusedRows";
import { importReport } from "./report";
import type { ImportJob } from "./send";

type ImportRun = {
  readonly sheet: Sheet;
  /** Rows that cannot be sent. */
  readonly refused: readonly RowResult[];
  /** Number of rows that `send` sends. */
  readonly toSend: number;
  /** Number of rows that the interrupted run has finished, and of refused ones among them. */
  readonly doneBefore: number;
  readonly refusedBefore: number;
  /** @returns the number of rows answered */
  readonly send: (handlers: Pick<ImportJob, "onResults" | "signal">) => Promise<number>;
  /** Words for an imported row, and for one that a dry run would import. */
  readonly words: { readonly done: string; readonly toDo: string };
  /** Tells the user how to continue after a stop or a failure; a dry run is simply run again. */
  readonly remedy: string;
};

type RunOptions = {
  readonly json?: true;
  readonly dryRun?: true;
  readonly errors?: string;
};

/**
 * Sends an import's rows, reports the results, sums them up and writes the refused rows to the file
 * of `--errors`, even if the import is stopped or fails midway; then it prints the remedy. Sets the
 * exit code.
 *
 * @throws CliError if it was stopped, and the errors of `send`
 */
export async function runImport(run: ImportRun, options: RunOptions): Promise<void> {
  outliveReader(); // `sms import FILE | head` still registers all rows
  const { toSend, refusedBefore } = run;
  const remedy = options.dryRun ? "Run it again." : run.remedy;
  const { answered, isRefused } = await sendAndReport(run, options).catch((error: unknown) => {
    // A failure to write the file of --errors does not mean that rows lack a result.
    const isUsage = error instanceof CliError && error.exitCode === EXIT.usage;
    if (!isUsage) note(`Not all rows have an answer. ${remedy}`);
    throw error;
  });
  if (answered < toSend) throw new CliError(`Stopped. ${remedy}`);
  if (refusedBefore > 0) {
    note(`Refused before: ${refusedBefore}. To see these rows, put --dry-run for --resume.`);
  }
  if (isRefused || refusedBefore > 0) process.exitCode = EXIT.refused;
}

/** @returns the number of rows that the server answered, and whether any row was refused */
async function sendAndReport(run: ImportRun, options: RunOptions) {
  const { sheet, refused, toSend, doneBefore } = run;
  const total = toSend + doneBefore + refused.length;
  const report = await importReport(total, options.json === true);
  const stop = stopOnSignal();
  const refusals = [...refused];
  const onResults = (results: readonly RowResult[]) => {
    report.add(results);
    refusals.push(...results.filter(({ outcome }) => outcome === "refused"));
  };
  let answered = 0;
  try {
    report.add(refused);
    answered = await run.send({ onResults, signal: stop.signal });
  } finally {
    stop.release();
    await report.end();
    summarize(report.counts, total, run, options);
    if (options.errors !== undefined && refusals.length > 0) {
      await writeRefusedRows(options.errors, sheet, refusals);
      note(`The refused rows are in ${options.errors}: correct them there, then import it.`);
    }
  }
  return { answered, isRefused: report.counts.refused > 0 };
}

function summarize(
  counts: ImportCounts,
  total: number,
  { doneBefore, refusedBefore, words }: ImportRun,
  { json, dryRun }: RunOptions,
): void {
  if (json) {
    const doneRows = { before: doneBefore, refusedBefore };
    return printJson({
      summary: { ...counts, rows: total, ...doneRows, dryRun: dryRun === true },
    });
  }
  const { imported, updated, already, skipped, refused, warnings, reopened, flagged } = counts;
  const again = reopened > 0 ? ` (${reopened} of them become Registered again)` : "";
  const ofThem = refusedBefore > 0 ? ` (${refusedBefore} of them refused)` : "";
  const parts = [
    dryRun ? `Nothing was written: ${imported} ${words.toDo}` : `${imported} ${words.done}`,
    updated > 0 && `${updated} ${dryRun ? "to update" : "updated"}${again}`,
    already > 0 && `${already} already there`,
    skipped > 0 && `${skipped} skipped`,
    `${refused} refused`,
    flagged > 0 && `${flagged} flagged`,
    warnings > 0 && `${warnings} with a warning`,
    doneBefore > 0 && `${doneBefore} done before${ofThem}`,
  ].filter(Boolean);
  const missing = total - imported - updated - already - skipped - refused - doneBefore;
  print(`${parts.join(", ")}${missing > 0 ? `, ${missing} not sent` : ""}`);
}

/**
 * Stops an import on Ctrl-C: the first lets batches in flight finish, the second ends the process.
 */
function stopOnSignal() {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    note("Stopping after the rows on their way … (Ctrl-C again to leave at once)");
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
}
