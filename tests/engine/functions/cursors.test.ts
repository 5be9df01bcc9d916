import { expect, test } from "vitest";
import { CursorSeal } from "../../../engine/functions/cursors";

const seal = new CursorSeal(new Uint8Array(32).fill(1));
const position = { after: new Uint8Array([1, 0, 255, 7]) };

test("a cursor opens to the position it was sealed for", () => {
  expect(seal.open("query", seal.seal("query", position))).toEqual(position);
  expect(seal.open("query", seal.seal("query", "end"))).toBe("end");
});

test("a cursor opens only for its own query and deployment", () => {
  const cursor = seal.seal("query", position);
  expect(seal.open("another query", cursor)).toBeNull();
  expect(new CursorSeal(new Uint8Array(32).fill(2)).open("query", cursor)).toBeNull();
});

test("a cursor sealed before a restart opens, and is sealed the same way", () => {
  const restarted = new CursorSeal(new Uint8Array(32).fill(1));
  for (const at of [position, "end"] as const) {
    const cursor = seal.seal("query", at);
    expect(restarted.open("query", cursor)).toEqual(at);
    expect(restarted.open("another query", cursor)).toBeNull();
    expect(restarted.seal("query", at)).toBe(cursor);
  }
});

test("each of many queries keeps its own cursors", () => {
  const cursors = Array.from({ length: 3_000 }, (_, i) => {
    const query = `query ${i}`;
    const key = { after: new Uint8Array([i & 255, i >> 8]) };
    const sealed = [seal.seal(query, key), seal.seal(query, "end"), seal.seal(query, key)];
    expect(sealed[2]).toBe(sealed[0]);
    return { query, key, sealed };
  });
  for (const { query, key, sealed } of cursors) {
    expect(sealed.map((cursor) => seal.open(query, cursor))).toEqual([key, "end", key]);
    expect(seal.open("another query", sealed[0]!)).toBeNull();
  }
});

test("a cursor that was modified does not open", () => {
  const cursor = seal.seal("query", position);
  for (let at = 0; at < cursor.length; at++) {
    const changed = cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1);
    expect(seal.open("query", changed)).toBeNull();
  }
  expect(seal.open("query", "")).toBeNull();
});
