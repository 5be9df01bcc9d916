import fc from "fast-check";
import { expect, test } from "vitest";
import { FIRST_BLOCK_INDEX } from "../../../engine/storage/blocks";
import { Store } from "../../../engine/storage/store";
import { MAX_KEY_BYTES } from "../../../engine/storage/writes";
import { compareBytes, type KeyRange } from "../../../engine/values/keys";
import { temporaryFolder } from "../commit/support/testDatabase";

const INDEX = FIRST_BLOCK_INDEX + 7;
const key = fc
  .tuple(
    fc.constantFrom(0, 80, MAX_KEY_BYTES),
    fc.uint8Array({ minLength: 1, maxLength: 1, max: 5 }),
  )
  .map(([common, end]) => Buffer.concat([Buffer.alloc(common, 5), end]));

test("a snapshot returns the keys of a range in both orders, however long they are", async () => {
  const path = temporaryFolder();
  const store = await Store.open(path);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(key, { selector: (bytes) => bytes.toString("hex"), maxLength: 40 }),
      fc.tuple(key, fc.option(key)),
      fc.constantFrom<"asc" | "desc">("asc", "desc"),
      fc.integer({ min: 1, max: 40 }),
      async (keys, [start, end], order, limit) => {
        // Entries of the neighbouring indexes must not appear.
        const entries = [INDEX - 1, INDEX, INDEX + 1].flatMap((index) =>
          keys.map((bytes) => ({ index, key: bytes, value: "" })),
        );
        await store.commit(entries);
        const range: KeyRange = { start, end };
        const snapshot = store.snapshot();
        const found = Array.from(snapshot.keys(INDEX, range, order, limit), hex);
        snapshot.close();
        await store.commit(entries.map((entry) => ({ ...entry, value: null })));

        const inside = keys.toSorted(compareBytes).filter((bytes) => {
          return compareBytes(bytes, start) >= 0 && (end === null || compareBytes(bytes, end) < 0);
        });
        const expected = (order === "asc" ? inside : inside.toReversed()).map(hex);
        expect(found).toEqual(expected.slice(0, limit));
      },
    ),
    { numRuns: 60 },
  );
  await store.close();
});

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
