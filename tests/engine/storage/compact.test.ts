import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { compactFolder, compactIfGrown } from "../../../engine/compact";
import { silentLogger } from "../../../engine/logs";
import { isGrown } from "../../../engine/storage/compactFile";
import { sizeOf } from "../../../engine/storage/dataFile";
import { whileDiskHasRoom } from "../../../engine/storage/diskSpace";
import { lockFolder } from "../../../engine/storage/lock";
import { Store } from "../../../engine/storage/store";
import { openTree } from "../../../engine/storage/tree";
import type { Write } from "../../../engine/storage/writes";
import { EVERYTHING } from "../../../engine/values/keys";
import { damageText } from "../support/damageText";
import { temporaryFolder } from "../commit/support/testDatabase";
import { builtProgram } from "../support/builtProgram";
import { startChild } from "./support/child";

const MIB = 2 ** 20;

const NOTES = 1_000;
const notesOf = (text: string): Write[] =>
  Array.from({ length: NOTES }, (_, n) => ({
    index: 1,
    key: Buffer.from(`note ${n}`),
    value: text,
  }));

let grown = "";
beforeAll(async () => {
  grown = mkdtempSync(join(tmpdir(), "engine-grown-"));
  const store = await Store.open(grown);
  await store.commit(notesOf("first ".repeat(200)));
  const reader = store.snapshot();
  for (let round = 0; round < 5; round++)
    await store.commit(notesOf(`round ${round} `.repeat(200)));
  reader.close();
  await store.close();
});
afterAll(() => rmSync(grown, { recursive: true }));

/** A data folder whose file is several times as long as its content. */
function grownFolder() {
  const dataDir = temporaryFolder();
  const path = join(dataDir, "store");
  const file = join(path, "documents.mdb");
  cpSync(grown, path, { recursive: true });
  return { dataDir, path, file, size: sizeOf(file) };
}

/** Opens the store in `path`, checks that it is complete, and writes to it. */
async function expectWhole(path: string): Promise<void> {
  const store = await Store.open(path);
  const snapshot = store.snapshot();
  const keys = snapshot.keys(1, EVERYTHING, "asc", 2 * NOTES);
  expect(keys).toHaveLength(NOTES);
  for (const key of keys) expect(snapshot.get(1, key)).toMatch(/^(round 4 ){200}$/);
  snapshot.close();
  await store.commit([{ index: 2, key: Buffer.from("later"), value: "" }]);
  expect(await store.verify()).toBe(NOTES + 1);
  await store.close();
}

const draftsIn = (path: string): string[] =>
  readdirSync(path)
    .filter((name) => name.startsWith("new-file-"))
    .map((name) => join(path, name));

const free = (bytes: number) => () => bytes;

