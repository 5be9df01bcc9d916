import { expect, test } from "vitest";
import { chooseCoding, type Coding } from "../../../engine/http/contentEncoding";

const BOTH: readonly Coding[] = ["br", "gzip"];

test.each([
  ["", null],
  ["gzip", "gzip"],
  ["br", "br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["deflate, zstd", null],
  ["br;q=0.5, gzip", "gzip"],
  ["br; q=0.8 , gzip ;q=0.799", "br"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, *;q=0.1", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["gzip;q=0", null],
  ["identity", null],
  ["identity, br;q=0.5", null],
  ["identity;q=0.5, br;q=0.5", "br"],
  ["identity;q=0, br;q=0.1", "br"],
  ["identity;q=0", null],
  ["br;q=2, gzip;q=high, ;;,", null],
] as const)("for Accept-Encoding '%s' the coding is %s", (header, coding) => {
  expect(chooseCoding(header, BOTH)).toBe(coding);
});

test("a coding that the file lacks is not chosen", () => {
  expect(chooseCoding("br, gzip;q=0.1", ["gzip"])).toBe("gzip");
  expect(chooseCoding("br", ["gzip"])).toBeNull();
  expect(chooseCoding("br, gzip", [])).toBeNull();
});
