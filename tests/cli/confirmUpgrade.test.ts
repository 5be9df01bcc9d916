import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { built, freshEnvironment, sms } from "./support/sms";

beforeAll(built);

/** Environment of a deployment that gives `answer` to `POST /api/engine/confirm-upgrade`. */
async function deploymentWith(status: number, answer: string) {
  const server = createServer((request, response) => {
    const isAsked = request.method === "POST" && request.url === "/api/engine/confirm-upgrade";
    const isAdmin = request.headers.authorization === "Convex the-key";
    response.writeHead(isAsked && isAdmin ? status : 500).end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return freshEnvironment({ SMS_URL: url, SMS_ADMIN_KEY: "the-key" });
}

describe("sms confirm-upgrade", () => {
  test.each([
    ["says how much the server deleted", 200, '{"bytes":1240000000}', 0, "Deleted 1.2 GB"],
    ["says when nothing was kept", 200, "null", 0, "No earlier data is kept"],
    ["is refused by another kind of deployment", 404, "", 1, "is not the embedded deployment"],
  ])("%s", async (_title, status, answer, code, text) => {
    const outcome = await sms(["confirm-upgrade"], await deploymentWith(status, answer));
    expect([outcome.code, outcome.stdout + outcome.stderr]).toEqual([
      code,
      expect.stringContaining(text),
    ]);
  });
});
