import { describe, expect, test } from "vitest";
import { parseRange } from "../../../engine/files/range";

describe("a Range header against ten bytes", () => {
  test.each([
    ["bytes=0-3", { start: 0, end: 3 }],
    ["bytes=4-", { start: 4, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-30", { start: 0, end: 9 }],
    ["bytes=5-99", { start: 5, end: 9 }],
    ["bytes=9-9", { start: 9, end: 9 }],
  ])("the range %s of ten bytes selects a part", (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])(
    "the range %s of ten bytes cannot be satisfied",
    (header) => {
      expect(parseRange(header, 10)).toBe("unsatisfiable");
    },
  );

  test.each(["bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b"])(
    "the Range header %s is ignored",
    (header) => {
      expect(parseRange(header, 10)).toBeNull();
    },
  );

  test("no range of an empty file is satisfiable", () => {
    expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  });
});
