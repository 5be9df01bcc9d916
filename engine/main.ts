import { Command, InvalidArgumentError } from "commander";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  adminKeyOf,
  adminOptions,
  callAsAdmin,
  dataOption,
  downloadBackup,
  type AdminOptions,
} from "./adminCalls";
import { restore } from "./backup";
import type { CheckReport } from "./check";
import { checkFolder } from "./checkFolder";
import { compactFolder } from "./compact";
import { openDeployment } from "./deployment";
import { bundleFunctions } from "./functions/loading/bundle";
import { watchDeployment } from "./watchDeployment";
import { jsonLogger } from "./jsonLogger";
import { serve } from "./serve";
import { exportSnapshot } from "./snapshot/exportSnapshot";
import { importSnapshot } from "./snapshot/importSnapshot";
import { stopOnRequest } from "./stop";
import { isSupervised, supervise } from "./supervisor";
import { rollBack } from "./upgrade/rollBack";
import type { BlockedCall } from "./watchdog/quarantine";
import { formatSize } from "./values/limits";

const serveCommand = new Command("serve")
  .description("Runs a Convex project's functions on this machine")
  .addOption(dataOption())
  .option("--project <folder>", "the project, with its package.json and convex/ folder", ".")
  .option("--port <port>", "where clients connect", port, 3210)
  .option("--host <host>", "address to listen on; 0.0.0.0 for all", "localhost")
  .option("--url <url>", "where clients find it, when not at host and port")
  .option("--static <folder>", "a built web app to serve")
  .option("--watch", "load the functions anew when their files change; clients stay connected")
  .option("--site-port <port>", "a second port for HTTP actions alone", port)
  .option("--allow-origin <origin...>", "other web pages that may use it; * for all")
  .option("--allow-host <name...>", "other names that clients may call it by; * for all")
  .option("--behind-proxy", "trust X-Forwarded-For of the reverse proxy in front")
  .option("--no-log-calls", "write no line for each call of a function")
  .option("--redact-errors", "clients see a bug's request id only, as in production deployments")
  .option(
    "--max-hold <seconds>",
    "how long a function may hold the server; 0: for ever",
    seconds,
    10,
  )
  .action(async (options: ServeCommandOptions) => {
    const log = jsonLogger(process.stdout);
    if (!isSupervised()) {
      const program = fileURLToPath(import.meta.url);
      process.exitCode = await supervise(program, process.argv.slice(2), log);
      return;
    }
    const url = options.url ?? `http://${options.host}:${options.port}`;
    const root = resolve(options.project);
    const out = join(root, ".build", "functions.json");
    const { path } = await bundleFunctions({ root, out });
    const deployment = await openDeployment({
      dataDir: resolve(options.data),
      pushRequest: path,
      cloudUrl: url,
      siteUrl: url,
      redactErrors: options.redactErrors ?? false,
      log,
      ...(options.maxHold > 0 && {
        watchdog: { limitMs: options.maxHold * 1_000, logFd: process.stdout.fd },
      }),
    });
    if (options.logCalls) {
      deployment.logs.subscribe(({ udfType, identifier, requestId, executionTime, error }) =>
        log.info("function", { udfType, identifier, requestId, seconds: executionTime, error }),
      );
    }
    const stop = stopOnRequest();
    stop.closeOnStop(deployment);
    const server = await serve({
      deployment,
      port: options.port,
      host: options.host,
      allowedOrigins: options.allowOrigin ?? [],
      allowedHosts: options.allowHost ?? [],
      isBehindProxy: options.behindProxy ?? false,
      log,
      ...(options.static && { staticDir: resolve(options.static) }),
      ...(options.sitePort !== undefined && { sitePort: options.sitePort }),
    }).catch(async (error: unknown) => {
      await stop.closeAll();
      throw error;
    });
    stop.closeOnStop(server);
    if (options.watch) stop.closeOnStop(await watchDeployment(deployment, { root, out, log }));
  });

interface ServeCommandOptions {
  readonly data: string;
  readonly project: string;
  readonly port: number;
  readonly host: string;
  readonly url?: string;
  readonly static?: string;
  readonly watch?: boolean;
  readonly sitePort?: number;
  readonly allowOrigin?: string[];
  readonly allowHost?: string[];
  readonly behindProxy?: boolean;
  readonly redactErrors?: boolean;
  readonly logCalls: boolean;
  /** Seconds; 0 means no limit. */
  readonly maxHold: number;
}

const backupCommand = adminOptions(new Command("backup"))
  .description("Copies a running deployment's data and files into one file")
  .argument("<file>", "the backup to write")
  .action(async (file: string, options: AdminOptions) => {
    await downloadBackup(options, file);
    process.stderr.write(`Backed up to ${file}\n`);
  });

const restoreCommand = new Command("restore")
  .description("Makes a new data folder from a backup")
  .argument("<file>", "the backup")
  .addOption(dataOption())
  .action(async (file: string, options: { data: string }) => {
    const { files } = await restore(file, resolve(options.data));
    process.stderr.write(`Restored ${options.data} (${files} stored files)\n`);
  });

const exportCommand = adminOptions(new Command("export"))
  .description("Writes documents and files as a snapshot, which npx convex import reads")
  .argument("<file>", "the ZIP file to write")
  .option("--offline", "of a folder that no server has open, instead of a running deployment")
  .action(async (file: string, options: AdminOptions & { offline?: true }) => {
    if (options.offline) await exportSnapshot(options.data, file);
    else await exportRunning(options, file);
    process.stderr.write(`Exported to ${file}\n`);
  });

/**
 * Exports a running deployment by way of a backup, the only copy that the deployment has to make.
 */
