import { once } from "node:events";
import { open, rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { Argument, Command, Option } from "commander";
import { api } from "../../convex/_generated/api";
import { EXPORT_COLUMNS, EXPORTS, type ExportName } from "../../domain/exportColumns";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { conditionsOf } from "../export/conditions";
import { rowCounter } from "../export/progress";
import { exportRows } from "../export/rows";
import { csvFormat, jsonFormat, jsonLinesFormat } from "../export/text";
import { WorkbookWriter } from "../export/workbook";
import { examples } from "../options";

const TEXT_FORMATS = { csv: csvFormat, json: jsonFormat, jsonl: jsonLinesFormat } as const;
const FORMATS = ["csv", "json", "jsonl", "xlsx"] as const;
type Format = (typeof FORMATS)[number];
type Options = { format?: Format; output?: string; filter: readonly string[] };

/** Text that is written at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

type Write = (rows: AsyncIterable<object>, onRow: () => void) => Promise<void>;

export const exportCommand = new Command("export")
  .description("Writes the samples, history records or people that you may see")
  .addArgument(new Argument("<what>", "the table").choices(EXPORTS))
  .addOption(
    new Option("--format <format>", "default: by the name of the file, else csv").choices(FORMATS),
  )
  .option("--output <file>", "write there instead of stdout; .xlsx needs it")
  .option(
    "--filter <condition>",
    "only rows with field=value (a|b: either), field~part, date>=day or date<day; repeatable",
    (text: string, before: readonly string[]) => [...before, text],
    [],
  )
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
      throw new CliError("An .xlsx is no text: add --output FILE.xlsx.", EXIT.usage);
    }
    const conditions = conditionsOf(name, options.filter);
    const client = signedInClient(await readConfig());
    const viewer = await client.query(api.users.viewer, {});
    if (!viewer) throw new CliError('Not signed in, or the session has ended. Run "sms login".');
    const rows = exportRows(client, viewer.role, name, conditions);

    const counter = rowCounter();
    const write = (onto: Target) => writerOf(format, name, onto)(rows, counter.count);
    try {
      await (options.output === undefined
        ? write(process.stdout)
        : replacing(options.output, write));
    } finally {
      counter.end();
    }
  });

function formatOf(file = ""): Format {
  const extension = extname(file).slice(1).toLowerCase();
  return FORMATS.find((format) => format === extension) ?? "csv";
}

type Target = Awaited<ReturnType<typeof open>> | typeof process.stdout;

function writerOf(format: Format, name: ExportName, target: Target): Write {
  const columns = EXPORT_COLUMNS[name];
  if (format === "xlsx" && "datasync" in target) {
    return async (rows, onRow) => {
      const workbook = await WorkbookWriter.start(target, columns);
      for await (const row of rows) {
        await workbook.add(row);
        onRow();
      }
      await workbook.end();
    };
  }
  const text = TEXT_FORMATS[format === "xlsx" ? "csv" : format](columns);
  return async (rows, onRow) => {
    let waiting = text.start;
    let index = 0;
    for await (const row of rows) {
      waiting += text.row(row, index++);
      onRow();
      if (waiting.length < CHUNK_CHARACTERS) continue;
      await put(target, waiting);
      waiting = "";
    }
    await put(target, waiting + text.end);
  };
}

/** Writes text, no faster than its reader takes it. */
async function put(target: Target, text: string): Promise<void> {
  if ("datasync" in target) return target.appendFile(text);
  if (!target.write(text)) await once(target, "drain");
}

/** Writes beside the file and puts it in place once complete: no half an export keeps its name. */
async function replacing(file: string, write: (target: Target) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  const handle = await open(draft, "w", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file} cannot be written: ${error.message}.`, EXIT.usage, {
      cause: error,
    });
  });
  try {
    await write(handle);
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
