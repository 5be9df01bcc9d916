import { once } from "node:events";
import { open, rename, stat } from "node:fs/promises";
import { extname } from "node:path";
import { Argument, Command, Option } from "commander";
import { api } from "../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import { EXPORT_COLUMNS, EXPORTS, type ExportName } from "#domain/exports/exportColumns";
import {
  EXPORT_FORMATS,
  exportWriter,
  SheetFull,
  type ExportFormat,
} from "#domain/exports/exportWriter";
import { parseFilters } from "#domain/exports/filterTexts";
import { inExportPlace, type ExportPlaces } from "#domain/exports/runningExports";
import type { ByteSink } from "#domain/files/zipArchive";
import { requireViewer, signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { withDraft } from "../draft";
import { cannotWrite, CliError, EXIT } from "../errors";
import { filterOption, readFilters } from "../export/conditions";
import { exportPages } from "../export/rows";
import { examples } from "../options";
import { startCounter } from "../progress";

type Options = { format?: ExportFormat; output?: string; filter: readonly string[] };

export const exportCommand = new Command("export")
  .description("Writes the samples, history records or people that you may see")
  .addArgument(new Argument("<what>", "the table").choices(EXPORTS))
  .addOption(
    new Option("--format <format>", "default: by the name of the file, else csv").choices(
      EXPORT_FORMATS,
    ),
  )
  .option("--output <file>", "write there instead of stdout; .xlsx needs it")
  .addOption(filterOption())
  .addHelpText(
    "after",
    examples(
      "sms export samples --output samples.xlsx",
      'sms export samples --filter "status=In Use|In Transit" --filter brand~sams --output held.csv',
      'sms export history --format jsonl --filter "actiondate>=2026-01-01" > history.jsonl',
    ),
  )
  .action(async (name: ExportName, options: Options) => {
    const format = options.format ?? formatOf(options.output);
    if (format === "xlsx" && options.output === undefined) {
      throw new CliError("An .xlsx file is not text: add --output FILE.xlsx.", EXIT.usage);
    }
    if (options.output !== undefined) await requirePlainFile(options.output);
    const conditions = readFilters(() => parseFilters(name, options.filter));
    const client = signedInClient(await readConfig());
    const { role } = await requireViewer(client);
    const rows = exportPages(client, role, name, conditions);
    const pages = inExportPlace(exportPlacesOf(client), rows, Date.now);

    const counter = startCounter((rows) => `${formatCount(rows)} rows`);
    const write = (sink: ByteSink) => writePages({ format, name, sink, pages, count: counter.add });
    try {
      await (options.output === undefined ? write(toStdout) : replaceFile(options.output, write));
    } finally {
      counter.end();
    }
  });

const exportPlacesOf = (client: Client): ExportPlaces => ({
  begin: () => client.mutation(api.exports.begin, {}),
  renew: (exportId) => client.mutation(api.exports.renew, { exportId }),
  end: (exportId) => client.mutation(api.exports.end, { exportId }),
});

/**
 * @throws CliError for any other extension: Excel opens a CSV named .xls with a warning, or not at
 *   all
 */
function formatOf(file = ""): ExportFormat {
  const extension = extname(file).slice(1).toLowerCase();
  if (extension === "") return "csv";
  const format = EXPORT_FORMATS.find((each) => each === extension);
  if (format !== undefined) return format;
  const names = EXPORT_FORMATS.map((each) => `.${each}`).join(", ");
  throw new CliError(`${file}: name a file in ${names}, or add --format.`, EXIT.usage);
}

type Export = {
  readonly format: ExportFormat;
  readonly name: ExportName;
  readonly sink: ByteSink;
  readonly pages: AsyncIterable<readonly object[]>;
  readonly count: (rows: number) => void;
};

async function writePages({ format, name, sink, pages, count }: Export): Promise<void> {
  const writer = exportWriter(format, EXPORT_COLUMNS[name], sink);
  try {
    for await (const rows of pages) {
      await writer.write(rows);
      count(rows.length);
    }
    await writer.end();
  } catch (error) {
    if (!(error instanceof SheetFull)) throw error;
    throw new CliError(`${error.message} Use --format csv, or --filter.`, EXIT.usage);
  }
}

/** Waits until stdout's reader has caught up. */
async function toStdout(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
}

/**
 * Writes to a draft and renames it once complete, so that no partial export gets the file's name.
 */
async function replaceFile(file: string, write: (sink: ByteSink) => Promise<void>): Promise<void> {
  const fail = (error: NodeJS.ErrnoException): never => {
    throw cannotWrite(file, error);
  };
  await withDraft(file, async (draft) => {
    const handle = await open(draft, "w").catch(fail);
    try {
      await write((bytes) => handle.appendFile(bytes).catch(fail));
    } finally {
      await handle.close().catch(fail);
    }
    await rename(draft, file).catch(fail);
  });
}

/** @throws CliError for a folder, before the rows of a large table are fetched */
async function requirePlainFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || found.isFile()) return;
  const remedy = found.isDirectory()
    ? "it is a folder. Name a file in it."
    : "it is not a regular file. Without --output, the rows go to standard output.";
  throw new CliError(`${file} cannot be written: ${remedy}`, EXIT.usage);
}
