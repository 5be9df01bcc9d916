import { beforeAll, describe, expect, test } from "vitest";
import { STATUSES } from "../../../domain/statuses";
import { MatrixLab, OUTSIDERS, type Outsider } from "./matrixLab";
import { expectedRead, expectedWrite, LETTERS, READ_CELLS, WRITE_CELLS, type Cell } from "./table";

/** security.md, "Authorization": every function × every kind of person × every status, from table.ts. */
describe.each(STATUSES)("a sample that is %s", (status) => {
  let lab: MatrixLab;
  beforeAll(async () => {
    lab = await MatrixLab.open(status);
  });

  const here = (cells: readonly Cell[]) => cells.filter((cell) => cell.status === status);
  const outsiders = Object.keys(OUTSIDERS) as Outsider[];

  describe.each(here(READ_CELLS).map((cell) => [cell.name, cell] as const))("%s", (name, cell) => {
    test.each(LETTERS.map((letter) => ({ letter, expected: expectedRead(cell, letter) })))(
      "by $letter: $expected",
      async ({ letter, expected }) => {
        expect(await lab.read(name, letter, await lab.untouched())).toBe(expected);
      },
    );

    test.each(outsiders)("by %s: refused", async (who) => {
      expect(await lab.read(name, who, await lab.untouched())).toBe(OUTSIDERS[who]);
    });
  });

  describe.each(here(WRITE_CELLS).map((cell) => [cell.name, cell] as const))("%s", (name, cell) => {
    test.each(LETTERS.map((letter) => ({ letter, expected: expectedWrite(cell, letter) })))(
      "by $letter: $expected",
      async ({ letter, expected }) => {
        const device = await (expected === "done" ? lab.sample() : lab.untouched());
        expect(await lab.write(name, letter, device)).toBe(expected);
      },
    );

    test.each(outsiders)("by %s: refused", async (who) => {
      expect(await lab.write(name, who, await lab.untouched())).toBe(OUTSIDERS[who]);
    });
  });

  test("nothing that was refused left a trace", async () => {
    expect(await lab.traces()).toEqual([]);
  });
});
