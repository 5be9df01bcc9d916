import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { MIN_SCAN_LENGTH, SCAN_GAP_MS, ScanReader, type Stroke } from "@/lib/scanReader";

/** Everything that a sequence of strokes turned out to mean, the last of them settled. */
function readAll(strokes: readonly Stroke[]) {
  const reader = new ScanReader();
  const scans: string[] = [];
  const typed: string[] = [];
  for (const stroke of strokes) {
    const reading = reader.read(stroke);
    typed.push(...reading.typed.map(({ key }) => key));
    if (!reading.isHeld) typed.push(stroke.key);
    if (reading.scanned !== null) scans.push(reading.scanned);
  }
  return { scans, typed: [...typed, ...reader.settle().map(({ key }) => key)] };
}

/** `text` with the same gap before each key but the first, then Enter. */
const strokesOf = (text: string, gapMs: number, startMs = 0): Stroke[] =>
  [...text, "Enter"].map((key, index) => ({ key, at: startMs + index * gapMs }));

describe("what a scanner types", () => {
  test.each([1, 5, 15, SCAN_GAP_MS - 1])("is a scan with %i ms a key", (gapMs) => {
    const serial = "R5CTtransfer/0rxj?fk";
    expect(readAll(strokesOf(serial, gapMs))).toEqual({ scans: [serial], typed: [] });
  });

  test.each([SCAN_GAP_MS, 80, 200])("is typed by a person with %i ms a key", (gapMs) => {
    expect(readAll(strokesOf("transfer", gapMs))).toEqual({
      scans: [],
      typed: [..."transfer", "Enter"],
    });
  });

  test("is one scan after another, however close they follow", () => {
    const strokes = [...strokesOf("SERIAL-1", 5), ...strokesOf("SERIAL-2", 5, 50)];
    expect(readAll(strokes).scans).toEqual(["SERIAL-1", "SERIAL-2"]);
  });

  test("does not take along what a person typed before", () => {
    const strokes = [{ key: "j", at: 0 }, ...strokesOf("SERIAL-1", 5, 100)];
    expect(readAll(strokes)).toEqual({ scans: ["SERIAL-1"], typed: ["j"] });
  });

  test.each([1, 5, 15, SCAN_GAP_MS - 1])("may have spaces inside, with %i ms a key", (gapMs) => {
    for (const serial of ["SN 123456", "S N-12  34"]) {
      expect(readAll(strokesOf(serial, gapMs))).toEqual({ scans: [serial], typed: [] });
      expect(readAll(strokesOf(`${serial} `, gapMs)).scans).toEqual([serial]);
    }
  });

  test("is no shortcut when it is too short for a number, or broken off", () => {
    expect(readAll(strokesOf("trxjk", 5))).toEqual({ scans: [], typed: [] });
    expect(readAll(strokesOf("trxjk1234", 5).slice(0, -1))).toEqual({ scans: [], typed: [] });
  });
});

test.each([
  ["by itself", [0], 1],
  ["twice", [0, 5], 2],
])("a space typed %s is a person's at once", (_, times, count) => {
  const reader = new ScanReader();
  const readings = times.map((at) => reader.read({ key: " ", at }));
  expect(readings).toEqual(Array(count).fill({ typed: [], scanned: null, isHeld: false }));
});

test("a space after a pause comes after the shortcut before it", () => {
  const reader = new ScanReader();
  const j = { key: "j", at: 0 };
  reader.read(j);
  const reading = reader.read({ key: " ", at: SCAN_GAP_MS });
  expect(reading).toEqual({ typed: [j], scanned: null, isHeld: false });
});

test("two keys that a person's fingers roll over are two shortcuts", () => {
  const strokes = [
    { key: "j", at: 0 },
    { key: "x", at: 20 },
  ];
  expect(readAll(strokes)).toEqual({ scans: [], typed: ["j", "x"] });
});

/** The rule said plainly: runs of quick keys, ended by a pause or Enter. */
function model(strokes: readonly Stroke[]) {
  const scans: string[] = [];
  const typed: string[] = [];
  let run = "";
  strokes.forEach(({ key, at }, index) => {
    const next = strokes[index + 1];
    const isLast = next === undefined || next.at - at >= SCAN_GAP_MS;
    const isLoneSpace = key === " " && run === "";
    if (isLoneSpace) typed.push(key);
    else if (key !== "Enter") run += key;
    if (key === "Enter" && run.trimEnd().length >= MIN_SCAN_LENGTH) scans.push(run.trimEnd());
    else if ((key === "Enter" || isLast) && run.length < 3) {
      typed.push(...run, ...(key === "Enter" ? [key] : []));
    }
    if (key === "Enter" || isLast) run = "";
  });
  return { scans, typed };
}

const strokes = fc
  .array(
    fc.record({
      key: fc.constantFrom("t", "r", "x", "1", "/", " ", "Enter"),
      gapMs: fc.constantFrom(1, 5, 29, 30, 31, 90),
    }),
    { maxLength: 60 },
  )
  .map((keys) => {
    let at = 0;
    return keys.map(({ key, gapMs }) => ({ key, at: (at += gapMs) }));
  });

propertyTest.prop([strokes], { numRuns: 2_000 })(
  "any sequence of keys is told apart as the rule says",
  (sequence) => {
    expect(readAll(sequence)).toEqual(model(sequence));
  },
);

propertyTest.prop([fc.array(fc.boolean(), { minLength: 21, maxLength: 21 })], { numRuns: 500 })(
  "a browser that settles in the middle of a scan, because it is busy, loses none of it",
  (isSettled) => {
    const reader = new ScanReader();
    const typed: string[] = [];
    const scans = strokesOf("R5CTtransfer/0rxj?fk", 5).map((stroke, index) => {
      if (isSettled[index]) typed.push(...reader.settle().map(({ key }) => key));
      return reader.read(stroke).scanned;
    });
    expect(scans.at(-1)).toBe("R5CTtransfer/0rxj?fk");
    expect("R5".startsWith(typed.join(""))).toBe(true);
  },
);
