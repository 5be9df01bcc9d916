import { openDeployment } from "../../../engine/deployment";
import { serve } from "../../../engine/serve";

/** The test app in a process that tests kill: `server.ts <data folder> <bundle> <port>`. */
const [dataDir = "", pushRequest = "", port = ""] = process.argv.slice(2);
const url = `http://127.0.0.1:${port}`;
const deployment = await openDeployment({ dataDir, pushRequest, cloudUrl: url, siteUrl: url });
const server = await serve({ deployment, port: Number(port), host: "127.0.0.1" });
process.once("SIGTERM", () => void server.close().then(() => deployment.close()));
process.stdout.write("ready\n");