describe("compacting a data file", () => {
  test("compacting a data file keeps its content and nothing else", async () => {
    const { dataDir, path, file, size } = grownFolder();
    expect(size.bytes).toBeGreaterThan(3 * size.usedBytes);
    chmodSync(file, 0o600);
    const { before, after } = await compactFolder(dataDir);
    expect(before).toEqual(size);
    expect(after.bytes).toBe(after.usedBytes);
    expect(after.bytes).toBeLessThanOrEqual(size.usedBytes);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expectWhole(path);
  });

  test("compacting a data file leaves large values in pages that later commits free correctly", async () => {
    const dataDir = temporaryFolder();
    const path = join(dataDir, "store");
    const large = (text: string): Write[] =>
      Array.from({ length: 60 }, (_, n) => {
        return { index: 3, key: Buffer.from(`large ${n}`), value: text.repeat(2_000 + 100 * n) };
      });
    mkdirSync(path);
    // In the first pages of the file, and in the last ones of its copy, which is in order of keys.
    let store = await Store.open(path);
    await store.commit(large("a"));
    await store.commit(notesOf("first ".repeat(50)));
    await store.close();
    await compactFolder(dataDir);

    store = await Store.open(path);
    for (const text of ["b", "c"]) {
      await store.commit(large(text));
      await store.commit(notesOf(text.repeat(300)));
    }
    expect(await store.verify()).toBe(NOTES + 60);
    await store.close();
  });

  test("compacting that is killed leaves the file whole; the next start removes the draft", async () => {
    const { dataDir, path } = grownFolder();
    const compactor = await builtProgram("tests/engine/storage/support/compactor.ts");
    const child = startChild(compactor, [dataDir]);
    const isMade = () => draftsIn(path).some((draft) => existsSync(join(draft, "documents.mdb")));
    await expect.poll(isMade, { interval: 1 }).toBe(true);
    await child.kill();
    await expectWhole(path);
    expect(draftsIn(path)).toEqual([]);
  });

  test("compacting without room for the copy is refused, and changes nothing", async () => {
    const { dataDir, file } = grownFolder();
    const before = readFileSync(file);
    const compacting = compactFolder(dataDir, free(64 * MIB));
    await expect(compacting).rejects.toMatchObject({ name: "StorageWriteError", failure: "full" });
    await expect(compacting).rejects.toThrow(
      /^Compacting .*documents\.mdb needs up to [\d.]+ MiB of free disk space, and 64 MiB were left/,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("compacting asks for room before each write, and changes nothing when the disk fills up", async () => {
    const { dataDir, path, file } = grownFolder();
    const before = readFileSync(file);
    let answers = 1;
    const compacting = compactFolder(dataDir, () => (answers-- > 0 ? 2 ** 40 : MIB));
    await expect(compacting).rejects.toMatchObject({ name: "StorageWriteError", failure: "full" });
    await expect(compacting).rejects.toThrow("and 1 MiB were left. Nothing was changed");
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(draftsIn(path)).toEqual([]);
    await compactFolder(dataDir);
    await expectWhole(path);
  });

  test("compacting a damaged file is refused by name, and changes nothing", async () => {
    const { dataDir, path, file } = grownFolder();
    damageText(file, "round 4 ");
    const before = readFileSync(file);
    await expect(compactFolder(dataDir)).rejects.toThrow(`${file} is damaged: its entry `);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(draftsIn(path)).toEqual([]);
  });

  test("compacting while a server has the folder open is refused", async () => {
    const { dataDir, path } = grownFolder();
    const lock = await lockFolder(path);
    onTestFinished(() => lock.release());
    await expect(compactFolder(dataDir)).rejects.toMatchObject({ name: "DataFolderLockedError" });
  });
});

describe("a start", () => {
  test.each([
    [{ bytes: 6_000 * MIB, usedBytes: 1_100 * MIB }, true],
    [{ bytes: 1_700 * MIB, usedBytes: 1_100 * MIB }, true],
    [{ bytes: 1_600 * MIB, usedBytes: 1_100 * MIB }, false],
    [{ bytes: 100 * MIB, usedBytes: 1 * MIB }, false],
  ])("a start considers a file of %o grown: %s", (size, expected) => {
    expect(isGrown(size)).toBe(expected);
  });

  test("a start does not compact a file with little to gain", async () => {
    const { dataDir, file, size } = grownFolder();
    await compactIfGrown(dataDir, silentLogger);
    expect(sizeOf(file)).toEqual(size);
  });
});

describe("a reader of an old snapshot", () => {
  test("the age of the oldest reader is reported until its snapshot is closed", () => {
    const store = new Store(temporaryFolder());
    onTestFinished(() => store.close());
    expect(store.oldestReaderMs).toBe(0);
    const [first, second] = [store.snapshot(), store.snapshot()];
    first.close();
    expect(store.oldestReaderMs).toBeGreaterThan(0);
    second.close();
    expect(store.oldestReaderMs).toBe(0);
  });

  test("a backup counts as a reader only while it copies, even when it is stopped", async () => {
    const store = new Store(temporaryFolder());
    onTestFinished(() => store.close());
    await store.commit([{ index: 1, key: Buffer.from("a"), value: "x".repeat(1_000) }]);
    const stop = new AbortController();
    const copying = store.copyTo(join(temporaryFolder(), "copy"), stop.signal);
    expect(store.oldestReaderMs).toBeGreaterThan(0);
    stop.abort(new Error("the disk is getting full"));
    await expect(copying).rejects.toThrow("the disk is getting full");
    expect(store.oldestReaderMs).toBe(0);
    expect(openTree({ path: store.file }).readerList()).not.toMatch(/ \d+\n/);
  });

  test("a backup is stopped before the disk is full", async () => {
    let left = 2_000 * MIB;
    const options = { path: "/lab/store", bytes: 1_000 * MIB, freeBytes: () => left };
    const backingUp = whileDiskHasRoom(options, (signal) => {
      left = 255 * MIB;
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    });
    await expect(backingUp).rejects.toMatchObject({
      failure: "full",
      message:
        "The backup was stopped, because 255 MiB of the disk of /lab/store are left, which the server needs itself. Free some, and back up again.",
    });
    await expect(whileDiskHasRoom(options, () => Promise.resolve())).rejects.toThrow(
      "A backup needs 1256 MiB on the disk of /lab/store, and 255 MiB are free. Nothing was changed.",
    );
  });
});
