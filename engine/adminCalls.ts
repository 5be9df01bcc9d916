import { Option, type Command } from "commander";
import { rename } from "node:fs/promises";
import { resolve } from "node:path";
import { BACKUP_PATH, refusalIn, saveBackup } from "./backupFile";
import { readAdminKey } from "./dataFolder";

export const dataOption = () =>
  new Option("--data <folder>", "the data folder").default(".engine-data").env("ENGINE_DATA_DIR");

/** Options of commands that call a running deployment with its admin key. */
export interface AdminOptions {
  readonly url: string;
  readonly adminKey?: string;
  readonly data: string;
}

export const adminOptions = (command: Command) =>
  command
    .addOption(
      new Option("--url <url>", "the running deployment")
        .default("http://localhost:3210")
        .env("CONVEX_SELF_HOSTED_URL"),
    )
    .addOption(
      new Option("--admin-key <key>", "its admin key; left out, the data folder's").env(
        "CONVEX_SELF_HOSTED_ADMIN_KEY",
      ),
    )
    .addOption(dataOption());

/** Sends a POST request, or a GET request when `body` is null. */
export async function callAsAdmin(
  options: AdminOptions,
  path: string,
  body?: object | null,
): Promise<Response> {
  const adminKey = options.adminKey ?? (await adminKeyOf(options.data));
  const url = new URL(path, options.url);
  const response = await fetch(url, {
    method: body === null ? "GET" : "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Error(`No deployment answers at ${url.origin}`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url.origin} refused: ${refusalIn(await response.text())}`);
  return response;
}

export async function adminKeyOf(dataDir: string): Promise<string> {
  const key = await readAdminKey(resolve(dataDir));
  if (key === null) throw new Error(`${dataDir} is not the data folder of a deployment`);
  return key;
}

/** Writes a backup of the running deployment to `file`, which appears only when it is complete. */
export async function downloadBackup(options: AdminOptions, file: string): Promise<void> {
  const part = `${file}.${process.pid}.part`; // two runs may write the same backup
  await saveBackup(await callAsAdmin(options, BACKUP_PATH), part);
  await rename(part, file);
}
