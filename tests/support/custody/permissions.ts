import { beforeAll, describe, expect, test } from "vitest";
import { STEPS } from "#domain/custody/workflow";
import { refusedCode } from "../refusals";
import { allowedCell, expectedAnswer, expectedStatus } from "./expectations";
import type { Lab, OpenLab } from "./lab";

/**
 * Tests each step once: a person who may take it, and one who may not. tests/convex/matrix tries
 * every cell of the table on convex-test.
 */
export function permissionSuite(openLab: OpenLab): void {
  describe("who may take which step", () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await openLab();
    });

    test.each(STEPS)(
      "%s is refused to a stranger, who changes nothing, and taken by a person who may",
      async (step) => {
        const cell = allowedCell(step);
        const sampleId = await lab.sampleIn(cell.status);
        const before = await lab.stored(sampleId);
        const refused = await refusedCode(lab.take(step, lab.carla, sampleId));
        expect(refused).toBe(expectedAnswer(cell, "X"));
        expect(await lab.stored(sampleId)).toEqual(before);
        await lab.take(step, lab.takerOf(step), sampleId);
        const { status } = await lab.stored(sampleId);
        expect(status).toBe(expectedStatus(cell, "Registered"));
      },
    );
  });
}
