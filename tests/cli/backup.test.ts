import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { built, freshEnvironment, sms, startSms } from "./support/sms";

beforeAll(built);

const SHA256_OF_DATA = "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7";
const WHOLE = `convex-engine-backup 1\nstore 4 ${SHA256_OF_DATA}\ndataend 1\n`;

/**
 * An empty folder, and a deployment that answers `POST /api/engine/backup` with a text.
 *
 * @param how `isEndless`: after the text, the answer stays open
 */
async function deploymentWith(
  text: string,
  how: { status?: number; key?: string; isEndless?: boolean } = {},
) {
  const { status = 200, key = "the-key", isEndless = false } = how;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Convex ${key}`) response.writeHead(403).end("{}");
    else {
      response.writeHead(status, { "Content-Type": "application/octet-stream" }).write(text);
      if (!isEndless) response.end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = freshEnvironment({ SMS_URL: url, SMS_ADMIN_KEY: "the-key" });
  return { env, folder: mkdtempSync(join(tmpdir(), "sms-backup-")) };
}

describe("sms backup", () => {
  test("names a file in a folder by the time, readable by its owner only", async () => {
    const { env, folder } = await deploymentWith(WHOLE);
    const { code, stdout } = await sms(["backup", "--to", folder, "--json"], env);
    const [file = ""] = readdirSync(folder);
    expect(file).toMatch(/^sms-\d{4}-\d\d-\d\dT\d{6}\.backup$/);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { file: join(folder, file), bytes: WHOLE.length, files: 0 },
    ]);
  });

  test("never replaces a file", async () => {
    const { env, folder } = await deploymentWith(WHOLE);
    const file = join(folder, "lab.backup");
    writeFileSync(file, "of yesterday");
    const { code, stderr } = await sms(["backup", "--to", file], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining("already exists")]);
    expect(readdirSync(folder)).toEqual(["lab.backup"]);
  });

  test("sends no request if its folder is missing", async () => {
    const { env, folder } = await deploymentWith(WHOLE);
    const to = join(folder, "gone", "a.backup");
    const nobodyListens = { ...env, SMS_URL: "http://127.0.0.1:9" };
    const { code, stderr } = await sms(["backup", "--to", to], nobodyListens);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/there is no folder .*gone/)]);
  });

  test.each([
    ["cut short", WHOLE.slice(0, -6), "it ends too early"],
    ["changed on its way", WHOLE.replace("data", "date"), "its content has changed"],
  ])("keeps nothing of a backup that was %s", async (_name, text, reason) => {
    const { env, folder } = await deploymentWith(text);
    const { code, stderr } = await sms(["backup", "--to", join(folder, "lab.backup")], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "leaves no file when %s ends it",
    async (signal) => {
      const { env, folder } = await deploymentWith(WHOLE.slice(0, -6), { isEndless: true });
      const child = startSms(["backup", "--to", join(folder, "lab.backup")], env);
      const files = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
      await expect.poll(files).toEqual([WHOLE.length - 6]);
      child.kill(signal);
      expect(await once(child, "close")).toEqual([null, signal]);
      expect(files()).toEqual([]);
    },
  );

  test.each([
    ["another admin key", { key: "other" }, 1, "The admin key is not this server's"],
    ["a deployment that is not the embedded one", { status: 404 }, 1, "npx convex export --path"],
  ])("names the remedy for %s", async (_name, how, exitCode, words) => {
    const { env, folder } = await deploymentWith(WHOLE, how);
    const { code, stderr } = await sms(["backup", "--to", folder], env);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(words)]);
  });

  test("exits with 3 when no server answers, and with 2 when the folder is missing", async () => {
    const { env, folder } = await deploymentWith(WHOLE);
    const away = { ...env, SMS_URL: "http://127.0.0.1:9" };
    expect((await sms(["backup", "--to", folder], away)).code).toBe(3);
    const { code, stderr } = await sms(["backup", "--to", join(folder, "no/lab.backup")], env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`there is no folder ${join(folder, "no")}`),
    ]);
  });
});
