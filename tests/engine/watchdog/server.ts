import { openDeployment } from "../../../engine/deployment";
import { jsonLogger } from "../../../engine/jsonLogger";
import { serve } from "../../../engine/serve";
import { StorageWriteError } from "../../../engine/storage/errors";
import { isSupervised, onStopRequest, supervise } from "../../../engine/supervisor";

/**
 * The test app under its supervisor: `server.ts <data folder> <bundle> <port>`. Prints `ready
 * <pid>` at each start of the server, and the supervisor's log. SIGHUP simulates an uncaught bug of
 * the engine, SIGUSR2 a failing disk.
 */
const [dataDir = "", pushRequest = "", port = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const deployment = await openDeployment({
    dataDir,
    pushRequest,
    cloudUrl: url,
    siteUrl: url,
    redactErrors: true,
    watchdog: { limitMs: 300, logFd: 2 },
  });
  const server = await serve({ deployment, port: Number(port), host: "127.0.0.1" });
  onStopRequest(() => void server.close().then(() => deployment.close()));
  process.on("SIGHUP", () => {
    throw new Error("a bug");
  });
  process.on("SIGUSR2", () => {
    throw new StorageWriteError("The disk failed", { failure: "failed" });
  });
  process.stdout.write(`ready ${process.pid}\n`);
}

if (isSupervised()) await main();
else {
  const log = jsonLogger(process.stdout);
  process.exitCode = await supervise(process.argv[1] ?? "", process.argv.slice(2), log);
}
