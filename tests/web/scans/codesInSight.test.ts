import { describe, expect, test } from "vitest";
import { CodesInSight } from "@/lib/barcodes/codesInSight";

/** Shows pictures, given as their codes, 100 ms apart. @returns the codes that each one yields */
function show(inSight: CodesInSight, pictures: readonly (readonly string[])[], from = 0) {
  return pictures.map((texts, index) => inSight.see(texts, from + index * 100));
}
const kinds = (sightings: ReturnType<typeof show>) => sightings.map(({ kind }) => kind);
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe("codes in sight", () => {
  test("one that stays alone for half a second is taken, once", () => {
    const inSight = new CodesInSight();
    const seen = show(inSight, times(20, ["A"]));
    expect(seen.filter(({ kind }) => kind !== "none")).toEqual([{ kind: "one", text: "A" }]);
    expect(seen.findIndex(({ kind }) => kind === "one")).toBe(5);
  });

  test("several within half a second are offered together, though no picture shows both", () => {
    const seen = show(new CodesInSight(), [["A"], [], ["B"], [], ["A"], ["B"]]);
    expect(seen.at(-1)).toEqual({ kind: "several", texts: ["A", "B"] });
    expect(kinds(seen.slice(0, -1))).not.toContain("one");
  });

  test("codes in sight of several, the last one in sight is not taken by itself", () => {
    const inSight = new CodesInSight();
    show(inSight, times(6, ["A", "B"]));
    const after = show(inSight, times(40, ["B"]), 600);
    expect(kinds(after)).not.toContain("one");
  });

  test("once one of several is picked, the others wait until they were out of sight", () => {
    const inSight = new CodesInSight();
    show(inSight, times(6, ["A", "B"]));
    inSight.take("A");
    expect(kinds(show(inSight, times(10, ["A", "B"]), 600))).not.toContain("several");
    show(inSight, times(25, []), 1_600);
    expect(show(inSight, times(6, ["B"]), 4_200).at(-1)).toEqual({ kind: "one", text: "B" });
  });

  test("one that trembles out of the picture for a second is not taken twice", () => {
    const inSight = new CodesInSight();
    show(inSight, times(6, ["A"]));
    expect(kinds(show(inSight, [...times(10, []), ...times(10, ["A"])], 600))).not.toContain("one");
  });
});
