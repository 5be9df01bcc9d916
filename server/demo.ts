import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isStrongPassword } from "#domain/common/password";
import type { Deployment } from "../engine/deployment";
import { runAction, runMutation } from "./internalCalls";
import { newDemoPassword } from "./secrets";
import { ALLOWED_HOSTS, isLoopback, Problem, type Settings } from "./settings";

/** Demo data of a data folder: `demo.json`. Its presence makes the folder a demo for good. */
export type Demo = {
  /** The password of all demo accounts. */
  readonly password: string;
  /** The password that the accounts in the store have; null until the demo data is loaded. */
  readonly loadedWith: string | null;
};

const demoFile = (dataDir: string) => join(dataDir, "demo.json");

async function readDemo(dataDir: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(demoFile(dataDir), "utf8")) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Replaces `demo.json` in one move, so that a start that is cut off leaves a whole one. Its owner
 * alone can read it: it holds the password.
 */
async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const draft = `${demoFile(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(demo)}\n`, { mode: 0o600, flush: true });
  await rename(draft, demoFile(dataDir));
}

/**
 * Decides whether this start is a demo: on a new data folder unless `--empty`, and always on a
 * folder that was one. Everybody knows the demo accounts, so a demo is served to this computer
 * only. Writes nothing.
 *
 * @param isNew whether the data folder holds no store yet
 * @returns null for a server with real data
 * @throws Problem where a demo may not run, saying how to start for real
 */
export async function chooseDemo(
  settings: Settings,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Demo | null> {
  const stored = await readDemo(settings.dataDir);
  if (stored === null && (!isNew || settings.empty)) return null;
  if (stored !== null && settings.empty) {
    throw new Problem(
      `${settings.dataDir} holds demo data. To start empty, choose a new folder: SMS_DATA_DIR=… npm start -- --empty`,
    );
  }
  const production = productionSetting(settings, env);
  if (production) {
    throw new Problem(
      `A demo serves this computer only, but ${production}. To start for real, without demo accounts:\n` +
        `  ${isNew ? "" : "SMS_DATA_DIR=<a new folder> "}npm start -- --empty`,
    );
  }
  const password = requireStrong(env["SMS_DEMO_PASSWORD"] || stored?.password || newDemoPassword());
  return { password, loadedWith: stored?.loadedWith ?? null };
}

/** Decides as `chooseDemo` does, and writes a demo's password to its folder. */
export async function prepareDemo(
  settings: Settings,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Demo | null> {
  const demo = await chooseDemo(settings, isNew, env);
  if (demo) await writeDemo(settings.dataDir, demo);
  return demo;
}

/** Returns the setting that says that others could reach the server, as words; null without one. */
function productionSetting(settings: Settings, env: NodeJS.ProcessEnv): string | null {
  const { host, baseUrl, allowedHosts, isBehindProxy } = settings;
  if (!isLoopback(host)) return `HOST is ${host}`;
  if (!isLoopback(new URL(baseUrl).hostname)) return `SMS_BASE_URL is ${baseUrl}`;
  if (isBehindProxy) return "SMS_BEHIND_PROXY is set";
  const other = allowedHosts.find((name) => !isLoopback(name));
  if (other !== undefined) return `${ALLOWED_HOSTS} has ${other}`;
  return env["RESEND_API_KEY"] ? "RESEND_API_KEY is set" : null;
}

function requireStrong(password: string): string {
  if (isStrongPassword(password)) return password;
  throw new Problem(
    "SMS_DEMO_PASSWORD is too weak: at least 8 characters with a lowercase and an uppercase letter, " +
      "a digit and one of @$!%*#?&",
  );
}

/**
 * Loads people and samples at the first start. At a later one with another password, gives that
 * password to the demo accounts.
 */
export async function loadDemo(
  deployment: Deployment,
  dataDir: string,
  { password, loadedWith }: Demo,
): Promise<void> {
  if (loadedWith === password) return;
  if (loadedWith === null) {
    await runAction(deployment, "demo:seed", { password });
  } else {
    const secret = await runAction(deployment, "passwords:hash", { password });
    await runMutation(deployment, "demo:addPeople", { secret });
  }
  await writeDemo(dataDir, { password, loadedWith: password });
}
