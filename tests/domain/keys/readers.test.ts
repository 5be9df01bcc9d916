/** Readers set to another keyboard, and two readers at the same time (docs/product.md, "Scans"). */
import { describe, expect, test } from "vitest";
import type { FieldKind } from "#domain/keys/run";
import { Keyboard, PAGE, SCAN_AGAIN, taken, type Key, type Where } from "./keyboard";

/** Presses of a reader that types `code` on the keyboard it is set to. */
const typedAs = (typed: string, byPosition: string): Key[] =>
  [...typed].map((key, index) => ({ key, byPosition: byPosition[index] ?? null }));

const NEXT: Where = { place: "field", field: "next" };
const SPEEDS = [5, 35, 60] as const;

/**
 * Columns: layout of the computer, layout of the reader, what appears, the same keys on a US
 * keyboard, and the code.
 */
const LAYOUTS = [
  ["German", "US", "RYß81Z", "RZ-81Y", "RZ-81Y"],
  ["German", "US", "HQ30AA7", "HQ30AA7", "HQ30AA7"],
  ["French", "US", '"(-ç"_à"(-\'"_àç', "356938035643809", "356938035643809"],
  ["French", "US", "Qz&é", "Aw12", null],
  ["French", "French", "P7K-0007", "P&K6))))&", "P7K-0007"],
  ["US", "French", "P&K)))&", "P&K)))&", null],
  ["UK", "US", "SN/123-4", "SN/123-4", "SN/123-4"],
  // A remote desktop, which types capitals without Shift
  ["remote", "US", "R5CT0001", "r5ct0001", "R5CT0001"],
] as const;

describe.each([...SPEEDS, 150])("at %i ms a key", (gap) => {
  test.each(LAYOUTS)("a %s computer takes the code of a %s reader that types %s", (...row) => {
    const [, , typed, us, code] = row;
    const keyboard = new Keyboard().type([...typedAs(typed, us), "Enter"], gap);
    expect(keyboard.outcome()).toEqual(code === null ? SCAN_AGAIN : taken(code));
  });

  test.each([
    ["y and z", "RZ8N01Y", "RY8N01Z"],
    ["dash and slash", "R-12345", "R/12345"],
  ])("a code whose %s depend on the reader's keyboard is asked for once", (_, typed, us) => {
    for (const layout of ["us", "computer"] as const) {
      const keyboard = new Keyboard();
      const scan = () => keyboard.type([...typedAs(typed, us), "Enter"], gap);
      const code = layout === "us" ? us : typed;
      expect(scan().outcome()).toEqual(taken("which?"));
      expect(keyboard.decisions).toContainEqual({
        kind: "ask",
        codes: { computer: typed, us },
        place: null,
      });
      keyboard.reader.layout = layout;
      keyboard.decisions.length = 0;
      expect(scan().outcome()).toEqual(taken(code));
    }
  });

  test("a code that only one setting explains shows how the reader is set from then on", () => {
    const keyboard = new Keyboard().type([...typedAs("RYß81Z", "RZ-81Y"), "Enter"], gap);
    keyboard.type([...typedAs("RZ8N01", "RY8N01"), "Enter"], gap);
    expect(keyboard.outcome()).toEqual(taken("RZ-81Y", "RY8N01"));
    keyboard.decisions.length = 0;
    keyboard.type([...typedAs("P7KY0", "P&KZ)"), ...typedAs("07", ")&"), "Enter"], gap);
    keyboard.type([...typedAs("RZ8N01", "RY8N01"), "Enter"], gap);
    expect(keyboard.outcome()).toEqual(taken("P7KY007", "RZ8N01"));
  });
});

describe.each(SPEEDS)("in a field that moves on after a code, at %i ms a key,", (gap) => {
  const decisionsAbout = (typed: string, us: string, end: readonly Key[] = ["Enter"]) =>
    new Keyboard().type([...typedAs(typed, us), ...end], gap, NEXT);

  test.each([[["Enter"]], [["LineFeed"]], [["Tab"]], [[]]] as const)(
    "a code of a reader for another keyboard replaces what it typed (end: %s)",
    (end) => {
      const keyboard = decisionsAbout("RYß81Z", "RZ-81Y", end);
      const retype = { kind: "retype", code: "RZ-81Y", place: "field" };
      expect(keyboard.end()).toEqual([retype]);
      for (const key of ["Enter", "Tab"]) expect(keyboard.passed).not.toContain(key);
    },
  );

  test("a code that depends on the reader's keyboard is asked for before the field moves on", () => {
    const keyboard = decisionsAbout("RZ8N01", "RY8N01");
    const codes = { computer: "RZ8N01", us: "RY8N01" };
    expect(keyboard.end()).toEqual([{ kind: "ask", codes, place: "field" }]);
    expect(keyboard.passed).not.toContain("Enter");
  });

  test("a code of a reader set to the computer's keyboard stays as it is", () => {
    const keyboard = decisionsAbout("P7K-0007", "P&K6))))");
    expect(keyboard.end()).toEqual([]);
    expect(keyboard.passed.join("")).toBe("P7K-0007Enter");
  });
});

