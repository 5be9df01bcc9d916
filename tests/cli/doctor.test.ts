import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { VERSION } from "#domain/common/version";
import { NO_ENGINE, UNKNOWN_HEALTH } from "#domain/operations/engineHealth";
import { WELL_ENGINE, wellApp } from "../support/healthFacts";
import { built, freshEnvironment, sms } from "./support/sms";

beforeAll(built);

/** Too little room for a backup. */
const HEALTH = { ...WELL_ENGINE, freeBytes: 1e9 };

/** Environment of a deployment without backups that gives `health` to GET /api/engine/health. */
async function deploymentWith(health: object | null) {
  const server = createServer((request, response) => {
    const isAdmin = request.headers.authorization === "Convex the-key";
    const value = wellApp(Date.now());
    const isQuery = request.url === "/api/query";
    const answer = isQuery ? { status: "success", value, logLines: [] } : health;
    response.writeHead(isAdmin && answer ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return freshEnvironment({ SMS_URL: url, SMS_ADMIN_KEY: "the-key" });
}

describe("sms doctor", () => {
  test("prints a line for each finding, what to do, and exits with 1 if something is wrong", async () => {
    const { code, stdout } = await sms(["doctor"], await deploymentWith(HEALTH));
    expect(code).toBe(1);
    expect(stdout).toContain("!!  Disk      1.0 GB free, 1.0 GB used by the data\n");
    expect(stdout).toContain("              Free some space: making a backup needs 2.3 GB.\n");
    expect(stdout).toContain(`ok  Version   ${VERSION} on Node v24.1.0\n`);
  });

  test("says where to look if the deployment is not the embedded one", async () => {
    const outcome = await sms(["doctor"], await deploymentWith(null));
    expect(outcome).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(NO_ENGINE) as string,
    });
    expect(outcome.stdout).not.toContain("Disk");
  });

  test("refuses a report in another form than it knows", async () => {
    const outcome = await sms(["doctor"], await deploymentWith({ freeBytes: 1 }));
    expect(outcome).toMatchObject({ code: 1, stderr: `sms: ${UNKNOWN_HEALTH}\n` });
  });
});
