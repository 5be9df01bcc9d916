import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  changeEntries,
  decodeBlock,
  encodeBlock,
  FIRST_BLOCK_INDEX,
  type BlockTree,
} from "../../../engine/storage/blocks";
import { packKey } from "../../../engine/storage/packedKey";
import { Store } from "../../../engine/storage/store";
import { encodeId, newId } from "../../../engine/values/ids";
import { compareBytes, encodeKey, prefixEnd, type KeyRange } from "../../../engine/values/keys";
import { temporaryFolder } from "../commit/support/testDatabase";
import { arbitraryValue } from "../values/arbitraryValue";
import { property } from "../../support/property";

const INDEX = FIRST_BLOCK_INDEX + 7;
const TABLE = 10_001;
const NOW = 1_800_000_000_000;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function packed(key: Uint8Array): Buffer {
  const target = Buffer.alloc(key.length + 4);
  return target.subarray(0, packKey(key, target, 0));
}

/** A document as the keys of its index entries end: creation time and id. */
const ending = fc.oneof(
  // of this deployment: the id has the creation time
  fc
    .tuple(fc.integer({ min: 0, max: 50_000 }), fc.constantFrom(0, 0.5, 0.0002))
    .map(([ms, part]) => [NOW + ms + part, newId(TABLE, NOW + ms)] as const),
  // imported from another deployment
  fc
    .tuple(fc.double({ min: 0, noNaN: true }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(([time, internal]) => [time, encodeId(TABLE, internal)] as const),
);
const longText = fc.constantFrom(1_500, 1_890, 1_900, 3_000).map((length) => "x".repeat(length));
const indexKey = fc
  .tuple(fc.oneof(fc.constantFrom("Ana", "Anabel", "Bo", null), longText, arbitraryValue), ending)
  .map(([value, [time, id]]) => encodeKey([value, time, id]));
/** Keys that no index has, and that end in similar bytes. */
const otherKey = fc
  .tuple(indexKey, fc.nat(60), fc.uint8Array({ maxLength: 3 }))
  .map(([key, cut, more]) => Buffer.concat([key.subarray(0, key.length - cut), more]));
const anyKey = fc.oneof({ weight: 4, arbitrary: indexKey }, otherKey);

/** The parts of LMDB's tree that blocks use. */
class FakeTree implements BlockTree {
  readonly blocks = new Map<string, Buffer>();
  #sorted() {
    return [...this.blocks.keys()].sort().map((key) => Buffer.from(key, "hex"));
  }
  last(where: { upTo: Buffer } | { before: Buffer }) {
    const [bound, most] = "upTo" in where ? [where.upTo, 0] : [where.before, -1];
    const key = this.#sorted().findLast((known) => known.compare(bound) <= most);
    return key ? { key, block: this.blocks.get(hex(key))! } : null;
  }
  keyAfter(key: Buffer) {
    return this.#sorted().find((known) => known.compare(key) > 0) ?? null;
  }
  put(key: Buffer, block: Buffer) {
    this.blocks.set(hex(key), Buffer.from(block));
  }
  remove(key: Buffer) {
    this.blocks.delete(hex(key));
  }
  /** The keys of all blocks, after the index number, and the entries in each. */
  read() {
    return this.#sorted().map((key) => ({
      key: key.subarray(4),
      entries: decodeBlock(this.blocks.get(hex(key))!),
    }));
  }
}

function change(tree: BlockTree, keys: readonly Uint8Array[], isRemoved = false): void {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(INDEX);
  changeEntries(
    keys.map((key) => ({ key: Buffer.concat([number, packed(key)]), isRemoved })),
    tree,
  );
}

describe("a packed key", () => {
  property([indexKey, indexKey], { numRuns: 2_000 })(
    "a packed key sorts as the key does",
    (a, b) => {
      expect(compareBytes(packed(a), packed(b))).toBe(compareBytes(a, b));
    },
  );

  test("a packed key keeps an id that another deployment wrote in an unusual way", () => {
    const id = newId(TABLE, NOW);
    for (const key of [
      encodeKey([NOW, `${id}0`]),
      encodeKey([NOW, id.slice(1)]),
      encodeKey([id]),
    ]) {
      expect(packed(key).subarray(0, -4).equals(key)).toBe(true);
    }
  });
});

