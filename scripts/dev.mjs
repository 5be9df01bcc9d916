// @ts-check
/**
 * `npm run dev`: the app with hot reload. Vite serves the pages and proxies API calls, sockets and
 * HTTP actions to a deployment in a second process, so that everything has one address.
 *
 *   change in          effect
 *   web/, domain/      Vite replaces the modules in the open page
 *   convex/, domain/   the deployment reloads its functions; live queries rerun
 *   engine/, server/   the deployment is rebuilt and restarted; clients reconnect
 *
 * Demo data is in .sms-dev-data (SMS_DATA_DIR names another folder); PORT is the port of the pages.
 */
import { createServer as createSocketServer } from "node:net";
import { join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildCommandLine, buildServer } from "./lib/build.mjs";
import { DevDeployment } from "./lib/devDeployment.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Problem, root, script } from "./lib/run.mjs";

/** Paths of the deployment; every other path is a page or a module of the app. */
const DEPLOYMENT_PATHS = [
  "/api",
  "/http",
  "/.well-known",
  "/unsubscribe",
  "/version",
  "/instance_name",
];
const folders = (/** @type {string[]} */ ...names) => names.map((name) => join(root, name) + sep);
/** Code that takes effect only after a restart of the deployment. */
const RESTARTED = folders("engine", "server");
/**
 * Code that a running deployment reloads by itself. After a failed start, a change here restarts
 * it.
 */
const RELOADED = folders("convex", "domain");
const QUIET_MS = 100;
const PARENT_CHECK_MS = 500;

await script(async () => {
  await ensureInstalled();
  await buildCommandLine();
  await buildServer();

  const port = Number(process.env["PORT"] || 3210);
  const deploymentPort = await freePort();
  let wasChanged = false;
  const vite = await startVite(port, `http://127.0.0.1:${deploymentPort}`);

  const stop = async () => {
    clearInterval(parentCheck);
    await deployment.stop();
    await vite.close();
    process.exit(process.exitCode ?? 0);
  };
  const deployment = new DevDeployment(
    {
      ...process.env,
      npm_lifecycle_event: "dev", // makes the process end with its parent, for whatever reason
      PORT: String(deploymentPort),
      HOST: "127.0.0.1",
      SMS_BASE_URL: `http://localhost:${port}`,
      SMS_DATA_DIR: process.env["SMS_DATA_DIR"] || ".sms-dev-data",
    },
    () => {
      if (wasChanged) {
        console.error("\n  The deployment ended. The next change of its code starts it again.");
        return;
      }
      process.exitCode = 1;
      void stop();
    },
  );
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
  // npm passes SIGTERM on only to its shell, which ends and leaves this process behind.
  const parent = process.ppid;
  const parentCheck = setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, PARENT_CHECK_MS);
  deployment.start();

  const restart = onceQuiet(async () => {
    wasChanged = true;
    try {
      if ((await buildServer()) || !deployment.isRunning) await deployment.restart();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  });
  vite.watcher.add([...RESTARTED, ...RELOADED]).on("all", (_event, file) => {
    const restarting = deployment.isRunning ? RESTARTED : [...RESTARTED, ...RELOADED];
    if (restarting.some((folder) => file.startsWith(folder))) restart();
  });
});

/**
 * @param {number} port
 * @param {string} deploymentUrl
 */
async function startVite(port, deploymentUrl) {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: join(root, "vite.config.ts"),
    server: {
      host: "127.0.0.1",
      port,
      strictPort: true,
      proxy: Object.fromEntries(
        DEPLOYMENT_PATHS.map((path) => [path, { target: deploymentUrl, ws: path === "/api" }]),
      ),
    },
    logLevel: "warn",
  });
  try {
    return await vite.listen();
  } catch (error) {
    await vite.close();
    throw new Problem(
      `Port ${port} cannot be used (${error instanceof Error ? error.message : String(error)}). ` +
        `Choose another one: PORT=${port + 1} npm run dev`,
    );
  }
}

/**
 * Returns a function that runs `work` once its calls have paused, never twice at a time.
 *
 * @param {() => Promise<void>} work
 */
function onceQuiet(work) {
  let calls = 0;
  let last = Promise.resolve();
  return () => {
    const call = ++calls;
    last = last.then(async () => {
      await pause(QUIET_MS);
      if (call === calls) await work();
    });
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createSocketServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
