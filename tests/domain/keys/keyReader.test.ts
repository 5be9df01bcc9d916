import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { QUIET_MS } from "#domain/keys/keyReader";
import { DECLARED_FIELDS, KEY_GAP_MS, type FieldKind } from "#domain/keys/run";
import { DIALOG, Keyboard, PAGE, SCAN_AGAIN, SEARCH, taken, type Where } from "./keyboard";
import { property } from "../../support/property";

const SPEEDS = [5, 35, 60, 120, 150] as const;
const TERMINATORS = [
  ["CR", ["Enter"]],
  ["LF", ["LineFeed"]],
  ["CR+LF as two Enters", ["Enter", "Enter"]],
  ["CR+LF as Enter and Ctrl+J", ["Enter", "LineFeed"]],
  ["Tab", ["Tab"]],
  ["nothing", []],
] as const;
describe.each(SPEEDS)("a code at %i ms a key", (gap) => {
  test.each(TERMINATORS)("ended by %s is taken whole, and none of its keys acts", (_, end) => {
    const keyboard = new Keyboard().type([..."r5ct/0rxj?fk", ...end], gap);
    expect(keyboard.outcome()).toEqual(taken("r5ct/0rxj?fk"));
    expect(keyboard.passed).toEqual([]);
  });

  test("may have spaces inside", () => {
    const keyboard = new Keyboard().type([..."SN 12 3456 ", "Enter"], gap);
    expect(keyboard.outcome()).toEqual(taken("SN 12 3456"));
  });

  test("is followed by the next one", () => {
    const keys = [..."SERIAL-1", "Enter", ..."SERIAL-2", "Enter"];
    expect(new Keyboard().type(keys, gap).outcome()).toEqual(taken("SERIAL-1", "SERIAL-2"));
  });

  test("is refused with a pause in its middle", () => {
    const keyboard = new Keyboard().type([..."P7K0007"], gap);
    keyboard.press("1", KEY_GAP_MS + 50);
    keyboard.press("Enter", gap);
    expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
  });

  test("is refused if its first part came long before the rest", () => {
    const keyboard = new Keyboard().type([..."P7K"], gap);
    [..."0007123", "Enter"].forEach((key, index) => keyboard.press(key, index === 0 ? 450 : gap));
    expect(keyboard.outcome()).toMatchObject({ codes: [], steps: [] });
  });

  test("is refused with a foreign key among its own", () => {
    for (const key of ["ArrowDown", "F5", "Control+a"]) {
      const keyboard = new Keyboard().type([..."P7K", key, ..."0007", "Enter"], gap);
      expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
    }
  });

  test("is refused when a dialog opens or a field gets the focus in its middle", () => {
    for (const where of [DIALOG, SEARCH, { place: "form", field: "plain" } as const]) {
      const keyboard = new Keyboard().type([..."P7K"], gap);
      keyboard.press("0", gap, where);
      for (const key of [..."007", "Enter"]) keyboard.press(key, gap);
      expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
      expect(keyboard.passed).not.toContain("Enter");
    }
  });

  test("is refused when it may have begun before the page listened", () => {
    const after = (pause: number) => {
      const keyboard = new Keyboard();
      keyboard.reader.interrupt(keyboard.now);
      [..."P7K0007", "Enter"].forEach((key, at) => keyboard.press(key, at === 0 ? pause : gap));
      return keyboard.outcome();
    };
    expect(after(gap)).toEqual(SCAN_AGAIN);
    expect(after(KEY_GAP_MS + 50)).toEqual(taken("P7K0007"));
  });

  test("is refused, as is the other one, if two readers' keys are mixed", () => {
    const mixed = [..."PAA7BKC0D0101", "Enter", ..."23", "Enter"];
    expect(new Keyboard().type(mixed, gap).outcome()).toEqual(SCAN_AGAIN);
  });

  test.each([
    ["azerty, digits alone", "356938035643809", '"(-ç"_à"(-\'"_àç'],
    ["azerty, letters and digits", "Aq7-01", "Qa-)à&"],
    ["qwertz", "R5CT-01y", "R5CTß01z"],
    ["Cyrillic", "R5CT01", "К5СЕ01"],
  ])("of a US reader is the same under %s", (_, code, typed) => {
    const keys = [...typed].map((key, index) => ({ key, byPosition: code[index] ?? null }));
    expect(new Keyboard().type([...keys, "Enter"], gap).outcome()).toEqual(taken(code));
  });

  test("of a reader that is set to this computer's layout is the same, too", () => {
    const keys = [..."P7K-0007"].map((key) => ({ key, byPosition: key === "7" ? "&" : "!" }));
    expect(new Keyboard().type([...keys, "Enter"], gap).outcome()).toEqual(taken("P7K-0007"));
  });

  test("whose digits came with Shift is refused", () => {
    const keys = [..."P&K)))&"].map((key) => ({ key, byPosition: key }));
    expect(new Keyboard().type([...keys, "Enter"], gap).outcome()).toEqual(SCAN_AGAIN);
  });
});

