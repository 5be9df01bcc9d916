import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, onTestFinished } from "vitest";
import { CommitLog } from "../../../engine/storage/log";
import { encodeWrites, type Write } from "../../../engine/storage/writes";
import { temporaryFolder } from "../commit/support/testDatabase";

const fileIn = (path: string) => join(path, "commits.log");

const anyWrite: fc.Arbitrary<Write> = fc.record({
  index: fc.oneof(fc.nat(5), fc.constant(0xffffffff)),
  key: fc.uint8Array({ maxLength: 12 }),
  value: fc.option(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("", "é", "漢字", "👩‍👩‍👧 sample 👍"),
    ),
  ),
});

const anyWrites = fc.array(anyWrite, { maxLength: 4 });

const anyAppend = fc.record({
  writes: anyWrites,
  /** How much later than the one before, nanoseconds. */
  step: fc.bigInt({ min: 1n, max: 3n }),
  isStoreDone: fc.boolean(),
  /** The process ends before it, and the next one carries the log into the store. */
  isReopened: fc.boolean(),
});

/** What the file holds, done naively: a reading ignores all that was there before the first. */
class Model {
  records: { before: bigint; ts: bigint; writes: readonly Write[] }[] = [];

  append(before: bigint, ts: bigint, writes: readonly Write[], isFirst: boolean): void {
    if (isFirst) this.records = [];
    this.records.push({ before, ts, writes });
  }

  /** null: the store is too old for the log. */
  after(ts: bigint): Write[] | null {
    const missing = this.records.filter((record) => record.ts > ts);
    if (missing.length > 0 && missing[0]!.before > ts) return null;
    return missing.flatMap(({ writes }) => writes);
  }
}

const plain = (writes: readonly Write[]) => encodeWrites(writes).toString("hex");

const GAP = "does not continue the data beside it: commits are missing in between";
const DAMAGE = "is damaged: one of its commits cannot be read";

/** null when it is refused for `reason`. */
function readAfter(path: string, ts: bigint, reason = GAP): string | null {
  try {
    return Buffer.concat(CommitLog.after(path, ts)).toString("hex");
  } catch (error) {
    expect(error).toMatchObject({
      name: "DamagedStoreError",
      message: `${fileIn(path)} ${reason}. Restore a backup into a new folder.`,
    });
    return null;
  }
}

/** A log, closed when the test ends. */
function logIn(path: string, ts: bigint): CommitLog {
  const log = new CommitLog(path, ts);
  onTestFinished(() => log.close());
  return log;
}

/** A folder whose log has one record for each of `commits`; the store ends at 10n. */
async function folderWith(commits: readonly (readonly Write[])[]) {
  const path = temporaryFolder();
  const log = logIn(path, 10n);
  /** Where each record ends. */
  const ends: number[] = [];
  for (const [i, writes] of commits.entries()) {
    await log.append(11n + BigInt(i), encodeWrites(writes), false);
    ends.push(statSync(fileIn(path)).size);
  }
  return { path, ends, bytes: readFileSync(fileIn(path)) };
}

const put = (key: string, value: string | null = "v"): Write => ({
  index: 1,
  key: Buffer.from(key),
  value,
});

