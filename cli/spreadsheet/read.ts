import { open } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { CliError, EXIT } from "../errors";
import { refusedName } from "#domain/imports/spreadsheet/fileNames";
import { SHEET_LIMITS, type SheetLimits } from "#domain/imports/spreadsheet/limits";
import { tooLarge, type ParseOptions } from "#domain/imports/spreadsheet/parse";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import type { ParseAnswer, ParseRequest } from "./worker";

/** The worker's bundle, which scripts/lib/build.mjs builds next to the program. */
const BUILT_WORKER = new URL("./spreadsheetWorker.mjs", import.meta.url);

type ReadOptions = ParseOptions & {
  readonly limits?: SheetLimits;
  readonly worker?: URL;
};

/**
 * Reads a user's .xlsx, .xls or .csv without trusting it: the size is checked first, then a thread
 * with a time limit and a memory limit parses it.
 *
 * @throws CliError that names the file and the fault
 */
export async function readSpreadsheet(
  file: string,
  { limits = SHEET_LIMITS, worker = BUILT_WORKER, ...options }: ReadOptions = {},
): Promise<Sheet> {
  const refused = refusedName(file);
  if (refused !== null) throw new CliError(`${file}: ${refused}.`, EXIT.usage);
  const bytes = await readBytes(file, limits);
  const answer = await parseInThread({ bytes, limits, options }, worker);
  if ("unreadable" in answer) {
    throw new CliError(`${file} cannot be read: ${answer.unreadable}.`, EXIT.usage);
  }
  return answer.sheet;
}

async function readBytes(file: string, limits: SheetLimits): Promise<Uint8Array> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file}: ${openFailure(error)}.`, EXIT.usage, { cause: error });
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new CliError(`${file} is not a file.`, EXIT.usage);
    if (stat.size > limits.fileBytes) {
      const reason = tooLarge(stat.size, limits);
      throw new CliError(`${file} cannot be read: ${reason}.`, EXIT.usage);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function openFailure(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such file";
  if (error.code === "EACCES") return "you do not have permission to read this file";
  return error.message;
}

/**
 * Resolves with the thread's answer. Exceeding the time or memory limit counts as an answer; any
 * other crash is a bug and throws.
 */
async function parseInThread(request: ParseRequest, script: URL): Promise<ParseAnswer> {
  const { parseMs, heapMiB } = request.limits;
  const worker = new Worker(script, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParseAnswer>((resolve, reject) => {
      const tooMuch = (what: string) =>
        resolve({ unreadable: `it takes more than ${what} to read; save it as CSV` });
      timer = setTimeout(() => tooMuch(`${parseMs / 1000} seconds`), parseMs);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") tooMuch(`${heapMiB} MiB of memory`);
        else reject(error);
      });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
