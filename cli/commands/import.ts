import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { DATE_ORDERS, type DateOrder } from "../../domain/dateTexts";
import { rowsLeft } from "../../domain/importBatches";
import { isImportField, IMPORT_FIELDS, type ImportField } from "../../domain/importHeadings";
import type { ImportCounts, RowResult } from "../../domain/importResults";
import {
  IMEI_POLICIES,
  MAX_BATCH_ROWS,
  NAMED_POLICIES,
  SERIAL_POLICIES,
  type ImportPolicy,
} from "../../domain/importRows";
import { repeatedRows } from "../../domain/repeatedRows";
import { omitUndefined } from "../../domain/objects";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { importRows } from "../importer";
import { importReport } from "../importReport";
import { readRows } from "../importRows";
import { beginImport } from "../importSession";
import { examples, wholeNumber } from "../options";
import { note, print, printJson } from "../output";
import { checkErrorsFile, writeRefusedRows } from "../refusedRows";
import { readSpreadsheet } from "../spreadsheet/read";

type Options = {
  onDuplicate: keyof typeof NAMED_POLICIES;
  onDuplicateSerial?: ImportPolicy["serialNumber"];
  onDuplicateImei?: ImportPolicy["imei"];
  errors?: string;
  sheet?: string;
  resume?: true;
  map: ReadonlyMap<string, ImportField | null>;
  dateOrder?: DateOrder;
  dryRun?: true;
  json?: true;
  batch: number;
};

export const importCommand = new Command("import")
  .description("Registers the samples of a spreadsheet; safe to run again after anything")
  .addArgument(new Argument("<file>", ".xlsx, .xls or .csv with headings"))
  .addOption(
    new Option("--on-duplicate <how>", "a serial number or an IMEI that a sample has already")
      .choices(Object.keys(NAMED_POLICIES))
      .default("reject"),
  )
  .addOption(
    new Option(
      "--on-duplicate-serial <how>",
      "only a serial number that a sample has already",
    ).choices(SERIAL_POLICIES),
  )
  .addOption(
    new Option("--on-duplicate-imei <how>", "only an IMEI that a sample has already").choices(
      IMEI_POLICIES,
    ),
  )
  .option("--sheet <name>", "the sheet of a workbook to read")
  .option("--resume", "go on with an interrupted import of this file")
  .addOption(
    new Option("--map <heading=field>", "the field of a column; repeatable; no field: leave it out")
      .argParser(mapping)
      .default(new Map(), "by the headings"),
  )
  .addOption(
    new Option("--date-order <order>", "of 03/02/2024, where the column does not tell").choices(
      DATE_ORDERS,
    ),
  )
  .option("--errors <file>", "write the refused rows there, with reasons, to correct and import")
  .option("--dry-run", "check every row and write nothing")
  .option("--batch <n>", "rows per transaction", wholeNumber(1, MAX_BATCH_ROWS), MAX_BATCH_ROWS)
  .option("--json", "print one JSON object per row, and a summary as the last one")
  .addHelpText(
    "after",
    examples(
      "sms import new-devices.xlsx --dry-run  # says what would be refused",
      "sms import new-devices.xlsx",
      "sms import new-devices.xlsx --resume  # after an interruption",
      'sms import lab.csv --map "Asset no=serialNumber" --date-order dmy',
      "sms import new-devices.xlsx --errors refused.csv  # correct refused.csv, then import it",
      "sms import changes.csv --on-duplicate update --dry-run  # what would change",
      "sms import new-devices.csv --on-duplicate flag --json > result.jsonl",
    ),
  )
  .action(async (file: string, options: Options) => {
    if (options.errors !== undefined) checkErrorsFile(options.errors, file);
    const config = await readConfig();
    const client = signedInClient(config);
    const sheet = await readSpreadsheet(
      file,
      omitUndefined({ mapped: [...options.map.keys()], sheetName: options.sheet }),
    );
    sheet.notes.forEach(note);
    const { rows, refused, notes } = readRows(sheet, {
      fields: options.map,
      dateOrder: options.dateOrder,
    });
    notes.forEach(note);

    const total = rows.length + refused.length;
    const dryRun = options.dryRun === true;
    const session = {
      file,
      rows: total,
      unreadable: refused.length,
      duplicates: policyOf(options),
    };
    const begun = dryRun
      ? { done: [], duplicates: session.duplicates }
      : await beginImport(client, session, options.resume === true);
    const left = rowsLeft(rows, begun.done);
    const report = await importReport(total, options.json === true);
    const stop = stopOnSignal();
    const complete = repeatedRows(rows, begun.duplicates, dryRun);
    const refusals = [...refused];
    const add = (results: readonly RowResult[]) => {
      const completed = results.map(complete);
      report.add(completed);
      refusals.push(...completed.filter(({ outcome }) => outcome === "refused"));
    };
    let answered = 0;
    try {
      report.add(refused);
      answered = await importRows(client, {
        rows: left,
        done: begun.done,
        batchSize: options.batch,
        into: "importId" in begun ? { importId: begun.importId } : { dryRun: begun.duplicates },
        onResults: add,
        signal: stop.signal,
      });
    } finally {
      stop.release();
      await report.end();
      summarize(report.counts, total, rows.length - left.length, options);
      if (options.errors !== undefined && refusals.length > 0) {
        await writeRefusedRows(options.errors, sheet, refusals);
        note(`The refused rows are in ${options.errors}: correct them there, then import it.`);
      }
    }
    if (answered < left.length) {
      throw new CliError("Stopped. Run the same command with --resume to go on.");
    }
    if (report.counts.refused > 0) process.exitCode = EXIT.refused;
  });