describe("a code in a field", () => {
  const FAST = { search: [5, 35, 60], code: [5, 35, 60] } as const;
  const inField = (field: FieldKind): Where => ({ place: "field", field });

  describe.each([...DECLARED_FIELDS, "plain"] as const)("of the kind %s", (field) => {
    test.each(SPEEDS)("lands there whole, at %i ms a key", (gap) => {
      const keyboard = new Keyboard().type([..."P7K-0007"], gap, inField(field));
      keyboard.end();
      expect(keyboard.passed.join("")).toBe("P7K-0007");
    });
  });

  test.each([
    ["search", FAST.search],
    ["code", FAST.code],
  ] as const)(
    "a code in a field of the kind %s is taken when people cannot type so fast",
    (field, gaps) => {
      for (const gap of gaps) {
        for (const [, end] of TERMINATORS) {
          const keyboard = new Keyboard().type([..."P7K-0007", ...end], gap, inField(field));
          expect(keyboard.outcome()).toEqual(taken("P7K-0007"));
        }
      }
    },
  );

  test.each(["search", "code"] as const)(
    "a code in a field of the kind %s is taken at any speed if its pace is too even for a person",
    (field) => {
      for (const gap of SPEEDS) {
        for (const end of ["Enter", "Tab"]) {
          const gaps = [gap, 0.9 * gap, 1.1 * gap];
          const keyboard = new Keyboard().type([..."P7K-0007", end], gaps, inField(field));
          expect(keyboard.outcome()).toEqual(taken("P7K-0007"));
        }
      }
      const uneven = new Keyboard().type([..."P7K-0007", "Enter"], [100, 130], inField(field));
      expect(uneven.outcome()).toEqual(taken());
      expect(uneven.passed.at(-1)).toBe("Enter");
    },
  );

  test("a code in an identifier's field replaces the field's text at any speed, once", () => {
    for (const gap of SPEEDS) {
      for (const [name, end] of TERMINATORS) {
        const keyboard = new Keyboard().type([..."P7K-0007", ...end], gap, inField("identifier"));
        const isTyping = name === "nothing" && gap > 70;
        const retyped = { kind: "retype", code: "P7K-0007", place: "field" };
        expect(keyboard.end()).toEqual(isTyping ? [] : [retyped]);
        expect(keyboard.passed.slice(8)).toEqual([]);
      }
    }
  });

  test.each(SPEEDS)("goes to the next one once, also by CR+LF and LF, at %i ms a key", (gap) => {
    for (const end of [["Enter", "Enter"], ["Enter", "LineFeed"], ["LineFeed"]]) {
      const keyboard = new Keyboard().type([..."P7K-0007", ...end], gap, inField("next"));
      const entered = keyboard.end().filter(({ kind }) => kind === "enter").length;
      expect(keyboard.passed.filter((key) => key === "Enter").length + entered).toBe(1);
    }
    const keyboard = new Keyboard().type([..."P7K-0007", "Tab"], gap, inField("next"));
    expect([keyboard.end(), keyboard.passed.at(-1)]).toEqual([[], "Tab"]);
  });

  test("a code in a field without an end moves to the next field if it comes faster than people type", () => {
    const ends = SPEEDS.map((gap) =>
      new Keyboard().type([..."P7K-0007"], gap, inField("next")).end(),
    );
    const next = [{ kind: "enter", place: "field" }];
    expect(ends).toEqual([next, next, next, [], []]);
  });

  test.each(SPEEDS)("sends no form at %i ms a key; another Enter does", (gap) => {
    const keyboard = new Keyboard().type([..."P7K-0007", "Enter"], gap, inField("plain"));
    expect(keyboard.decisions).toEqual([{ kind: "enterIgnored" }]);
    keyboard.press("Enter");
    expect(keyboard.passed.filter((key) => key === "Enter")).toHaveLength(1);
  });

  test.each(SPEEDS)(
    "sends nothing at %i ms a key when it began before the page listened",
    (gap) => {
      const keyboard = new Keyboard();
      keyboard.reader.interrupt(keyboard.now);
      keyboard.where = { place: "field", field: "code" };
      for (const key of [..."P7K0007", "Enter"]) keyboard.press(key, gap);
      expect(keyboard.outcome()).toEqual(SCAN_AGAIN);
      expect(keyboard.passed).not.toContain("Enter");
    },
  );

  test.each(["search", "code"] as const)(
    "is refused when its first part was refused elsewhere (%s)",
    (field) => {
      const keyboard = new Keyboard().type([..."P7K00"], 5);
      keyboard.decisions.push(...keyboard.reader.settle(keyboard.now + QUIET_MS));
      keyboard.where = { place: "field", field };
      [..."07123456", "Enter"].forEach((key, at) => keyboard.press(key, at === 0 ? 450 : 5));
      expect(keyboard.outcome()).toMatchObject({ codes: [], again: 2 });
      expect(keyboard.passed).not.toContain("Enter");
    },
  );

  test("a code in a field with a pause in its middle is left to the field, which contains all of it", () => {
    const keyboard = new Keyboard().type([..."P7K"], 5, inField("code"));
    [..."0007123", "Enter"].forEach((key, index) => keyboard.press(key, index === 0 ? 450 : 5));
    expect(keyboard.outcome()).toEqual(taken());
    expect(keyboard.passed).toEqual([..."P7K0007123", "Enter"]);
  });
});

