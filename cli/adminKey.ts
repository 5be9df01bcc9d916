import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "#domain/common/zod";
import { isThisComputer } from "./config";

/** The engine's instance file in the data folder; only its owner may read it. */
const instanceSchema = z.object({ adminKey: z.string() });

/** The deployment's admin key, or the reason why none was found, as sentences for the user. */
export type KeySearch =
  | { readonly adminKey: string }
  | { readonly adminKey: null; readonly reason: string };

/**
 * Finds the deployment's admin key: in SMS_ADMIN_KEY, else in the data folder of a server on this
 * computer. A user who can read that folder has access to all data anyway.
 */
export async function findAdminKey(
  url: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<KeySearch> {
  const given = env["SMS_ADMIN_KEY"]?.trim();
  if (given) return { adminKey: given };
  // A data folder on this computer belongs only to a server on this computer.
  if (!isThisComputer(url)) return { adminKey: null, reason: ELSEWHERE };
  const file = resolve(env["SMS_DATA_DIR"] || ".sms-data", "instance.json");
  try {
    return { adminKey: instanceSchema.parse(JSON.parse(await readFile(file, "utf8"))).adminKey };
  } catch (error) {
    return { adminKey: null, reason: reasonOf(error, file) };
  }
}

const ELSEWHERE =
  "The folder is read for a server on this computer: run it there with SMS_URL=http://localhost:3210.";

function reasonOf(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `There is no ${file}.`;
  if (code === undefined) return `${file} holds no key: it is damaged, or not a server's.`;
  return `${file} cannot be read: ${message}. Run it as the server's user.`;
}
