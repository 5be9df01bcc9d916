import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isStrongPassword } from "#domain/common/password";
import type { Deployment } from "../engine/deployment";
import { COMMANDS } from "./commandNames";
import { runAction, runMutation } from "./internalCalls";
import { newDemoPassword } from "./secrets";
import { ALLOWED_HOSTS, isLoopback, Problem, type Settings } from "./settings";

/**
 * Content of `demo.json` in a data folder, whose presence marks the folder as a demo permanently.
 */
export type Demo = {
  /** Password of all demo accounts. */
  readonly password: string;
  /** Password of the accounts in the store; null until the demo data is loaded. */
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
 * Replaces `demo.json` atomically, so that an interrupted start leaves a complete file. Only its
 * owner can read it, because it contains the password.
 */
async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const draft = `${demoFile(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(demo)}\n`, { mode: 0o600, flush: true });
  await rename(draft, demoFile(dataDir));
}

/**
 * Decides whether this start is a demo: on a new data folder unless `--empty` is given, and always
 * on a folder that was one before. The demo accounts are public knowledge, so a demo is served only
 * to this computer. Writes nothing.
 *
 * @param isNew true when the data folder has no store yet
 * @returns null for a server with real data
 * @throws Problem where a demo may not run, explaining how to start without one
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
      `${settings.dataDir} holds demo data. To start empty, choose a new folder: SMS_DATA_DIR=… ${COMMANDS.startEmpty}`,
    );
  }
  const production = productionSetting(settings, env);
  if (production) {
    throw new Problem(
      `A demo serves this computer only, but ${production}. To start for real, without demo accounts:\n` +
        `  ${isNew ? "" : "SMS_DATA_DIR=<a new folder> "}${COMMANDS.startEmpty}`,
    );
  }
  const password = requireStrong(env["SMS_DEMO_PASSWORD"] || stored?.password || newDemoPassword());
  return { password, loadedWith: stored?.loadedWith ?? null };
}

/** Decides like `chooseDemo`, and writes a demo's password to its folder. */
export async function prepareDemo(
  settings: Settings,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Demo | null> {
  const demo = await chooseDemo(settings, isNew, env);
  if (demo) await writeDemo(settings.dataDir, demo);
  return demo;
}

/** Describes the setting that would let others reach the server; null without one. */
function productionSetting(settings: Settings, env: NodeJS.ProcessEnv): string | null {
  const { host, baseUrl, allowedHosts, isBehindProxy } = settings;
  if (!isLoopback(host)) return `HOST is ${host}`;
  if (!isLoopback(new URL(baseUrl).hostname)) return `SMS_BASE_URL is ${baseUrl}`;
  if (isBehindProxy) return "SMS_BEHIND_PROXY is set";
  const other = allowedHosts.find((name) => !isLoopback(name));
  if (other !== undefined) return `${ALLOWED_HOSTS} has ${other}`;
  const mailService = ["SMS_SMTP_URL", "RESEND_API_KEY"].find((name) => env[name]);
  return mailService === undefined ? null : `${mailService} is set`;
}

function requireStrong(password: string): string {
  if (isStrongPassword(password)) return password;
  throw new Problem(
    "SMS_DEMO_PASSWORD is too weak: at least 8 characters with a lowercase and an uppercase letter, " +
      "a digit and one of @$!%*#?&",
  );
}

/**
 * Loads people and samples at the first start. At a later start with another password, changes the
 * demo accounts' password.
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
