import { isStrongPassword } from "../../domain/password";
import type { Deployment } from "../../engine/deployment";
import { newDemoPassword, readDemoPassword, writeDemoPassword } from "./secrets";
import { isLoopback, Problem, type Settings } from "./settings";

/** A lab with demo accounts, which all have this password. */
export type Demo = { readonly password: string };

/**
 * Decides whether this start is a demo: on a new data folder unless `--empty`, and for ever on a
 * folder that was one. Demo accounts are everybody's, so a demo is served to this computer only.
 *
 * @param isNew whether the data folder is empty
 * @returns null for a server with real data
 * @throws Problem where a demo may not run, saying how to start for real
 */
export async function prepareDemo(
  settings: Settings,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Demo | null> {
  const stored = await readDemoPassword(settings.dataDir);
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
  const password = demoPassword(env["SMS_DEMO_PASSWORD"] || stored || newDemoPassword());
  await writeDemoPassword(settings.dataDir, password);
  return { password };
}

function productionSetting({ host, baseUrl }: Settings, env: NodeJS.ProcessEnv): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`;
  if (!isLoopback(new URL(baseUrl).hostname)) return `SMS_BASE_URL is ${baseUrl}`;
  return env["RESEND_API_KEY"] ? "RESEND_API_KEY is set" : null;
}

function demoPassword(password: string): string {
  if (isStrongPassword(password)) return password;
  throw new Problem(
    "SMS_DEMO_PASSWORD is too weak: at least 8 characters with a lowercase and an uppercase letter, " +
      "a digit and one of @$!%*#?&",
  );
}

/** Loads the demo's people and samples, unless they are there. */
export async function seedDemo(deployment: Deployment, { password }: Demo): Promise<void> {
  const outcome = await deployment.functions.runAction({
    path: "demo:seed",
    args: { password },
    caller: { identity: null, isAdmin: true },
  });
  if (!outcome.ok) throw new Error(`The demo data could not be loaded: ${outcome.error.message}`);
}
