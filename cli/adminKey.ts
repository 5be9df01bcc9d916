import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isThisComputer } from "./config";

/** The engine's file about itself in the data folder; only its owner may read it. */
const instanceSchema = z.object({ adminKey: z.string() });

/**
 * Returns the deployment's admin key: from SMS_ADMIN_KEY, else from the data folder of a server on
 * this computer, else null. A person who may read that folder owns the data anyway.
 */
export async function findAdminKey(url: string, env: NodeJS.ProcessEnv = process.env) {
  const given = env["SMS_ADMIN_KEY"]?.trim();
  if (given) return given;
  // Only a server of this computer may have its data folder here.
  if (!isThisComputer(url)) return null;
  const file = join(env["SMS_DATA_DIR"] || ".sms-data", "instance.json");
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : instanceSchema.parse(JSON.parse(text)).adminKey;
}