async function exportRunning(options: AdminOptions, file: string): Promise<void> {
  const folder = await mkdtemp(`${resolve(file)}.`);
  try {
    const backupFile = join(folder, "backup");
    await downloadBackup(options, backupFile);
    await restore(backupFile, join(folder, "data"));
    await rm(backupFile);
    await exportSnapshot(join(folder, "data"), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const importCommand = new Command("import")
  .description("Makes a new data folder from a snapshot, of this or any Convex deployment")
  .argument("<file>", "the ZIP file, as npx convex export or engine export writes it")
  .addOption(dataOption())
  .action(async (file: string, options: { data: string }) => {
    const { documents, files } = await importSnapshot(file, options.data);
    process.stderr.write(`Imported ${options.data} (${documents} documents, ${files} files)\n`);
  });

const checkCommand = adminOptions(new Command("check"))
  .description("Reads all data and files, and reports what is damaged")
  .option("--offline", "a folder that no server has open, instead of a running deployment")
  .action(async (options: AdminOptions & { offline?: true }) => {
    const { entries, files, faults, dataFile } = options.offline
      ? await checkFolder(resolve(options.data))
      : ((await (await callAsAdmin(options, "/api/engine/check")).json()) as CheckReport);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
    else process.stdout.write(`${entries} entries and ${files} files are whole\n`);
    if (!dataFile) return;
    const [size, used] = [dataFile.bytes, dataFile.usedBytes].map(formatSize);
    const ageSeconds = (dataFile.oldestReaderMs / 1_000).toFixed(1);
    process.stdout.write(
      `The data file has ${size}, ${used} of it in use; its oldest reader is ${ageSeconds} s old\n`,
    );
  });

const compactCommand = new Command("compact")
  .description("Shrinks the data file of a folder that no server has open to what it holds")
  .addOption(dataOption())
  .action(async ({ data }: { data: string }) => {
    const { before, after } = await compactFolder(resolve(data));
    const [from, to] = [before, after].map(({ bytes }) => formatSize(bytes));
    process.stderr.write(`Compacted ${data} from ${from} to ${to}\n`);
  });

const rollbackCommand = new Command("rollback")
  .description("Puts the data of before the latest upgrade back, for the previous version")
  .addOption(dataOption())
  .action(async ({ data }: { data: string }) => {
    const aside = await rollBack(resolve(data), Date.now());
    process.stderr.write(`Rolled ${data} back: start the previous version on it\n`);
    if (aside !== null) {
      process.stderr.write(
        `What was written since the upgrade is in ${aside}: delete it when nothing is missing\n`,
      );
    }
  });

const confirmCommand = adminOptions(new Command("confirm-upgrade"))
  .description("Deletes the data that is kept for a rollback of the latest upgrade")
  .action(async (options: AdminOptions) => {
    const answer = await callAsAdmin(options, "/api/engine/confirm-upgrade");
    const state = (await answer.json()) as { bytes: number } | null;
    process.stderr.write(
      state ? `Deleted ${formatSize(state.bytes)}\n` : "No earlier data is kept\n",
    );
  });

const blockedCommand = adminOptions(new Command("blocked"))
  .description("Lists the calls that held the server and are refused for an hour")
  .option("--lift <id>", "let this call through again; all for every one")
  .action(async (options: AdminOptions & { lift?: string }) => {
    if (options.lift !== undefined) {
      const answer = await callAsAdmin(options, "/api/engine/lift", { id: options.lift });
      process.stderr.write(`Lifted: ${await answer.text()}\n`);
      return;
    }
    const answer = await callAsAdmin(options, "/api/engine/blocked", null);
    const calls = (await answer.json()) as BlockedCall[];
    if (calls.length === 0) process.stderr.write("No call is blocked\n");
    for (const { id, path, caller, since, until } of calls) {
      const times = `since ${isoTime(since)}, until ${isoTime(until)}`;
      process.stdout.write(`${id}  ${path}  by ${caller ?? "an unknown caller"}  ${times}\n`);
    }
  });

const isoTime = (epochMs: number) => new Date(epochMs).toISOString();

const adminKeyCommand = new Command("admin-key")
  .description("Prints the admin key of a data folder")
  .addOption(dataOption())
  .action(async ({ data }: { data: string }) => {
    process.stdout.write(`${await adminKeyOf(data)}\n`);
  });

const envCommand = adminOptions(new Command("env"))
  .description("Sets environment variables of a running deployment (list and get: npx convex env)")
  .argument("<changes...>", "NAME=value to set, NAME= to remove")
  .action(async (changes: string[], options: AdminOptions) => {
    const parsed = changes.map((change) => {
      const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(change) ?? [];
      if (!name) throw new Error(`"${change}" is not NAME=value`);
      return { name, value: value === "" ? null : value };
    });
    await callAsAdmin(options, "/api/update_environment_variables", { changes: parsed });
  });

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("A port is a number from 0 to 65535.");
}

function seconds(text: string): number {
  const number = Number(text);
  if (text !== "" && number >= 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("Seconds are a number, 0 or more.");
}

const program = new Command("engine")
  .description("A Convex deployment on this machine")
  .addCommand(serveCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(exportCommand)
  .addCommand(importCommand)
  .addCommand(checkCommand)
  .addCommand(blockedCommand)
  .addCommand(compactCommand)
  .addCommand(rollbackCommand)
  .addCommand(confirmCommand)
  .addCommand(adminKeyCommand)
  .addCommand(envCommand);

// Data folders and backups contain all users' data and the token signing keys: only their owner may
// read them.
process.umask(0o077);
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}

function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port: taken } = error as NodeJS.ErrnoException & { port?: number };
  return code === "EADDRINUSE"
    ? `Port ${taken} is taken by another program: choose another with --port.`
    : error.message;
}
