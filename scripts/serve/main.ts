import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openDeployment, storePath, type Deployment } from "../../engine/deployment";
import { bundleFunctions } from "../../engine/functions/bundle";
import type { Logger } from "../../engine/logs";
import { serve } from "../../engine/serve";
import { loadDemo, prepareDemo } from "./demo";
import { setEnvironment } from "./environment";
import { serverLogger } from "./logger";
import { printWelcome } from "./welcome";
import { Problem, readSettings, type Settings } from "./settings";

/**
 * Starts the server of `npm start` in this process, and returns once it is ready. It runs until
 * SIGINT or SIGTERM.
 *
 * @param root the repository's folder
 */
export async function start(root: string): Promise<void> {
  try {
    await startServer(root, readSettings(process.env, process.argv.slice(2)));
  } catch (error) {
    const message = plainWords(error);
    if (message === null) throw error;
    process.stderr.write(`\n${message}\n`);
    process.exitCode = 1;
  }
}

async function startServer(root: string, settings: Settings): Promise<void> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(storePath(settings.dataDir));
  const demo = await prepareDemo(settings, isNew, process.env);
  const { path } = await bundleFunctions({ root, out: join(root, ".build", "functions.json") });
  const log = serverLogger(process.env);
  const deployment = await openDeployment({
    dataDir: settings.dataDir,
    pushRequest: path,
    cloudUrl: settings.baseUrl,
    siteUrl: settings.baseUrl,
    log,
  });
  const stop = stopOnSignal(deployment);
  try {
    await setEnvironment(deployment, settings, demo);
    const server = await listen(deployment, settings, root, log);
    stop.alsoClose(server);
    if (demo) await loadDemo(deployment, settings.dataDir, demo);
    await printWelcome(deployment, settings, demo);
  } catch (error) {
    await stop.now();
    throw error;
  }
}

async function listen(deployment: Deployment, settings: Settings, root: string, log: Logger) {
  const { host, port, baseUrl, isBehindProxy } = settings;
  try {
    return await serve({
      deployment,
      host,
      port,
      staticDir: join(root, "dist", "web"),
      allowedOrigins: [new URL(baseUrl).origin],
      isBehindProxy,
      log,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      throw new Problem(
        `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
      );
    }
    if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL") {
      throw new Problem(`HOST is "${host}", which is no address of this computer.`);
    }
    throw error;
  }
}

/** On SIGINT or SIGTERM: no new work, what runs finishes, the store is closed; then the end. */
function stopOnSignal(deployment: Deployment) {
  const open: { close(): Promise<void> }[] = [deployment];
  const now = async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  };
  const onSignal = () => {
    process.stderr.write("\nStopping …\n");
    now().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  return { now, alsoClose: (part: { close(): Promise<void> }) => open.push(part) };
}

/** What to tell the person, or null for a bug, which keeps its stack. */
function plainWords(error: unknown): string | null {
  if (error instanceof Problem) return error.message;
  if (error instanceof Error && error.name === "DataFolderLockedError") return error.message;
  return null;
}