/**
 * The keys of two readers that type at the same time, one key each in turn; each code ends with
 * Enter.
 */
function inStep(one: string, other: string, overlaps?: true): Key[] {
  const [a, b] = [one, other].map((code): Key[] => [...code, "Enter"]);
  const keys: Key[] = [];
  for (let at = 0; at < Math.max(a!.length, b!.length); at++) {
    for (const reader of [a!, b!]) {
      const key = reader[at];
      if (key === undefined) continue;
      if (typeof key !== "string" || key === "Enter" || !overlaps) keys.push(key);
      else keys.push({ key, byPosition: key, overlaps });
    }
  }
  return keys;
}

/** The pause before each of these keys: `gap` while one reader types, half of it while both do. */
const pausesOf = (one: string, other: string, gap: number) => {
  const both = 2 * (Math.min(one.length, other.length) + 1);
  return Array.from({ length: one.length + other.length + 2 }, (_, at) =>
    at < both ? gap / 2 : gap,
  );
};

describe.each([10, 30, 60])("two readers in step, at %i ms a key each,", (gap) => {
  const PAIRS = [
    ["of different length", "PK0007", "A1B2C3D4E5F6G7"],
    ["of the same length", "P7K0007", "A1B2C3D"],
    ["one of them shorter than a code after the other", "P7K0007", "A1B2C3D4E"],
  ] as const;

  test.each(PAIRS)("with codes %s do nothing", (_, one, other) => {
    const keyboard = new Keyboard();
    keyboard.type([..."BEFORE1", "Enter"], gap); // a reader with one end key
    keyboard.type(inStep(one, other), pausesOf(one, other, gap));
    expect(keyboard.outcome()).toEqual({ ...SCAN_AGAIN, codes: ["BEFORE1"] });
    expect(keyboard.passed).toEqual([]);
  });

  test.each(PAIRS)("whose keys overlap do nothing, with codes %s", (_, one, other) => {
    const keys = inStep(one, other, true);
    const keyboard = new Keyboard().type(keys, pausesOf(one, other, gap));
    expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
  });
});

describe.each([10, 30])("two readers in step, at %i ms a key each,", (gap) => {
  test.each(["search", "code", "next"] as const)("store nothing in a field (%s)", (field) => {
    const [one, other] = ["P7K0007", "A1B2C3D4E5F6G7"];
    const where: Where = { place: "field", field: field satisfies FieldKind };
    const keys = inStep(one, other, true);
    const keyboard = new Keyboard().type(keys, pausesOf(one, other, gap / 2), where);
    expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
    expect(keyboard.passed).not.toContain("Enter");
    const isRestored = keyboard.decisions.some(({ kind }) => kind === "restore");
    expect(isRestored).toBe(true);
  });
});

test("a code without digits, faster than people type, is asked for, too", () => {
  const keyboard = new Keyboard().type([...typedAs("ABCDEFZ", "ABCDEFY"), "Enter"], 5);
  expect(keyboard.outcome("us")).toEqual(taken("ABCDEFY"));
});

describe.each([5, 35, 150])("a reader at %i ms a key", (gap) => {
  test("that always presses a key before it has released the previous one is taken at its second scan", () => {
    const keys: Key[] = [..."P7K0007"].map((key) => ({ key, byPosition: key, overlaps: true }));
    const keyboard = new Keyboard();
    const scan = () => keyboard.type([...keys, "Enter"], gap, PAGE).outcome();
    expect(scan()).toEqual(SCAN_AGAIN);
    expect(scan()).toEqual({ ...SCAN_AGAIN, codes: ["P7K0007"] });
    keyboard.type(
      [..."P7K0008"].map((key) => ({ key, byPosition: key, overlaps: true })),
      gap,
    );
    keyboard.press("Enter", gap);
    expect(keyboard.outcome()).toEqual({ ...SCAN_AGAIN, codes: ["P7K0007", "P7K0008"] });
  });

  test("that sends CR+LF is taken after one that sends CR, at its second scan if it is faster", () => {
    const keyboard = new Keyboard().type([..."P7K0007", "Enter"], gap);
    const slower = [..."P7K0008", "Enter", "Enter"];
    expect(keyboard.type(slower, gap).outcome()).toEqual(taken("P7K0007", "P7K0008"));

    const other = new Keyboard().type([..."P7K0007", "Enter"], gap);
    const scan = () => other.type([..."P7K0008", "Enter", "Enter"], gap / 2).outcome();
    expect(scan()).toEqual({ ...SCAN_AGAIN, codes: ["P7K0007"] });
    expect(scan()).toEqual({ ...SCAN_AGAIN, codes: ["P7K0007", "P7K0008"] });
  });
});
