import { existsSync } from "node:fs";
import { storePath } from "../engine/dataFolder";
import { checkDataFolder } from "./dataFolder";
import { chooseDemo } from "./demo";
import { tryPort } from "./port";
import { Problem, readSettings } from "./settings";

/**
 * Checks the settings of a start without writing anything, so that `npm start` refuses wrong ones
 * before it builds the pages, which takes most of a minute, and before it loads a demo.
 *
 * @param args of `npm start -- …`
 * @returns the reason why the settings are refused, or null. Other failures, such as an unreadable
 *   data folder, are left for the start, which meets and reports them
 */
export async function checkStart(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<string | null> {
  try {
    const settings = readSettings(env, args);
    await checkDataFolder(settings.dataDir);
    await chooseDemo(settings, !existsSync(storePath(settings.dataDir)), env);
    await tryPort(settings);
  } catch (error) {
    if (error instanceof Problem) return error.message;
  }
  return null;
}
