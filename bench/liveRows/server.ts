/** Serves the engine's test app of the checkout `root` with `users` lists, in its own process. */
import { join } from "node:path";

const [root = "", users = "", rows = ""] = process.argv.slice(2);
const { TestDeployment } = (await import(
  join(root, "tests", "engine", "support", "testDeployment.ts")
)) as typeof import("../../tests/engine/support/testDeployment");
const { serve } = (await import(
  join(root, "engine", "serve.ts")
)) as typeof import("../../engine/serve");
const { freePort } = (await import(
  join(root, "tests", "support", "freePort.ts")
)) as typeof import("../../tests/support/freePort");

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const app = await TestDeployment.open({ cloudUrl: url, siteUrl: url });
for (let user = 0; user < Number(users); user++) {
  for (let row = 0; row < Number(rows); row++) {
    const body = `message ${row} ${"y".repeat(80)}`;
    await app.mutation("messages:send", { channel: `user ${user}`, body, rank: row });
  }
}
const server = await serve({ deployment: app.deployment, port, host: "127.0.0.1" });
process.send?.(url);

process.on("message", (request) => {
  if (request === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1_000);
    return;
  }
  void server.close().then(async () => {
    await app.close();
    process.disconnect();
  });
});