describe("a block", () => {
  property([fc.array(anyKey, { maxLength: 30 })], { numRuns: 300 })(
    "a block decodes to the keys that were encoded",
    (keys) => {
      const sorted = keys.map(packed).sort(compareBytes);
      expect(decodeBlock(encodeBlock(sorted)).map(hex)).toEqual(sorted.map(hex));
    },
  );

  property([
    fc.array(fc.tuple(fc.array(anyKey, { maxLength: 80 }), fc.array(fc.nat(), { maxLength: 60 })), {
      maxLength: 8,
    }),
  ])("blocks hold what was added and not removed, each between its key and the next", (commits) => {
    const tree = new FakeTree();
    const model = new Map<string, Uint8Array>();
    for (const [added, picks] of commits) {
      change(tree, added);
      for (const key of added) model.set(hex(key), key);
      const known = [...model.values()];
      const removed = known.length > 0 ? picks.map((pick) => known[pick % known.length]!) : [];
      change(tree, removed, true);
      for (const key of removed) model.delete(hex(key));

      const blocks = tree.read();
      const entries = blocks.flatMap((block) => block.entries);
      expect(entries.map(hex)).toEqual([...model.values()].map(packed).sort(compareBytes).map(hex));
      for (const [i, { key, entries: own }] of blocks.entries()) {
        expect(own.length).toBeGreaterThan(0);
        expect(compareBytes(own[0]!, key)).toBeGreaterThanOrEqual(0);
        const next = blocks[i + 1];
        if (next) expect(compareBytes(own.at(-1)!, next.key)).toBe(-1);
      }
    }
  });

  test("the last of several changes of one entry counts", () => {
    const tree = new FakeTree();
    const [a, b] = ["a", "b"].map((name) => encodeKey([name, NOW, newId(TABLE, NOW)]));
    const number = Buffer.alloc(4);
    number.writeUInt32BE(INDEX);
    const of = (key: Uint8Array, isRemoved: boolean) => ({
      key: Buffer.concat([number, packed(key)]),
      isRemoved,
    });
    changeEntries([of(a!, false), of(b!, false), of(a!, true), of(b!, true), of(b!, false)], tree);
    expect(tree.read().flatMap(({ entries }) => entries.map(hex))).toEqual([hex(packed(b!))]);
  });

  test("blocks of groups that grow in turn are full, and take 20 bytes for an entry", () => {
    const tree = new FakeTree();
    const groups = ["Ana", "Bo", "Chi", "Dan", "Eli"];
    const COUNT = 4_000;
    for (let n = 0; n < COUNT; n++) {
      const time = NOW + 61_000 * n + 0.5;
      change(tree, [encodeKey([groups[n % groups.length], time, newId(TABLE, time)])]);
    }
    const bytes = [...tree.blocks].reduce(
      (sum, [key, block]) => sum + key.length / 2 + block.length,
      0,
    );
    expect(bytes / COUNT).toBeLessThan(20);
    expect(bytes / tree.blocks.size).toBeGreaterThan(800);
  });

  test("blocks that removals made short are joined", () => {
    const tree = new FakeTree();
    const keys = Array.from({ length: 4_000 }, (_, n) =>
      encodeKey(["Ana", NOW + n, newId(TABLE, NOW + n)]),
    );
    change(tree, keys);
    const { size } = tree.blocks;
    for (const [n, key] of keys.entries()) if (n % 10 !== 0) change(tree, [key], true);
    expect(tree.blocks.size).toBeLessThan(size / 2);
  });
});

describe("a snapshot of an index", () => {
  const bound = fc.oneof(
    anyKey,
    indexKey.map((key) => prefixEnd(key.subarray(0, key.length - 34))!),
    fc.tuple(indexKey, fc.nat(80)).map(([key, length]) => key.subarray(0, length)),
  );

  property(
    [
      fc.array(indexKey, { minLength: 1, maxLength: 300 }),
      fc.array(
        fc.record({
          start: bound,
          end: fc.option(bound),
          order: fc.constantFrom<"asc" | "desc">("asc", "desc"),
          limit: fc.constantFrom(1, 4, 30, 1_000),
        }),
        { minLength: 20, maxLength: 20 },
      ),
    ],
    { numRuns: 15 },
  )("a snapshot finds the keys of any range of an index", async (keys, ranges) => {
    const store = await Store.open(temporaryFolder());
    onTestFinished(() => store.close());
    for (const index of [INDEX - 1, INDEX, INDEX + 1]) {
      for (let at = 0; at < keys.length; at += 90) {
        const some = keys.slice(at, at + 90);
        await store.commit(some.map((key) => ({ index, key, value: "" })));
      }
    }
    const snapshot = store.snapshot();
    const all = [...new Map(keys.map((key) => [hex(key), key])).values()].sort(compareBytes);
    for (const { start, end, order, limit } of ranges) {
      const range: KeyRange = { start, end };
      const inside = all.filter(
        (key) => compareBytes(key, start) >= 0 && (end === null || compareBytes(key, end) < 0),
      );
      const expected = order === "asc" ? inside : inside.toReversed();
      const found = Array.from(snapshot.keys(INDEX, range, order, limit), hex);
      expect(found).toEqual(expected.slice(0, limit).map(hex));
    }
    snapshot.close();
  });
});
