import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeId, newId, tableNumberOfId } from "../../../engine/values/ids";
import { property } from "../../support/property";

const now = Date.UTC(2026, 10, 21);

describe("a document id", () => {
  test("a document id equals the real backend's encoding of the same bytes", () => {
    const internal = new Uint8Array(16);
    internal[0] = 251;
    for (let i = 1; i < 16; i++) internal[i] = (internal[i - 1]! * 251) & 0xff;
    expect(encodeId(1017, internal)).toBe("z43zp6c3e75gkmz1kfwj6mbbx5sw281h");
  });

  property([fc.integer({ min: 1, max: 2 ** 32 - 1 })])(
    "a document id contains the number of its table",
    (table) => {
      const id = newId(table, now);
      expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
      expect(tableNumberOfId(id)).toBe(table);
    },
  );

  test("a document id has 31 characters in a system table and 32 in a user table", () => {
    expect(newId(1, now)).toHaveLength(31);
    expect(newId(10_001, now)).toHaveLength(32);
  });

  test("document ids do not repeat", () => {
    const ids = Array.from({ length: 10_000 }, () => newId(10_001, now));
    expect(new Set(ids).size).toBe(ids.length);
  });

  property([fc.nat(2 ** 47), fc.integer({ min: 1, max: 2 ** 40 })])(
    "a document id sorts after ids of earlier milliseconds",
    (earlier, ms) => {
      expect(newId(10_001, earlier) < newId(10_001, earlier + ms)).toBe(true);
    },
  );

  property([fc.string()])("random text is not a document id", (text) => {
    expect(tableNumberOfId(text)).toBeNull();
  });

  property([fc.nat(31), fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz")])(
    "a document id with one changed character is refused or names the same table",
    (at, character) => {
      const id = newId(10_001, now);
      const changed = id.slice(0, at) + character + id.slice(at + 1);
      fc.pre(changed !== id);
      expect(tableNumberOfId(changed)).toBeNull();
    },
  );
});