describe("a person", () => {
  test.each([
    ["moves, and Enter opens, however fast", [..."jjjjjjjjj", "Enter"], 90],
    ["takes no step with keys that come close together", [..."jjjr"], 120],
    ["types words and Enter in a field", [..."transfer", "Enter"], 60],
  ])("%s", (_, keys, gap) => {
    const where = keys.join("").startsWith("transfer") ? SEARCH : PAGE;
    const keyboard = new Keyboard().type(keys, gap, where);
    expect(keyboard.outcome()).toEqual(taken());
    expect(keyboard.passed).toEqual(keys.filter((key) => key !== "r" || where === SEARCH));
  });

  test("takes a step with a key that comes alone; that it waits is reported at once", () => {
    const keyboard = new Keyboard().type(["r"], 0);
    expect(keyboard.decisions).toEqual([{ kind: "wait", keys: "r" }]);
    expect(keyboard.reader.dueAt).toBe(keyboard.now + QUIET_MS);
    expect(keyboard.reader.settle(keyboard.now + QUIET_MS - 1)).toEqual([]);
    expect(keyboard.end().slice(1)).toEqual([{ kind: "act", keys: "r" }]);
  });

  test.each(["j", "r", "1", "Escape", "Enter"])("cancels a step by %s", (key) => {
    const keyboard = new Keyboard().type(["r", key], QUIET_MS - 1);
    expect(keyboard.decisions.at(1)).toEqual({ kind: "cancel" });
    expect(keyboard.outcome().steps).toEqual([]);
  });

  test("cancels a step with the pointer", () => {
    const keyboard = new Keyboard().type(["r"], 0);
    keyboard.decisions.push(...keyboard.reader.point(keyboard.now + 100));
    expect(keyboard.end()).toEqual([{ kind: "wait", keys: "r" }, { kind: "cancel" }]);
  });

  test.each([5, 20])("moves, and scans right after it at %i ms a key", (gap) => {
    const keyboard = new Keyboard().type([..."jj"], 90);
    [..."r7K0007", "Enter"].forEach((key, at) => keyboard.press(key, at === 0 ? 65 : gap));
    expect(keyboard.outcome()).toEqual(taken("r7K0007"));
  });

  test("is informed if a step's key came too soon after another", () => {
    const keyboard = new Keyboard().type(["j", "r"], 150);
    expect(keyboard.end()).toEqual([{ kind: "tooSoon", keys: "r" }]);
  });

  test("opens a screen with g and a letter, if no other key follows", () => {
    expect(new Keyboard().type(["g", "t"], 100).outcome().steps).toEqual(["gt"]);
    expect(new Keyboard().type([..."gt1"], 100).outcome().steps).toEqual([]);
  });

  test.each([60, 150])("types into the search right after /, at %i ms a key", (gap) => {
    const keyboard = new Keyboard().type([..."j/pixel9", "Enter"], gap);
    expect(keyboard.outcome()).toEqual(taken());
    expect(keyboard.passed).toEqual([..."j/pixel9", "Enter"]);
  });
});

