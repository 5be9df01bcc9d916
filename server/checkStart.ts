import { existsSync } from "node:fs";
import { storePath } from "../engine/dataFolder";
import { checkDataFolder } from "./dataFolder";
import { chooseDemo } from "./demo";
import { tryPort } from "./port";
import { Problem, readSettings } from "./settings";

/**
 * Checks the settings of a start and writes nothing, so that `npm start` refuses them before it
 * builds the pages, which takes most of a minute, and before it loads a demo.
 *
 * @param args of `npm start -- …`
 * @returns the reason why the settings are refused, or null. Any other failure is left to the
 *   start, which meets it again and reports it
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
