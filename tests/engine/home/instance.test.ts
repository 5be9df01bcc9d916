import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDeployment } from "../../../engine/deployment";
import type { Logger } from "../../../engine/logs";
import { temporaryFolder, testAppBundle } from "../support/testDeployment";

/** A data folder in which a deployment has run, and the outcome of a start on it. */
async function usedFolder() {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const warnings: string[] = [];
  const note = (message: string) => void warnings.push(message);
  const log: Logger = { info() {}, warn: note, error: note };
  const url = "http://127.0.0.1:9";
  const pushRequest = await testAppBundle();
  const start = async () => {
    const options = { dataDir: folder.path, pushRequest, cloudUrl: url, siteUrl: url, log };
    const deployment = await openDeployment(options);
    await deployment.close();
    return deployment.adminKey;
  };
  const adminKey = await start();
  return { path: folder.path, file: join(folder.path, "instance.json"), start, adminKey, warnings };
}

test("a start refuses an instance.json that is empty, not JSON, or has one character changed", async () => {
  const { file, start, adminKey } = await usedFolder();
  const text = await readFile(file, "utf8");
  const other = adminKey.endsWith("0") ? "1" : "0";
  for (const damaged of [
    "",
    "{",
    "{}",
    "null",
    text.replace(adminKey, adminKey.slice(0, -1) + other),
  ]) {
    await writeFile(file, damaged);
    await expect(start()).rejects.toMatchObject({ name: "DamagedStoreError" });
    await expect(start()).rejects.toThrow(`${file} is damaged.`);
  }
  await writeFile(file, text);
  expect(await start()).toBe(adminKey);
});

test("a start accepts the instance.json of version 1.6, which has no hash", async () => {
  const { file, start, adminKey } = await usedFolder();
  const { sha256, ...instance } = JSON.parse(await readFile(file, "utf8")) as { sha256: string };
  expect(sha256).toHaveLength(64);
  await writeFile(file, JSON.stringify(instance));
  expect(await start()).toBe(adminKey);
});

test("a start removes others' access to instance.json, and logs it", async () => {
  const { file, start, warnings } = await usedFolder();
  await chmod(file, 0o644);
  await start();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(warnings).toEqual(["others could read the admin key: only the owner may from now on"]);
});

test("a start refuses a folder whose store is missing", async () => {
  const { path, start } = await usedFolder();
  await rm(join(path, "store"), { recursive: true });
  await expect(start()).rejects.toThrow(`${join(path, "store/documents.mdb")} is missing`);
});
