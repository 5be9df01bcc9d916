import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { DATA_FILE, sizeOf } from "../../../engine/storage/dataFile";
import type { PassTally } from "../../../engine/storage/passTally";
import { Store } from "../../../engine/storage/store";
import { openTree } from "../../../engine/storage/tree";
import { verifyTreeInUse } from "../../../engine/storage/verify";
import { WriterThread } from "../../../engine/storage/writerThread";
import { encodeWrites, type Write } from "../../../engine/storage/writes";
import { temporaryFolder } from "../commit/support/testDatabase";
import { property } from "../../support/property";

/** Slices of a few entries. */
const pace = (entries: number) => ({ entries, pauseMs: 0 });

const entry = (n: number, value: string | null): Write => ({
  index: 1 + (n % 3),
  key: Buffer.from(`key ${String(n).padStart(6, "0")}`),
  value,
});

/** A tree in `path` and its writer, closed when the test ends. */
function writerOf(path: string) {
  const writer = new WriterThread({ path: join(path, "documents.mdb"), mapSize: 2 ** 30 });
  onTestFinished(() => writer.close());
  return writer;
}

/** Wraps `tally` so that it calls `write` right before and right after each snapshot of a pass. */
function writingAround(tally: PassTally, write: () => Promise<void>): PassTally {
  return {
    watch: async (high) => {
      await tally.watch(high);
      await write();
    },
    settle: async (slice) => {
      await write();
      return await tally.settle(slice);
    },
    end: () => tally.end(),
  };
}

/** Encodes the `write` of a key without a value, with a wrong checksum. */
function withChecksum(write: Write, checksum: number): Buffer {
  const bytes = encodeWrites([write]);
  bytes.writeUInt32LE(checksum, bytes.length - 4);
  return bytes;
}

const anyWrites = fc.array(
  fc.tuple(fc.nat(60), fc.option(fc.constantFrom("", "a", "long ".repeat(400)))),
  { maxLength: 6 },
);

describe("a pass over a store that is in use", () => {
  property([fc.array(anyWrites, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 9 })], {
    numRuns: 6,
  })(
    "a pass counts every entry once, whatever is written between two slices",
    async (commits, entries) => {
      const path = temporaryFolder();
      const writer = writerOf(path);
      const model = new Set<number>();
      const put = async (writes: (typeof commits)[number]) => {
        for (const [n, value] of writes) {
          if (value === null) model.delete(n);
          else model.add(n);
        }
        await writer.put([encodeWrites(writes.map(([n, value]) => entry(n, value)))]);
      };
      await put(Array.from({ length: 30 }, (_, n) => [2 * n, "first"]));
      let turn = 0;
      const tally = writingAround(writer.tally(), () => put(commits[turn++ % commits.length]!));
      expect(await verifyTreeInUse(path, tally, pace(entries))).toBe(model.size);
    },
  );

  test("a pass lets the file grow no more than the same writes without it", async () => {
    const path = temporaryFolder();
    const writer = writerOf(path);
    const put = (from: number, count: number) => {
      const writes = Array.from({ length: count }, (_, i) =>
        entry((from + 7 * i) % 6_000, "x".repeat(300)),
      );
      return writer.put([encodeWrites(writes)]);
    };
    await put(0, 6_000);
    let turn = 0;
    const tally = writingAround(writer.tally(), () => put(97 * turn++, 40));
    await verifyTreeInUse(path, tally, pace(100));
    expect(turn).toBeGreaterThan(100); // commits, each of which frees about a hundred pages
    const { bytes, usedBytes } = sizeOf(join(path, DATA_FILE));
    expect(bytes).toBeLessThan(1.5 * usedBytes);
  });

  test("a pass detects an entry that was lost before its slice was read", async () => {
    const store = new Store(temporaryFolder());
    onTestFinished(() => store.close());
    await store.commit(Array.from({ length: 50 }, (_, n) => entry(n, "value")));
    expect(await store.verify(pace(10))).toBe(50);
    const tree = openTree({ path: store.file }); // lmdb shares an open file within a process
    const keys = [...tree.getKeys({})];
    tree.removeSync(keys[40]!);
    await store.commit([entry(3, "written later")]);
    await expect(store.verify(pace(10))).rejects.toThrow(
      `${store.file} is damaged: it has 49 entries, and not the 50 that were written`,
    );
  });

  test("two passes can run concurrently", async () => {
    const store = new Store(temporaryFolder());
    onTestFinished(() => store.close());
    await store.commit(Array.from({ length: 50 }, (_, n) => entry(n, "value")));
    const passes = [store.verify(pace(3)), store.verify(pace(7))];
    for (let n = 50; n < 80; n++) await store.commit([entry(n, "value"), entry(n - 50, null)]);
    for (const count of await Promise.all(passes)) expect(count).toBe(50);
  });

  test("a pass rereads a slice when two commits since stored the same totals but different slices", async () => {
    const writer = writerOf(temporaryFolder());
    const tally = writer.tally();
    const [inside, outside] = [entry(0, ""), entry(2, "")];
    await tally.watch(Buffer.concat([Buffer.of(0, 0, 0, 1), inside.key]));
    const totals = { entries: 1, xor: 5 };
    await writer.put([withChecksum(inside, 5)]);
    await writer.put([encodeWrites([{ ...inside, value: null }]), withChecksum(outside, 5)]);
    expect(await tally.settle({ entries: 1, xor: 5, totals })).toBeNull();
    await tally.watch(Buffer.concat([Buffer.of(0, 0, 0, 1), inside.key]));
    const settled = { tally: { entries: 0, xor: 0 }, totals };
    expect(await tally.settle({ entries: 0, xor: 0, totals })).toEqual(settled);
  });

  test("a pass ends with its signal, and leaves no snapshot open", async () => {
    const store = new Store(temporaryFolder());
    onTestFinished(() => store.close());
    await store.commit(Array.from({ length: 50 }, (_, n) => entry(n, "value")));
    const stop = new AbortController();
    const verifying = store.verify({ entries: 5, pauseMs: 60_000 }, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(verifying).rejects.toThrow("stopped");
    expect(openTree({ path: store.file }).readerList()).not.toMatch(/ \d+\n/);
  });
});
