import { beforeAll, describe, expect, test } from "vitest";
import { STATUSES } from "#domain/custody/statuses";
import {
  expectedRead,
  expectedStatus,
  expectedAnswer,
  LETTERS,
  READ_CELLS,
  WRITE_CELLS,
  type Cell,
} from "../../support/custody/expectations";
import { BEFORE_ASKING, MatrixLab, OUTSIDERS, type Outsider } from "./matrixLab";

/**
 * Every function × every kind of person × every status, compared with
 * support/custody/expectations.ts.
 */
describe.each(STATUSES)("a sample that is %s", (status) => {
  let lab: MatrixLab;
  beforeAll(async () => {
    lab = await MatrixLab.open(status);
  });

  const here = <C extends Cell>(cells: readonly C[]) =>
    cells.filter((cell) => cell.status === status);
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
    test.each(LETTERS.map((letter) => ({ letter, expected: expectedAnswer(cell, letter) })))(
      "by $letter: $expected",
      async ({ letter, expected }) => {
        const device = await (expected === "done" ? lab.sample() : lab.untouched());
        expect(await lab.write(name, letter, device)).toBe(expected);
        if (expected !== "done") return;
        const { status } = (await lab.stored(device.sampleId)) ?? { status: "-" };
        expect(status).toBe(expectedStatus(cell, BEFORE_ASKING));
      },
    );

    test.each(outsiders)("by %s: refused", async (who) => {
      expect(await lab.write(name, who, await lab.untouched())).toBe(OUTSIDERS[who]);
    });
  });

  test("no refusal changes the sample, the counters or the identifiers", async () => {
    const { sampleId, made } = await lab.untouched();
    expect(await lab.stored(sampleId)).toEqual(made);
    expect(await lab.faults()).toEqual([]);
  });
});
