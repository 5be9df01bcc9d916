import { beforeEach, describe, expect, test } from "vitest";
import { STEPS, type Step } from "#domain/custody/workflow";
import { refusedCode, refusedWith } from "../refusals";
import {
  allowedCell,
  expectedAnswer,
  expectedStatus,
  expectedWrite,
  forbiddenCell,
  type Cell,
  type Letter,
} from "./expectations";
import type { Lab, OpenLab } from "./lab";
import { disable } from "./people";

/**
 * Tests each rule once: who may take a step in a status that allows it, who may not, and that no
 * one may in any other status. tests/convex/matrix tries every cell of the table on convex-test.
 */
export function permissionSuite(openLab: OpenLab): void {
  describe("who may take which step", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)("the holder, the person asked or an admin takes %s", async (step) => {
      const cell = allowedCell(step);
      for (const [letter, email] of peopleFor(step)) {
        if (expectedWrite(cell, letter) !== "done") continue;
        const sampleId = await lab.sampleIn(cell.status);
        await lab.take(step, email, sampleId);
        const { status } = await lab.stored(sampleId);
        expect([letter, status]).toEqual([letter, expectedStatus(cell, "Registered")]);
      }
    });

    test.each(STEPS)(
      "everyone else is refused %s, and the sample stays unchanged",
      async (step) => {
        const cell = allowedCell(step);
        const sampleId = await lab.sampleIn(cell.status);
        const before = await lab.stored(sampleId);
        for (const [letter, email] of peopleFor(step)) {
          const expected = answerTo(cell, letter, email);
          if (expected === "done") continue;
          const code = await refusedCode(lab.take(step, email, sampleId));
          expect([letter, code]).toEqual([letter, expected]);
          expect(await lab.stored(sampleId)).toEqual(before);
        }
      },
    );

    test.each(STEPS)("no one takes %s in another status", async (step) => {
      const cell = forbiddenCell(step);
      const sampleId = await lab.sampleIn(cell.status);
      const before = await lab.stored(sampleId);
      for (const [letter, email] of peopleFor(step)) {
        const code = await refusedCode(lab.take(step, email, sampleId));
        expect([letter, code]).toEqual([letter, answerTo(cell, letter, email)]);
      }
      expect(await lab.stored(sampleId)).toEqual(before);
    });

    /** The people of the table that `step` distinguishes. */
    const peopleFor = (step: Step) =>
      [
        ["A", lab.adam],
        ["H", lab.ana],
        ["P", lab.chosenFor(step)],
        // A supervisor, unless she is the person asked.
        ...(lab.chosenFor(step) === lab.sara ? [] : [["S", lab.sara] as const]),
        ["X", lab.carla],
      ] as const;

    /** If Sara is not asked, she is still no stranger: she supervises the holder. */
    const answerTo = (cell: Cell, letter: Letter, email: string) =>
      email === lab.sara ? expectedWrite(cell, letter) : expectedAnswer(cell, letter);

    test("a refusal names the sample's current state", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
      expect(message).toContain("In Use");
      expect(message).toContain(lab.bruno);
    });

    test("a disabled person may not take any step", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.backend.admin.mutation(disable, { email: lab.bruno });
      expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
        "DISABLED",
      );
    });
  });
}