/** Characters of codes and of shortcuts. */
const codes = fc
  .string({
    unit: fc.constantFrom(..."rtxjkfgTRXJ0123456789-/? "),
    minLength: 6,
    maxLength: 24,
  })
  .filter((code) => /\d/.test(code) && code.trim() === code);
/** A typing speed, and each key's deviation from it. */
const gapsOf = fc
  .tuple(
    fc.integer({ min: 5, max: 150 }),
    fc.array(fc.double({ min: 0.6, max: 1.3, noNaN: true }), { minLength: 30, maxLength: 30 }),
  )
  .map(([speed, factors]) => factors.map((factor) => Math.min(speed * factor, KEY_GAP_MS)));
const ends = fc.constantFrom(...TERMINATORS.map(([, end]) => end));

property([codes, gapsOf, ends], { numRuns: 3_000 })(
  "a reader's keys are its whole code or nothing, and never a step",
  (code, gaps, end) => {
    const keyboard = new Keyboard().type([...code, ...end], gaps);
    const { codes: found, steps, again } = keyboard.outcome();
    expect(steps).toEqual([]);
    expect(found.length === 0 ? [code] : found).toEqual([code]);
    // After movements, `/` moves to the search, which receives the rest as text.
    if (!/^[jkx ]*\//.test(code)) expect(found.length + again).toBe(1);
  },
);

property([codes, gapsOf, ends, fc.nat(), fc.integer({ min: KEY_GAP_MS + 1, max: 399 })], {
  numRuns: 2_000,
})("a code with a pause in its middle is refused", (code, gaps, end, place, pause) => {
  fc.pre(!/^[jkx/?]/.test(code));
  const keys = [...code, ...end];
  const at = 1 + (place % (code.length - 1));
  const paused = keys.map((_, index) => (index === at ? pause : (gaps[index] ?? 5)));
  const { codes: found, steps } = new Keyboard().type(keys, paused).outcome();
  expect([found, steps]).toEqual([[], []]);
});

const shortcuts = fc.array(
  fc.record({
    key: fc.constantFrom("j", "k", "x", "t", "r", "f", "Enter", "Escape", "Tab"),
    gap: fc.constantFrom(36, 80, 150, 250, 399, 400, 900),
  }),
  { minLength: 1, maxLength: 40 },
);

property([shortcuts], { numRuns: 3_000 })(
  "keys that a person presses are never a code, and a step acts if its key comes alone",
  (pressed) => {
    const keyboard = new Keyboard();
    for (const { key, gap } of pressed) keyboard.press(key, gap);
    const alone = pressed.filter(({ key, gap }, index) => {
      const isQuietAfter = (pressed[index + 1]?.gap ?? QUIET_MS) >= QUIET_MS;
      return "trf".includes(key) && isQuietAfter && (index === 0 || gap >= QUIET_MS);
    });
    const { codes: found, steps } = keyboard.outcome();
    expect(found).toEqual([]);
    expect(steps).toEqual(alone.map(({ key }) => key));
  },
);

property([codes, gapsOf, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 })])(
  "a busy browser that catches up in the middle of a code loses none of it",
  (code, gaps, isSettled) => {
    fc.pre(!/^[jkx/?]/.test(code));
    const keyboard = new Keyboard();
    [...code, "Enter"].forEach((key, index) => {
      keyboard.press(key, index === 0 ? 1_000 : gaps[index]);
      if (isSettled[index]) keyboard.decisions.push(...keyboard.reader.settle(keyboard.now + 100));
    });
    expect(keyboard.outcome()).toEqual(taken(code));
  },
);