describe("the log of commits", () => {
  test.prop([fc.bigInt({ min: 0n, max: 2n ** 63n }), fc.array(anyAppend, { maxLength: 12 })], {
    numRuns: 200,
  })("gives a store of any age exactly what it misses", async (start, appends) => {
    const path = temporaryFolder();
    const model = new Model();
    const moments = new Set([0n, start]);
    let ts = start;
    let log = new CommitLog(path, ts);
    for (const { writes, step, isStoreDone, isReopened } of appends) {
      if (isReopened) {
        log.close();
        log = new CommitLog(path, ts);
      }
      await log.append(ts + step, encodeWrites(writes), isStoreDone);
      model.append(ts, ts + step, writes, isStoreDone || isReopened);
      for (let moment = ts; moment <= ts + step + 1n; moment++) moments.add(moment);
      ts += step;
      for (const moment of moments) {
        const expected = model.after(moment);
        expect(readAfter(path, moment)).toEqual(expected && plain(expected));
      }
    }
    log.close();
  });

  test.prop([fc.array(anyWrites, { minLength: 1, maxLength: 3 })], { numRuns: 15 })(
    "gives, cut short anywhere, the whole records before the cut",
    async (commits) => {
      const { path, ends, bytes } = await folderWith(commits);
      for (let length = 0; length <= bytes.length; length++) {
        writeFileSync(fileIn(path), bytes.subarray(0, length));
        const whole = commits.filter((_, i) => ends[i]! <= length);
        expect(readAfter(path, 10n)).toEqual(plain(whole.flat()));
      }
    },
  );

  test("tells a damaged record from one that a crash cut short by what follows it", async () => {
    const commits = [[put("a"), put("b", null)], [put("c", "👍")], [put("d")]];
    const { path, ends, bytes } = await folderWith(commits);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(fileIn(path), flipped);
      const damaged = ends.findIndex((end) => bit >> 3 < end);
      const at = (bit >> 3) - (ends[damaged - 1] ?? 0);
      const isSeen = at >= 4 && damaged < commits.length - 1; // its length leads to the next
      const intact = plain(commits.slice(0, damaged).flat());
      expect(readAfter(path, 10n, DAMAGE)).toEqual(isSeen ? null : intact);
    }
  });

  test("never reads what is left behind a first record written anew", async () => {
    const { path } = await folderWith([[put("a")], [put("b")], [put("c")]]);
    const log = logIn(path, 13n);
    await log.append(14n, encodeWrites([put("d")]), true); // ends where the record of b begins
    expect(statSync(fileIn(path)).size).toBeGreaterThan(100);
    expect(readAfter(path, 13n)).toEqual(plain([put("d")]));
    expect(readAfter(path, 12n)).toBeNull();
  });

  test("takes for the next record only one that follows, whatever its timestamp", async () => {
    const { path } = await folderWith([[put("a")], [put("b")]]); // 10n to 11n, 11n to 12n
    await logIn(path, 8n).append(9n, encodeWrites([put("x")]), true);
    expect(readAfter(path, 8n)).toEqual(plain([put("x")]));
  });

  test("does not continue a store that ends before the log begins", async () => {
    const { path } = await folderWith([[put("a")]]);
    expect(readAfter(path, 9n)).toBeNull();
    expect(readAfter(path, 10n)).toEqual(plain([put("a")]));
    expect(readAfter(path, 99n)).toEqual("");
  });

  test("that is absent or empty has nothing", async () => {
    const path = temporaryFolder();
    expect(readAfter(path, 0n)).toEqual("");
    expect(existsSync(fileIn(path))).toBe(false);
    logIn(path, 5n);
    expect(readFileSync(fileIn(path))).toHaveLength(0);
    expect(readAfter(path, 0n)).toEqual("");
  });

  test("waits for the store when it is long, and is short again once that has caught up", async () => {
    const log = logIn(temporaryFolder(), 0n);
    const half = "x".repeat(16 * 2 ** 20);
    await log.append(1n, encodeWrites([put("a", half)]), true);
    expect(log.isFull).toBe(false);
    await log.append(2n, encodeWrites([put("b", half)]), false);
    expect(log.isFull).toBe(true);
    await log.append(3n, encodeWrites([put("c")]), true);
    expect(log.isFull).toBe(false);
  });

  test("refuses a commit when the disk is full, and names the file", async () => {
    const path = temporaryFolder();
    symlinkSync("/dev/full", fileIn(path));
    const log = logIn(path, 0n);
    await expect(log.append(1n, encodeWrites([put("a")]), true)).rejects.toMatchObject({
      name: "StorageWriteError",
      message: `Cannot write to ${fileIn(path)}: ENOSPC: no space left on device, write.`,
      isRefusal: true,
    });
  });
});