/** `--on-duplicate` for both kinds of duplicate, unless an option is about one of them. */
function policyOf({ onDuplicate, onDuplicateSerial, onDuplicateImei }: Options): ImportPolicy {
  const both = NAMED_POLICIES[onDuplicate];
  return {
    serialNumber: onDuplicateSerial ?? both.serialNumber,
    imei: onDuplicateImei ?? both.imei,
  };
}

/** Parses `Heading=field`, and `Heading=` for a column that is left out. */
function mapping(text: string, before: Options["map"]): Options["map"] {
  const at = text.lastIndexOf("=");
  const [heading, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || (field !== "" && !isImportField(field))) {
    const fields = IMPORT_FIELDS.join(", ");
    throw new InvalidArgumentError(`Write Heading=field, with one of the fields: ${fields}.`);
  }
  return new Map([...before, [heading, field === "" ? null : field]]);
}

/** @param before rows that were done by the run that was interrupted */
function summarize(
  counts: ImportCounts,
  total: number,
  before: number,
  { json, dryRun }: Options,
): void {
  if (json) {
    return printJson({ summary: { ...counts, rows: total, before, dryRun: dryRun === true } });
  }
  const { imported, updated, already, skipped, refused, warnings, reopened, flagged } = counts;
  const again = reopened > 0 ? ` (${reopened} of them become Registered again)` : "";
  const parts = [
    dryRun ? `Nothing was written: ${imported} to import` : `${imported} imported`,
    updated > 0 && `${updated} ${dryRun ? "to update" : "updated"}${again}`,
    already > 0 && `${already} already there`,
    skipped > 0 && `${skipped} skipped`,
    `${refused} refused`,
    flagged > 0 && `${flagged} flagged`,
    warnings > 0 && `${warnings} with a warning`,
    before > 0 && `${before} done before`,
  ].filter(Boolean);
  const missing = total - imported - updated - already - skipped - refused - before;
  print(`${parts.join(", ")}${missing > 0 ? `, ${missing} not sent` : ""}`);
}

/**
 * Stops an import on Ctrl-C: the first one lets the batches under way finish, the second one ends
 * the process.
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
