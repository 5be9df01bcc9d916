import { randomUUID } from "node:crypto";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { DATE_ORDERS, type DateOrder } from "../../domain/dateTexts";
import { isImportField, IMPORT_FIELDS, type ImportField } from "../../domain/importHeadings";
import { MAX_BATCH_ROWS } from "../../domain/importRows";
import type { DuplicatePolicy } from "../../domain/sampleRules";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { importRows, type Counts } from "../importer";
import { importReport } from "../importReport";
import { rowsToImport } from "../importRows";
import { examples, wholeNumber } from "../options";
import { note, print, printJson } from "../output";
import { dryRunCheck } from "../dryRunCheck";
import { readSpreadsheet } from "../spreadsheet/read";

type Options = {
  duplicates: DuplicatePolicy;
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
    new Option("--duplicates <how>", "a repeated IMEI: refuse the row, or import and flag it")
      .choices(["reject", "flag"])
      .default("reject"),
  )
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
  .option("--dry-run", "check every row and write nothing")
  .option("--batch <n>", "rows per transaction", wholeNumber(1, MAX_BATCH_ROWS), MAX_BATCH_ROWS)
  .option("--json", "print one JSON object per row, and a summary as the last one")
  .addHelpText(
    "after",
    examples(
      "sms import new-devices.xlsx --dry-run  # says what would be refused",
      "sms import new-devices.xlsx",
      'sms import lab.csv --map "Asset no=serialNumber" --date-order dmy',
      "sms import new-devices.csv --duplicates flag --json > result.jsonl",
    ),
  )
  .action(async (file: string, options: Options) => {
    const config = await readConfig();
    const client = signedInClient(config);
    const sheet = await readSpreadsheet(file, { mapped: [...options.map.keys()] });
    sheet.notes.forEach(note);
    const { rows, refused, notes } = rowsToImport(sheet, {
      fields: options.map,
      dateOrder: options.dateOrder,
    });
    notes.forEach(note);

    const total = rows.length + refused.length;
    const report = await importReport(total, options.json === true);
    const stop = stopOnSignal();
    const dryRun = options.dryRun === true;
    const checkDryRun = dryRunCheck(rows, options.duplicates);
    let answered = 0;
    try {
      report.add(refused);
      answered = await importRows(client, {
        importId: randomUUID(),
        rows,
        duplicates: options.duplicates,
        batchSize: options.batch,
        dryRun,
        onResults: (results) => report.add(dryRun ? results.map(checkDryRun) : results),
        signal: stop.signal,
      });
    } finally {
      stop.release();
      await report.end();
      summarize(report.counts, total, options);
    }
    if (answered < rows.length) {
      throw new CliError(`Stopped. Run "sms import ${file}" again to go on.`);
    }
    if (report.counts.refused > 0) process.exitCode = EXIT.refused;
  });

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

function summarize(counts: Counts, total: number, { json, dryRun }: Options): void {
  if (json) return printJson({ summary: { ...counts, rows: total, dryRun: dryRun === true } });
  const parts = [
    dryRun ? `Nothing was written: ${counts.imported} to import` : `${counts.imported} imported`,
    counts.already > 0 && `${counts.already} already there`,
    `${counts.refused} refused`,
    counts.warnings > 0 && `${counts.warnings} with a warning`,
  ].filter(Boolean);
  const missing = total - counts.imported - counts.already - counts.refused;
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
