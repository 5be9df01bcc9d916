import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDataFolder } from "../../server/dataFolder";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "sms-data-folder-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("accepts an existing data folder, and one that can be created", async () => {
  const here = folder();
  await checkDataFolder(here);
  await checkDataFolder(join(here, "a", "b"));
});

test.each(["file", "file/data", "file/data/deep"])(
  "refuses a data folder at %s, naming the file that is in its place",
  async (path) => {
    const here = folder();
    writeFileSync(join(here, "file"), "");
    const dataDir = join(here, path);
    await expect(checkDataFolder(dataDir)).rejects.toThrow(
      `SMS_DATA_DIR is ${dataDir}, which cannot be used: ${join(here, "file")} is a file.`,
    );
  },
);
